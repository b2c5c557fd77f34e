/** Sends the callbacks of a range again, for example after a merchant's outage: counts them first, then sends them in batches. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Facts, Notice } from '@sluice/ui-kit/small.tsx'
import type { View } from '@sluice/ui-kit/view.ts'
import { type AnswerOf, ask } from '../api.ts'
import { counted, plainWords } from '../texts.tsx'

type Counted = AnswerOf<'POST /admin/callbacks/!redeliver'>

/** The states whose callbacks the gateway sends again; it skips all others. */
const SENDABLE = ['WAITING', 'DELIVERED', 'ABANDONED', 'ENDED']

/** A range needs both ends to be counted. */
export const isRange = ({ from, to }: View): boolean => Boolean(from && to)

export function Replay({ view, onClose }: { readonly view: View; readonly onClose: () => void }) {
  const action = useAction()
  const found = useSignal<Counted | undefined>(undefined)
  const sent = useSignal(0)
  const isDone = useSignal(false)
  const { merchantCode, from = '', to = '', state } = view
  const whose = merchantCode ?? 'all merchants'
  const range = {
    from,
    to,
    ...(merchantCode && { merchantCode }),
    ...(state && SENDABLE.includes(state) && { state }),
  }
  const count = (): void =>
    void action.run(
      () => ask('POST /admin/callbacks/!redeliver', { body: { ...range, dryRun: true } }),
      (answer) => {
        found.value = answer
      },
    )
  const send = (cursor?: string): void =>
    void action.run(
      () => ask('POST /admin/callbacks/!redeliver', { body: { ...range, ...(cursor && { cursor }) } }),
      ({ redelivered, nextCursor }) => {
        sent.value += redelivered
        if (nextCursor !== undefined) return send(nextCursor)
        isDone.value = true
        refresh()
      },
    )
  const many = found.value?.matching ?? 0
  return (
    <Drawer title="Resend callbacks" kind="question" onClose={onClose}>
      <Facts
        facts={[
          { name: 'Merchant', value: whose },
          { name: 'From', value: from },
          { name: 'Before', value: to },
          { name: 'State', value: range.state ? plainWords(range.state) : 'Any' },
        ]}
      />
      <p class="quiet">
        Sends the latest callback of each payment again, with the same ID and body. Merchants that handled it
        already ignore it.
      </p>
      <Form label="Resend callbacks" onSend={found.value === undefined ? count : () => send()}>
        <Refused refusal={action.now.refusal} />
        <div aria-live="polite">
          {found.value && !isDone.value && (
            <Notice tone="info">
              {many === 0
                ? 'No callbacks in this range.'
                : `${counted(many, 'callback')} to ${whose}. ${sent.value > 0 ? `${sent.value} sent so far.` : ''}`}
            </Notice>
          )}
          {isDone.value && <Notice tone="info">{counted(sent.value, 'callback')} resent.</Notice>}
        </div>
        <p class="row-acts">
          {found.value === undefined ? (
            <Button type="submit" tone="primary" acting={action.now}>
              Count callbacks
            </Button>
          ) : (
            many > 0 &&
            !isDone.value && (
              <Button type="submit" tone="primary" acting={action.now}>
                Resend {counted(many, 'callback')} to {whose}
              </Button>
            )
          )}
          <Button onClick={onClose}>{isDone.value ? 'Close' : 'Cancel'}</Button>
        </p>
      </Form>
    </Drawer>
  )
}
