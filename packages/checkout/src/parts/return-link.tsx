/** The link back to the shop, on every page whose server has sent the shop's address. */
import { withPayinId } from '@sluice/core/foundation/urls.ts'
import { useWords } from '../i18n.tsx'
import { isSafeLink } from '../payin.ts'
import { ownAddress, paymentOf } from '../session.ts'

interface ReturnLinkProps {
  readonly returnUrl: string | undefined
  readonly merchantName: string
  /** Shown as the main button if there is nothing else to do. */
  readonly isMain?: boolean
}

/** False if the shop has named no address. */
export const hasReturnUrl = (returnUrl: string | undefined): returnUrl is string =>
  isSafeLink(returnUrl) && returnUrl !== ownAddress(location)

export function ReturnLink({ returnUrl, merchantName, isMain }: ReturnLinkProps) {
  const { t } = useWords()
  if (!hasReturnUrl(returnUrl)) return isMain ? <p class="quiet">{t('mayClose')}</p> : null
  const idPayin = paymentOf(location.pathname)?.idPayin ?? ''
  return (
    <a
      class={isMain ? 'primary' : 'link way-back'}
      href={withPayinId(returnUrl, idPayin)}
      target={window.top === window.self ? undefined : '_top'}
    >
      {t('back', { merchant: merchantName })}
    </a>
  )
}
