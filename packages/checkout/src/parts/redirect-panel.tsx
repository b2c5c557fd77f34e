/** The link to the bank's or wallet's page, and what is shown when the payer comes back. */
import { useWords } from '../i18n.tsx'
import { type Payin, pageOf } from '../payin.ts'

/** Banks refuse to be framed, so a framed checkout redirects the whole window. */
export const target = (): '_top' | undefined => (window.top === window.self ? undefined : '_top')

export function RedirectPanel({ payin }: { readonly payin: Payin }) {
  const { t } = useWords()
  const { paymentOperator } = payin.paymentMethodResponse
  const page = pageOf(payin.paymentMethodResponse)
  if (page === undefined) return null
  const name = paymentOperator?.name ?? t('yourBank')
  return (
    <section class="panel centre">
      <h1 tabIndex={-1}>{t('goTo', { name })}</h1>
      <p class="quiet">{t('goText')}</p>
      <a class="primary" href={page} target={target()}>
        {t('goTo', { name })}
      </a>
    </section>
  )
}
