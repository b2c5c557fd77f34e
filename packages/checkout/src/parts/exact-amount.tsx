import { useWords } from '../i18n.tsx'
import { type MethodResponse, toPay } from '../payin.ts'
import { Notice } from './small.tsx'

/** Shown if the payer types the amount, or if it differs from the order's. */
export function ExactAmount({ response }: { readonly response: MethodResponse }) {
  const { t, money } = useWords()
  const { money: order, moneyRequired } = response
  return (
    <Notice kind="info">
      <strong>{t('exact', { amount: money(toPay(response)) })}</strong> {t('exactWhy')}
      {moneyRequired && moneyRequired.amount !== order.amount && (
        <> {t('exactFull', { amount: money(order) })}</>
      )}
    </Notice>
  )
}
