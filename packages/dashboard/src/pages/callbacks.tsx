/** The callback log: the exact bytes sent to the merchant's server and its responses; sends one callback or a range again. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { ListPage } from '@sluice/ui-kit/list-page.tsx'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Copy, Facts, Notice } from '@sluice/ui-kit/small.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRef } from 'preact/hooks'
import { type AnswerOf, ask, asking } from '../api.ts'
import { ByCommand } from '../by-command.tsx'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import { type Kind, placeOf, useView, viewOf } from '../places.ts'
import { choiceFilter, daysFilter, Exports, Status } from '../texts.tsx'
import { Again, State } from './reported.tsx'

const useCallbacks = asking('GET /callbacks', LIVE_MS)

type Line = AnswerOf<'GET /callbacks'>['data'][number]

const STATES = ['WAITING', 'DELIVERED', 'ABANDONED', 'ENDED']
const KINDS: readonly Kind[] = ['payin', 'payout', 'refund']
const kindOf = (kind: string): Kind | undefined => KINDS.find((each) => each === kind)

export function Callbacks() {
  const { view, show } = useView()
  const { open, ...filters } = view
  const requested = { query: { limit: '50', ...filters } }
  const callbacks = useCallbacks(requested)
  const listed = callbacks.value.state === 'ready' ? callbacks.value.value.data : []
  const opened = useLastSeen(listed, open)
  const close = (): void => show({ open: undefined })
  return (
    <ListPage<Line>
      title={t('callbacks')}
      actions={
        <span class="row-acts">
          {may('callbacks:act') && <Button onClick={() => show({ open: 'range' })}>{t('replay')}</Button>}
          <Exports path="/callbacks" />
        </span>
      }
      filters={[choiceFilter('state', t('status'), STATES), ...daysFilter()]}
      answer={callbacks}
      keyOf={({ webhookId }) => webhookId}
      href={({ webhookId }) => viewOf(placeOf.callbacks(), { ...filters, open: webhookId })}
      columns={[
        { name: t('payment'), cell: ({ id }) => <span class="name">{id}</span> },
        { name: t('kind'), cell: ({ kind, status }) => `${wordOf(kind)} · ${wordOf(status)}` },
        { name: t('answer'), cell: ({ state }) => <Status status={state} /> },
        { name: t('attempts'), cell: ({ attempts }) => attempts.length, atEnd: true },
        { name: t('receivedBy'), cell: ({ url }) => <span class="name">{url}</span>, minor: true },
        { name: t('time'), cell: ({ at }) => <Time at={at} /> },
      ]}
      nothing={t('noCallbacks')}
      byCommand={<ByCommand name="GET /callbacks" requested={requested} />}
    >
      {opened && <Opened callback={opened} onClose={close} />}
      {open === 'range' && may('callbacks:act') && <Range onClose={close} />}
    </ListPage>
  )
}

/** A callback that is sent again may drop out of a list filtered by state; it stays open. */
function useLastSeen(listed: readonly Line[], open: string | undefined): Line | undefined {
  const seen = useRef<Line | undefined>(undefined)
  const found = listed.find(({ webhookId }) => webhookId === open)
  if (found) seen.current = found
  return seen.current?.webhookId === open ? seen.current : undefined
}

function Opened({ callback, onClose }: { readonly callback: Line; readonly onClose: () => void }) {
  const { id, kind, url, body, webhookId, attempts, state, status, waitsFor } = callback
  const known = kindOf(kind)
  return (
    <Drawer title={`${wordOf(status)} · ${id}`} onClose={onClose}>
      <p>
        <State state={state} waitsFor={waitsFor} />
      </p>
      <Facts
        facts={[
          {
            name: wordOf(kind),
            value: known === undefined ? id : <a href={placeOf.payment(known, id)}>{id}</a>,
          },
          { name: t('receivedBy'), value: <code class="breaks">{url}</code> },
          { name: 'webhook-id', value: <code class="breaks">{webhookId}</code> },
        ]}
      />
      <Table
        label={t('attempts')}
        rows={attempts}
        keyOf={({ attempt }) => String(attempt)}
        columns={[
          { name: t('attempts'), cell: ({ attempt }) => attempt },
          {
            name: t('answer'),
            cell: ({ httpStatus, outcome, problem }) => problem ?? httpStatus ?? wordOf(outcome),
          },
          {
            name: t('took'),
            cell: ({ durationMs }) => (durationMs === undefined ? '–' : `${durationMs} ms`),
            atEnd: true,
          },
          { name: t('time'), cell: ({ at }) => <Time at={at} /> },
        ]}
      />
      {known !== undefined && may('callbacks:act') && <Again kind={known} id={id} />}
      <div class="sent">
        <h3>{t('body')}</h3>
        <Copy text={body} />
      </div>
      <pre class="bytes">{body}</pre>
    </Drawer>
  )
}

type Replayed = AnswerOf<'POST /callbacks/!redeliver'>

/** Counts first, then shows a button with the number. */
function Range({ onClose }: { readonly onClose: () => void }) {
  const action = useAction()
  const from = useSignal('')
  const to = useSignal('')
  const state = useSignal('ABANDONED')
  const counted = useSignal<Replayed | undefined>(undefined)
  const done = useSignal<Replayed | undefined>(undefined)
  const send = (dryRun: boolean): void => {
    const body = {
      from: `${from.value}T00:00:00Z`,
      to: `${to.value}T00:00:00Z`,
      ...(state.value !== '' && { state: state.value }),
      dryRun,
    }
    void action.run(
      () => ask('POST /callbacks/!redeliver', { body }),
      (answer) => {
        if (dryRun) counted.value = answer
        else {
          done.value = answer
          refresh()
        }
      },
    )
  }
  const matching = counted.value?.matching
  return (
    <Drawer title={t('replayTitle')} onClose={onClose}>
      {done.value ? (
        <Notice tone="info">{t('replayDone', { count: String(done.value.redelivered) })}</Notice>
      ) : (
        <Form label={t('replayTitle')} onSend={() => send(matching === undefined)}>
          <Refused refusal={action.now.refusal} />
          <Field
            label={t('status')}
            value={state}
            choices={[['', t('all')], ...STATES.map((code) => [code, wordOf(code)] as const)]}
          />
          <Field label={t('from')} value={from} type="date" fault={action.faultAt('from')} required />
          <Field label={t('before')} value={to} type="date" fault={action.faultAt('to')} required />
          {matching !== undefined && (
            <Notice tone="info">{t('replayFound', { count: String(matching) })}</Notice>
          )}
          {matching !== 0 && (
            <Button type="submit" tone="primary" acting={action.now}>
              {matching === undefined ? t('replayCount') : t('replayAction', { count: String(matching) })}
            </Button>
          )}
        </Form>
      )}
    </Drawer>
  )
}
