/**
 * Refunds a payin on its merchant's behalf. The gateway reports amount, refund route, payee, cost and who must act first before anything is
 * done; the button names the effect and the amount.
 */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { exactly } from '@sluice/ui-kit/exact.ts'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { Amount, isNil, moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import type { Answer } from '@sluice/ui-kit/result.ts'
import { Facts, Notice } from '@sluice/ui-kit/small.tsx'
import { Failed, Loading } from '@sluice/ui-kit/states.tsx'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useEffect } from 'preact/hooks'
import { type AnswerOf, ask } from '../api.ts'
import { placeOf } from '../places.ts'
import { may } from '../rights.ts'
import { plainWords } from '../texts.tsx'
import type { History } from './payment-history.ts'

type Reported = AnswerOf<'POST /admin/refunds/{merchantCode}/!rehearse'>

export const canBeRefunded = ({ kind, status }: Pick<History, 'kind' | 'status'>): boolean =>
  kind === 'payin' && status === 'SUCCESS' && may('refunds:act')

const REASONS = [
  ['REQUESTED_BY_CUSTOMER', 'Requested by the customer'],
  ['DUPLICATE', 'Duplicate payment'],
  ['FRAUD', 'Fraud'],
  ['OTHER', 'Other'],
] as const

const PAUSE_MS = 250

/** A dry run of the refund, repeated when typing pauses. */
function useRehearsal(payin: History, amount: string) {
  const reported = useSignal<Answer<Reported> | undefined>(undefined)
  const { merchantCode, id: idPayin, money } = payin
  useEffect(() => {
    const mine = new AbortController()
    const timer = setTimeout(async () => {
      const body = { idPayin, ...moneyOf(amount, money.currencyCode) }
      const answer = await ask(
        'POST /admin/refunds/{merchantCode}/!rehearse',
        { path: { merchantCode }, body },
        mine.signal,
      )
      if (!mine.signal.aborted) reported.value = answer
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      mine.abort()
    }
  }, [merchantCode, idPayin, amount])
  return reported.value
}

/** Left out: all that remains. */
const moneyOf = (amount: string, currencyCode: string) =>
  amount === '' ? {} : { money: { amount: exactly(amount), currencyCode } }

export function RefundDrawer({ payin, onClose }: { readonly payin: History; readonly onClose: () => void }) {
  const action = useAction()
  const amount = useSignal('')
  const reason = useSignal<string>(REASONS[0][0])
  const note = useSignal('')
  const made = useSignal<{ readonly id: string; readonly waits: boolean } | undefined>(undefined)
  // One ID for each open form, so that a request sent twice makes one refund.
  const idRefund = useSignal(`operator-${crypto.randomUUID()}`)
  const wanted = amount.value.trim()
  const reported = useRehearsal(payin, wanted)
  const { merchantCode, id: idPayin, money } = payin
  const plan = reported?.ok && reported.value.refusal === null ? reported.value : undefined
  const sum = plan?.money ? moneyText(plan.money) : ''
  const send = (): void => {
    if (!plan?.money) return
    const body = {
      idPayin,
      // Send the amount that was shown, even if none was typed.
      ...moneyOf(plan.money.amount, money.currencyCode),
      reason: reason.value,
      ...(note.value.trim() !== '' && { note: note.value.trim() }),
    }
    const path = { merchantCode, idRefund: idRefund.value }
    void action.run(
      () => ask('POST /admin/refunds/{merchantCode}/{idRefund}', { path, body }),
      () => {
        made.value = { id: idRefund.value, waits: plan.waitsFor === 'APPROVAL' }
        refresh()
      },
    )
  }
  if (made.value) {
    return (
      <Drawer title="Refund created" onClose={onClose}>
        <Notice tone="info">
          {made.value.waits
            ? `The refund of ${sum} needs the approval of another operator. The amount is reserved until then.`
            : `${sum} will be refunded. ${merchantCode} is notified.`}
        </Notice>
        <p>
          <a href={placeOf.payment({ merchantCode, kind: 'refund', id: made.value.id })} onClick={onClose}>
            View refund
          </a>
        </p>
      </Drawer>
    )
  }
  return (
    <Drawer title={`Refund ${idPayin}`} onClose={onClose}>
      <p class="quiet">
        The refund is paid from the balance of {merchantCode}. {merchantCode} is notified that you created it.
      </p>
      <Form label={`Refund ${idPayin}`} onSend={send}>
        <Refused refusal={action.now.refusal} />
        <Field
          label={`Amount in ${money.currencyCode}`}
          value={amount}
          inputMode="decimal"
          hint="Leave empty to refund the full remaining amount."
          fault={faultIn(reported, '/money/amount') ?? action.faultAt('money/amount')}
        />
        <Field label="Reason" value={reason} choices={REASONS} />
        <Field
          label="Note for the merchant (optional)"
          value={note}
          maxLength={140}
          fault={action.faultAt('note')}
        />
        <div aria-live="polite" class="refund-plan">
          {reported === undefined ? (
            <Loading rows={5} />
          ) : (
            <Plan reported={reported} merchantCode={merchantCode} />
          )}
        </div>
        <p class="row-acts">
          {plan && (
            <Button type="submit" tone="primary" acting={action.now}>
              {buttonWords(plan, sum)}
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
        </p>
      </Form>
    </Drawer>
  )
}

function faultIn(reported: Answer<Reported> | undefined, path: string): string | undefined {
  if (reported?.ok) return reported.value.refusal?.errors.find((fault) => fault.path === path)?.message
  const refusal = reported?.refusal
  return refusal?.kind === 'refused'
    ? refusal.faults.find((fault) => fault.path === path)?.message
    : undefined
}

/** `Return ฿500 to …4321`: the effect, the amount and the payee. */
function buttonWords({ waitsFor, payee }: Reported, sum: string): string {
  if (waitsFor === 'APPROVAL') return `Request approval to refund ${sum}`
  if (waitsFor === 'PAYEE') return `Reserve ${sum} for the payer to claim`
  return payee?.account === undefined ? `Refund ${sum} to the payer` : `Refund ${sum} to ${payee.account}`
}

const ROUTES = {
  NATIVE: 'Returned by the payment provider to the payer',
  PAYOUT: 'Payout to the payer’s account',
  CLAIM: 'The payer chooses the account with a claim link',
  MANUAL: 'Sent by hand by an operator',
} as const

const WAITS = {
  APPROVAL: 'Approval of another operator',
  PAYEE: 'The payer’s claim. The merchant sends the link',
  OPERATOR: 'An operator, who sends it by hand',
} as const

function Plan({
  reported,
  merchantCode,
}: {
  readonly reported: Answer<Reported>
  readonly merchantCode: string
}) {
  if (!reported.ok) return <Failed refusal={reported.refusal} />
  const { refusal, money, refundable, route, processor, payee, fee, vat, feeReversal } = reported.value
  if (refusal || !money || !route) {
    const said = refusal?.errors.map(({ message }) => message).join(' · ')
    return <Notice tone="warn">{said || refusal?.detail || plainWords(refusal?.code ?? 'REFUSED')}</Notice>
  }
  const { waitsFor, waitsUntil } = reported.value
  return (
    <Facts
      facts={[
        {
          name: 'Refund',
          value: (
            <>
              <Amount money={money} />
              {refundable && (
                <span class="quiet">
                  {' '}
                  of <Amount money={refundable} /> refundable
                </span>
              )}
            </>
          ),
        },
        { name: 'Refund route', value: ROUTES[route] },
        payee && {
          name: 'Payee',
          value: [payee.accountName, payee.bank, payee.account].filter(Boolean).join(' · '),
        },
        processor === undefined ? undefined : { name: 'Sent by', value: processor },
        {
          name: 'Waits for',
          value:
            waitsFor === undefined ? (
              'Nothing. It is sent immediately'
            ) : (
              <>
                {WAITS[waitsFor]}
                {waitsUntil !== undefined && (
                  <>
                    , until <Time at={waitsUntil} brief />
                  </>
                )}
              </>
            ),
        },
        fee && {
          name: `Fee for ${merchantCode}`,
          value:
            isNil(fee) && (!vat || isNil(vat)) ? (
              'Nothing'
            ) : (
              <>
                <Amount money={fee} />
                {vat && !isNil(vat) && (
                  <>
                    {' '}
                    and VAT of <Amount money={vat} />
                  </>
                )}
              </>
            ),
        },
        feeReversal && !isNil(feeReversal)
          ? { name: 'Reversed payin fee', value: <Amount money={feeReversal} /> }
          : undefined,
      ]}
    />
  )
}
