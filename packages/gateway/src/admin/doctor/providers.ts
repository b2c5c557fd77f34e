/**
 * The doctor's check of accounts with providers: certificates that expire, unchecked accounts, and accounts whose
 * provider never sent a notification. The check `processors` reports whether they answer now.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { readSigns } from '../../processors/providers/last-contact.ts'
import type { AccountRecord } from '../../processors/providers/store.ts'
import { broken, counted, type Finding, fine, type Look, warning } from './check.ts'

const DAY_MS = 86_400_000
/** A new certificate takes some days at most banks. */
const SOON_DAYS = 30
const VERY_SOON_DAYS = 7
/** A provider that sends notifications would have sent one about a payment within this time. */
const QUIET_MS = 3_600_000

export const providers: Look = async ({ gateway: { providers: accounts, database, deps } }) => {
  await accounts.load()
  const now = deps.clock.now()
  const active = accounts.all().filter(({ status }) => status === 'ACTIVE')
  const signs = new Map((await readSigns(database, now - QUIET_MS)).map((each) => [each.name, each] as const))
  const isNotified = ({ name }: AccountRecord) =>
    accounts.find(name)?.processor.account.readNotification !== undefined
  return accountsFinding(
    active.map((record) => {
      const { checkedAt, heardAt, hasSent = false } = signs.get(record.name) ?? {}
      const isSilent = hasSent && heardAt === undefined && isNotified(record)
      return { record, isChecked: checkedAt !== undefined, isSilent }
    }),
    now,
  )
}

export interface AccountLook {
  readonly record: Pick<AccountRecord, 'name' | 'isTest' | 'secrets'>
  readonly isChecked: boolean
  /** Payments were sent there, but no notification ever came. */
  readonly isSilent: boolean
}

/** Only active accounts. */
export function accountsFinding(looked: readonly AccountLook[], now: Instant): Finding {
  const ends = looked.flatMap(({ record }) => endsOf(record, now))
  const unchecked = looked.filter(({ isChecked, record }) => !isChecked && !record.isTest)
  const silent = looked.filter(({ isSilent }) => isSilent)
  const details = [
    ...ends.map(({ detail }) => detail),
    ...(unchecked.length === 0 ? [] : [`never checked: ${namesOf(unchecked)}`]),
    ...(silent.length === 0
      ? []
      : [`payments were sent, but no notification ever arrived: ${namesOf(silent)}`]),
  ]
  const [detail, ...more] = details
  if (detail === undefined) return fine(`${counted(looked.length, 'account')} with providers, nothing to do`)
  const remedies = [
    ...(ends.length === 0
      ? []
      : ['get a new certificate from the provider and set it with its key by `sluice providers update`']),
    ...(unchecked.length === 0 ? [] : ['run `sluice providers check <name>`, which is harmless']),
    ...(silent.length === 0
      ? []
      : ['let the provider notify this gateway: `sluice providers subscribe <name>`, or in its dashboard']),
  ]
  const isBroken = ends.some(({ isUrgent }) => isUrgent)
  return (isBroken ? broken : warning)([detail, ...more].join('; '), remedies.join('; '))
}

const namesOf = (looked: readonly AccountLook[]): string => looked.map(({ record }) => record.name).join(', ')

/** Certificates that expire soon. `isUrgent`: an account of live merchants will soon stop working. */
function endsOf(
  { name, isTest, secrets }: AccountLook['record'],
  now: Instant,
): readonly { readonly detail: string; readonly isUrgent: boolean }[] {
  return Object.entries(secrets).flatMap(([setting, { endsAt = Number.POSITIVE_INFINITY }]) => {
    const days = Math.floor((endsAt - now) / DAY_MS)
    if (days >= SOON_DAYS) return []
    const when = endsAt <= now ? 'has expired' : `expires in ${counted(days, 'day')}`
    return [{ detail: `${setting} of ${name} ${when}`, isUrgent: days < VERY_SOON_DAYS && !isTest }]
  })
}
