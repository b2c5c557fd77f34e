/** Actions on a payment in its present state. Each asks for confirmation and names the merchant, the effect and the amount. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { setTo } from '@sluice/ui-kit/set-to.ts'
import { ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { may } from '../rights.ts'
import type { History } from './payment-history.ts'
import { canBeRefunded, RefundDrawer } from './refund.tsx'

interface Possible {
  readonly name: string
  /** Full sentences, shown before it is done. */
  readonly effect: string
  readonly tone: 'plain' | 'danger'
  /** A field that must be filled in. */
  readonly asks?: { readonly label: string; readonly path: string; readonly maxLength: number }
  readonly run: (said: string) => Promise<Answer<unknown>>
}

const OPEN = ['NEW', 'PENDING']

/** Whether a refund's processor has one of these names; the names of test processors begin with `test-`. */
const isAt = (processor: string, ...stages: readonly string[]): boolean =>
  stages.some((stage) => processor === stage || processor === `test-${stage}`)

/** Only for a refund that is sent by hand, or that waits for its payee or an approval; the gateway refuses any other. */
function ofRefund({ merchantCode, id, money, kind, status, processor }: History): readonly Possible[] {
  const isOpen = OPEN.includes(status) || status === 'AWAITING_PAYEE'
  if (kind !== 'refund' || !isOpen || !may('refunds:act')) return []
  const path = { merchantCode, idRefund: id }
  const sent: Possible = {
    name: `Mark ${moneyText(money)} as sent`,
    effect: `Marks refund ${id} of ${merchantCode} as paid by hand. Its status becomes success.`,
    tone: 'plain',
    asks: { label: 'Bank reference', path: 'reference', maxLength: 64 },
    run: (reference) =>
      ask('POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid', { path, body: { reference } }),
  }
  const abandoned: Possible = {
    name: 'Mark refund as failed',
    effect: `The refund is not sent, and ${moneyText(money)} returns to the balance of ${merchantCode}.`,
    tone: 'danger',
    asks: { label: 'Reason', path: 'note', maxLength: 140 },
    run: (note) => ask('POST /admin/refunds/{merchantCode}/{idRefund}/!markFailed', { path, body: { note } }),
  }
  return [
    ...(isAt(processor, 'manual') ? [sent] : []),
    ...(isAt(processor, 'manual', 'claim', 'approval') ? [abandoned] : []),
  ]
}

function possible(payment: History): readonly Possible[] {
  const { merchantCode, kind, id, status, isTest, processor, callbacks } = payment
  const path = { merchantCode, kind, id }
  const what = `${kind} ${id} of ${merchantCode}, ${moneyText(payment.money)}`
  const actions: Possible[] = []
  const isOpen = OPEN.includes(status)
  if (isOpen && isTest && processor === 'sandbox') {
    actions.push({
      name: 'Simulate success',
      effect: `The sandbox reports that the money for ${what} arrived.`,
      tone: 'plain',
      run: () => ask('POST /admin/sandbox/{merchantCode}/{kind}/{id}/!succeed', { path }),
    })
    actions.push({
      name: 'Simulate rejection',
      effect: `The sandbox reports that the customer or the bank rejected ${what}.`,
      tone: 'plain',
      run: () => ask('POST /admin/sandbox/{merchantCode}/{kind}/{id}/!refuse', { path }),
    })
  }
  if (callbacks.length > 0) {
    actions.push({
      name: 'Resend callback',
      effect: `Sends the latest callback of this ${kind} to ${merchantCode} again, with the same ID and body.`,
      tone: 'plain',
      run: () => ask('POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver', { path }),
    })
  }
  if (isOpen) {
    actions.push({
      name: `Cancel ${kind}`,
      effect: `Requests the processor to cancel ${what}. If it is too late, the payment continues.`,
      tone: 'danger',
      run: () => ask('POST /admin/payments/{merchantCode}/{kind}/{id}/!cancel', { path }),
    })
  }
  return [...actions, ...ofRefund(payment)]
}

export function PaymentActions({ payment }: { readonly payment: History }) {
  const chosen = useSignal<Possible | undefined>(undefined)
  const isRefunding = useSignal(false)
  const actions = may('payments:act') ? possible(payment) : []
  if (actions.length === 0 && !canBeRefunded(payment)) return null
  return (
    <span class="row-acts">
      {canBeRefunded(payment) && (
        <button type="button" class="button" onClick={setTo(isRefunding, true)}>
          Refund…
        </button>
      )}
      {isRefunding.value && <RefundDrawer payin={payment} onClose={setTo(isRefunding, false)} />}
      {actions.map((each) => (
        <button key={each.name} type="button" class={`button ${each.tone}`} onClick={setTo(chosen, each)}>
          {each.name}
        </button>
      ))}
      {chosen.value && <Confirm action={chosen.value} onClose={setTo(chosen, undefined)} />}
    </span>
  )
}

export function Confirm({ action, onClose }: { readonly action: Possible; readonly onClose: () => void }) {
  const doing = useAction()
  const said = useSignal('')
  const waiting = useSignal<string | undefined>(undefined)
  const done = (answer: unknown): void => {
    waiting.value = approvalIn(answer)
    if (waiting.value === undefined) onClose()
    refresh()
  }
  if (waiting.value !== undefined)
    return (
      <Drawer title={action.name} kind="question" onClose={onClose}>
        <WaitsForAnother approval={waiting.value} />
      </Drawer>
    )
  return (
    <Drawer title={action.name} kind="question" onClose={onClose}>
      <p>{action.effect}</p>
      <Form label={action.name} onSend={() => void doing.run(() => action.run(said.value.trim()), done)}>
        <Refused refusal={doing.now.refusal} />
        {action.asks && (
          <Field
            label={action.asks.label}
            value={said}
            fault={doing.faultAt(action.asks.path)}
            maxLength={action.asks.maxLength}
            required
          />
        )}
        <p class="row-acts">
          <Button type="submit" tone={action.tone === 'danger' ? 'danger' : 'primary'} acting={doing.now}>
            {action.name}
          </Button>
          <Button onClick={onClose}>Close</Button>
        </p>
      </Form>
    </Drawer>
  )
}
