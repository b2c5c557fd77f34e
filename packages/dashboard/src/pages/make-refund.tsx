/** Refunds a payment, in full or in part: the button shows the amount. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Field, Form, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { type MoneyText, moneyText } from '@sluice/ui-kit/money.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Notice } from '@sluice/ui-kit/small.tsx'
import { useMemo } from 'preact/hooks'
import { type AnswerOf, ask } from '../api.ts'
import { t, wordOf } from '../language.ts'
import { may } from '../merchant.ts'
import { placeOf } from '../places.ts'
import { amountOf, Claim, newId, Status } from '../texts.tsx'

const REASONS = ['REQUESTED_BY_CUSTOMER', 'DUPLICATE_ORDER', 'FRAUD', 'OTHER'] as const

interface RefundProps {
  readonly idPayin: string
  /** The most that can be refunded. */
  readonly left: MoneyText
  readonly onClose: () => void
}

export function MakeRefund({ idPayin, left, onClose }: RefundProps) {
  const action = useAction()
  const amount = useSignal(left.amount)
  const reason = useSignal<string>('REQUESTED_BY_CUSTOMER')
  const note = useSignal('')
  const made = useSignal<AnswerOf<'POST /refunds/{idRefund}'> | undefined>(undefined)
  // One ID for each open form, so that a request sent twice makes one refund.
  const idRefund = useMemo(() => newId('refund'), [idPayin])
  const digits = amountOf(amount.value.trim())
  const money = { amount: amount.value.trim(), currencyCode: left.currencyCode }
  const send = (): void => {
    if (!digits) return
    void action.run(
      () =>
        ask('POST /refunds/{idRefund}', {
          path: { idRefund },
          body: {
            idPayin,
            money: { amount: digits, currencyCode: left.currencyCode },
            reason: reason.value,
            ...(note.value.trim() !== '' && { note: note.value.trim() }),
          },
        }),
      (refund) => {
        made.value = refund
        refresh()
      },
    )
  }
  const done = made.value
  return (
    <Drawer title={t('refundTitle', { id: idPayin })} onClose={onClose}>
      {done ? (
        <>
          <Notice tone="info">{t('refundDone', { amount: moneyText(done.money) })}</Notice>
          <p>
            <Status status={done.process.status} /> {wordOf(done.route)}
          </p>
          {done.claimUrl !== undefined && <Claim url={done.claimUrl} />}
          {done.process.status === 'AWAITING_PAYEE' && !may('payouts:act') && (
            <Notice tone="warn">{t('claimByOthers')}</Notice>
          )}
          <a class="button" href={placeOf.payment('refund', done.idRefund)}>
            {done.idRefund}
          </a>
        </>
      ) : (
        <Form label={t('refundTitle', { id: idPayin })} onSend={send}>
          <Refused refusal={action.now.refusal} />
          <Field
            label={`${t('amount')} (${left.currencyCode})`}
            value={amount}
            inputMode="decimal"
            fault={action.faultAt('money/amount') ?? (digits ? undefined : t('digits'))}
            hint={t('refundHint', { amount: moneyText(left) })}
            required
          />
          <Field label={t('reason')} value={reason} choices={REASONS.map(choice)} />
          <Field
            label={t('note')}
            value={note}
            hint={t('noteHint')}
            fault={action.faultAt('note')}
            maxLength={200}
          />
          <Button type="submit" tone="primary" acting={action.now}>
            {t('refundAction', { amount: moneyText(money) })}
          </Button>
        </Form>
      )}
    </Drawer>
  )
}

/** The API's reason for a payment made twice is the same code as for a duplicate line, so it needs its own label. */
function choice(reason: (typeof REASONS)[number]): readonly [string, string] {
  return reason === 'DUPLICATE_ORDER' ? ['DUPLICATE', t('paidTwice')] : [reason, wordOf(reason)]
}
