/**
 * When each provider account was last checked, and when its provider last notified. Stored beside the account without changing its
 * version, so no node reloads the account for it.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

const CHECKED = sqlStatement({
  name: 'provider_checked',
  text: 'update provider_account set checked_at = $2 where name = $1',
})
const HEARD = sqlStatement({
  name: 'provider_heard',
  text: 'update provider_account set heard_at = $2 where name = $1 and (heard_at is null or heard_at <= $3)',
})
/** Something was sent long enough ago for the provider to have notified. */
const READ = sqlStatement({
  name: 'provider_signs',
  text: `select name, checked_at, heard_at, exists (select 1 from provider_order o
      where o.processor = a.name and o.begun_at < $1 and not o.is_closed) as has_sent from provider_account a order by name`,
})

/** The time of the last notification is kept to the hour. */
const HEARD_EVERY_MS = 3_600_000

export interface ProviderSigns {
  readonly name: string
  readonly checkedAt: Instant | undefined
  readonly heardAt: Instant | undefined
  /** Whether something was sent before the time given. */
  readonly hasSent: boolean
}

export async function markChecked(database: Database, name: string, at: Instant): Promise<void> {
  await database.run(CHECKED, [name, isoTime(at)])
}

/** By name. @param sentBefore for `hasSent` */
export async function readSigns(database: Database, sentBefore: Instant): Promise<readonly ProviderSigns[]> {
  const rows = await database.run(READ, [isoTime(sentBefore)])
  return rows.map((row) => ({
    name: row.name,
    checkedAt: row.checked_at ?? undefined,
    heardAt: row.heard_at ?? undefined,
    hasSent: row.has_sent === true,
  }))
}

/** Notes that accounts were notified, at most once an hour each. */
export class NotificationTimes {
  readonly #database: Database
  readonly #writtenAt = new Map<string, Instant>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns when it is stored, if it was due */
  async mark(name: string, at: Instant): Promise<void> {
    if (at - (this.#writtenAt.get(name) ?? Number.NEGATIVE_INFINITY) < HEARD_EVERY_MS) return
    this.#writtenAt.set(name, at)
    await this.#database.run(HEARD, [name, isoTime(at), isoTime(at - HEARD_EVERY_MS)])
  }
}
