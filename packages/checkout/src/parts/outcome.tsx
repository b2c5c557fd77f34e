/** The end of a payment: paid, refused, failed or expired, with the link back to the shop. */
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import type { Payin } from '../payin.ts'
import type { Closed } from '../session.ts'
import { ReturnLink } from './return-link.tsx'

const HEADINGS = { SUCCESS: 'success', REFUSED: 'refused', FAILED: 'failed' } as const

const REASONS: Readonly<Record<string, MessageKey>> = {
  CUSTOMER_NOT_REGISTERED: 'failedUnknown',
  CUSTOMER_VERIFICATION_INACTIVITY: 'failedInactive',
}

interface OverProps {
  readonly closed: Closed
  readonly merchantName: string
}

export function Over({ closed, merchantName }: OverProps) {
  const { t, money } = useWords()
  const { status, failureReasonCode = '' } = closed
  const isPaid = status === 'SUCCESS'
  const text =
    status === 'FAILED'
      ? t(REASONS[failureReasonCode] ?? 'failedText')
      : isPaid
        ? undefined
        : t('refusedText')
  return (
    <div class="stack centre outcome">
      <EndSign kind={isPaid ? 'good' : 'bad'} />
      <h1 tabIndex={-1}>{t(HEADINGS[status])}</h1>
      {isPaid && <p class="sum-amount">{money(closed)}</p>}
      <p>{text ?? t('successText', { merchant: merchantName })}</p>
      {!isPaid && <p class="quiet">{t('startAgain')}</p>}
      <ReturnLink returnUrl={closed.returnUrl} merchantName={merchantName} isMain />
    </div>
  )
}

interface ExpiredProps {
  readonly payin: Payin
  readonly merchantName: string
}

export function ExpiredNotice({ payin, merchantName }: ExpiredProps) {
  const { t } = useWords()
  return (
    <div class="stack centre outcome">
      <EndSign kind="time" />
      <h1 tabIndex={-1}>{t('expired')}</h1>
      <p>{t('expiredText')}</p>
      <p class="quiet">{t('startAgain')}</p>
      <ReturnLink returnUrl={payin.paymentMethodResponse.returnUrl} merchantName={merchantName} isMain />
    </div>
  )
}

const PATHS = {
  good: 'M14 25l7 7 14-15',
  bad: 'M16 16l16 16m0-16L16 32',
  time: 'M24 13v12l8 5',
} as const

/** The sign for success, failure or waiting. */
export function EndSign({ kind }: { readonly kind: keyof typeof PATHS }) {
  return (
    <svg class={`end ${kind}`} viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r="22" />
      <path d={PATHS[kind]} />
    </svg>
  )
}
