/** What can be done with a payment as it is. Each asks once more, and names the merchant, the effect and the amount. */
import { useSignal } from '@preact/signals'
import { Drawer } from '../../../kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '../../../kit/form.tsx'
import { moneyText } from '../../../kit/money.tsx'
import { refresh } from '../../../kit/query.ts'
import type { Answer } from '../../../kit/result.ts'
import { setTo } from '../../../kit/set-to.ts'
import { ask } from '../api.ts'
import { approvalIn, WaitsForAnother } from '../approval-in.tsx'
import { may } from '../rights.ts'
import type { History } from './payment-history.ts'
import { canBeRefunded, RefundDrawer } from './refund.tsx'

interface Possible {
  readonly name: string
  /** In whole sentences, before it is done. */
  readonly effect: string
  readonly tone: 'plain' | 'danger'
  /** What must be said with it. */
  readonly asks?: { readonly label: string; readonly path: string; readonly maxLength: number }
  readonly run: (said: string) => Promise<Answer<unknown>>
}

const OPEN = ['NEW', 'PENDING']

/** Whose work a refund is, by the name of its processor: that of a test begins with `test-`. */
const isAt = (processor: string, ...stages: readonly string[]): boolean =>
  stages.some((stage) => processor === stage || processor === `test-${stage}`)

/** Of a refund that somebody sends by hand, or that waits for its payee or for an approval: of any other the gateway refuses it. */
function ofRefund({ merchantCode, id, money, kind, status, processor }: History): readonly Possible[] {
  const isOpen = OPEN.includes(status) || status === 'AWAITING_PAYEE'
  if (kind !== 'refund' || !isOpen || !may('refunds:act')) return []
  const path = { merchantCode, idRefund: id }
  const sent: Possible = {
    name: `Say that ${moneyText(money)} was sent`,
    effect: `Refund ${id} of ${merchantCode} was sent by hand: it is a success then.`,
    tone: 'plain',
    asks: { label: 'What the bank calls the transfer', path: 'reference', maxLength: 64 },
    run: (reference) =>
      ask('POST /admin/refunds/{merchantCode}/{idRefund}/!markPaid', { path, body: { reference } }),
  }
  const abandoned: Possible = {
    name: 'Give the refund up',
    effect: `Nobody has sent ${moneyText(money)}, and nobody will: it is ${merchantCode}’s again.`,
    tone: 'danger',
    asks: { label: 'Why', path: 'note', maxLength: 140 },
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
      name: 'Let it succeed',
      effect: `The sandbox says that the money of ${what} arrived.`,
      tone: 'plain',
      run: () => ask('POST /admin/sandbox/{merchantCode}/{kind}/{id}/!succeed', { path }),
    })
    actions.push({
      name: 'Let it be refused',
      effect: `The sandbox says that the customer or the bank refused ${what}.`,
      tone: 'plain',
      run: () => ask('POST /admin/sandbox/{merchantCode}/{kind}/{id}/!refuse', { path }),
    })
  }
  if (callbacks.length > 0) {
    actions.push({
      name: 'Send the callback again',
      effect: `${merchantCode} is told again what the ${kind} has become. The ID and the body are the same as before.`,
      tone: 'plain',
      run: () => ask('POST /admin/payments/{merchantCode}/{kind}/{id}/!redeliver', { path }),
    })
  }
  if (isOpen) {
    actions.push({
      name: `Cancel this ${kind}`,
      effect: `Its processor is asked to take back ${what}. Where it is too late, it goes on.`,
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
          <Button onClick={onClose}>Leave it</Button>
        </p>
      </Form>
    </Drawer>
  )
}
