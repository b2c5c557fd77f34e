/** The state of a claim link: used, being checked, paid, failed, or expired. */
import { useWords } from '../i18n.tsx'
import type { MessageKey } from '../messages/en.ts'
import { EndSign } from '../parts/outcome.tsx'
import type { ClaimState } from './claim-api.ts'

type Over = Exclude<ClaimState, 'OPEN'>

const SAYS: Readonly<
  Record<
    Over,
    { readonly sign: 'good' | 'bad' | 'time'; readonly title: MessageKey; readonly text: MessageKey }
  >
> = {
  CHECKING: { sign: 'time', title: 'claimChecking', text: 'claimCheckingText' },
  SENT: { sign: 'good', title: 'claimSent', text: 'claimSentText' },
  PAID: { sign: 'good', title: 'claimPaid', text: 'claimPaidText' },
  FAILED: { sign: 'bad', title: 'claimFailed', text: 'claimFailedText' },
  EXPIRED: { sign: 'time', title: 'claimExpired', text: 'claimExpiredText' },
}

interface ClaimOverProps {
  readonly state: Over
  readonly merchantName: string
}

export function ClaimOver({ state, merchantName }: ClaimOverProps) {
  const { t } = useWords()
  const { sign, title, text } = SAYS[state]
  const values = { merchant: merchantName }
  return (
    <div class="stack centre outcome">
      <EndSign kind={sign} />
      <h1 tabIndex={-1}>{t(title)}</h1>
      <p>{t(text, values)}</p>
      {state !== 'EXPIRED' && <p class="quiet">{t('claimUsed', values)}</p>}
    </div>
  )
}
