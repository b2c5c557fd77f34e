/** Checks an account with a provider: by harmless requests to the provider, and by the stored settings. */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { ProviderAccount } from '@sluice/provider-kit/provider.ts'
import type { AccountRecord } from '../../processors/providers/store.ts'

export interface ProviderFinding {
  readonly what: 'credentials' | 'certificate' | 'notifications' | 'balance'
  readonly state: 'OK' | 'ATTENTION' | 'BROKEN'
  readonly detail: string
}

const DAY_MS = 86_400_000
/** A new certificate takes some days at most banks. */
const SOON_MS = 30 * DAY_MS

export async function findingsOf(
  account: ProviderAccount,
  record: AccountRecord,
  notificationUrl: string,
  now: Instant,
): Promise<readonly ProviderFinding[]> {
  const ping = await account.ping()
  return [
    ping.ok
      ? { what: 'credentials', state: 'OK', detail: 'the provider accepts them' }
      : { what: 'credentials', state: 'BROKEN', detail: ping.why },
    ...certificateFindings(record, now),
    notificationFinding(notificationUrl),
    ...(ping.ok ? await balanceFindings(account) : []),
  ]
}

/** The balance, if the provider reports it. */
async function balanceFindings(account: ProviderAccount): Promise<readonly ProviderFinding[]> {
  const reported = await account.balances?.()
  if (!reported) return []
  if (reported.type === 'unclear')
    return [
      { what: 'balance', state: 'ATTENTION', detail: `the provider did not report it: ${reported.why}` },
    ]
  return reported.balances.map(({ name, money }) => {
    return { what: 'balance', state: 'OK', detail: `${name}: ${moneyWords(money)}` }
  })
}

/** For each certificate that is set. */
export function certificateFindings({ secrets }: AccountRecord, now: Instant): readonly ProviderFinding[] {
  return Object.entries(secrets).flatMap(([name, { endsAt }]): ProviderFinding[] => {
    if (endsAt === undefined) return []
    const days = Math.floor((endsAt - now) / DAY_MS)
    if (endsAt <= now)
      return [
        { what: 'certificate', state: 'BROKEN', detail: `${name} has expired: set a new one with its key` },
      ]
    return [
      {
        what: 'certificate',
        state: endsAt - now < SOON_MS ? 'ATTENTION' : 'OK',
        detail: `${name} expires in ${days} ${days === 1 ? 'day' : 'days'}`,
      },
    ]
  })
}

function notificationFinding(url: string): ProviderFinding {
  const { protocol, hostname } = new URL(url)
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol === 'https:' && !isHere)
    return {
      what: 'notifications',
      state: 'OK',
      detail: `they are sent to ${hostname}, which must be reachable from the internet`,
    }
  return {
    what: 'notifications',
    state: 'ATTENTION',
    detail: `they would be sent to ${protocol}//${hostname}, which no provider can reach: set SLUICE_PUBLIC_URL. Until then each payment gets status inquiries`,
  }
}
