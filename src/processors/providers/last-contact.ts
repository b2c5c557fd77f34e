/**
 * Signs of life of accounts with providers: when one was checked, and when its provider notified. They are kept beside the account and
 * are no change of it, so no node reads it anew for them.
 */
import { type Database, sqlStatement } from '../../database/port.ts'
import type { Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'

const CHECKED = sqlStatement({
  name: 'provider_checked',
  text: 'update provider_account set checked_at = $2 where name = $1',
})
const HEARD = sqlStatement({
  name: 'provider_heard',
  text: 'update provider_account set heard_at = $2 where name = $1 and (heard_at is null or heard_at <= $3)',
})
/** Something was sent under its name that it has had time to tell of. */
const READ = sqlStatement({
  name: 'provider_signs',
  text: `select name, checked_at, heard_at, exists (select 1 from provider_order o
      where o.processor = a.name and o.begun_at < $1 and not o.is_closed) as has_sent from provider_account a order by name`,
})

/** What one writes down of a provider that notifies all the time is to the hour. */
const HEARD_EVERY_MS = 3_600_000

export interface ProviderSigns {
  readonly name: string
  readonly checkedAt: Instant | undefined
  readonly heardAt: Instant | undefined
  /** Before the time that was asked for something was sent to it. */
  readonly hasSent: boolean
}

export async function markChecked(database: Database, name: string, at: Instant): Promise<void> {
  await database.run(CHECKED, [name, isoTime(at)])
}

/** In the order of their names. @param sentBefore for `hasSent` */
export async function readSigns(database: Database, sentBefore: Instant): Promise<readonly ProviderSigns[]> {
  const rows = await database.run(READ, [isoTime(sentBefore)])
  return rows.map((row) => ({
    name: row.name,
    checkedAt: row.checked_at ?? undefined,
    heardAt: row.heard_at ?? undefined,
    hasSent: row.has_sent === true,
  }))
}

/** Writes down that accounts were notified, each once an hour. */
export class Heard {
  readonly #database: Database
  readonly #writtenAt = new Map<string, Instant>()

  constructor(database: Database) {
    this.#database = database
  }

  /** @returns once it is written down, where it is time */
  async mark(name: string, at: Instant): Promise<void> {
    if (at - (this.#writtenAt.get(name) ?? Number.NEGATIVE_INFINITY) < HEARD_EVERY_MS) return
    this.#writtenAt.set(name, at)
    await this.#database.run(HEARD, [name, isoTime(at), isoTime(at - HEARD_EVERY_MS)])
  }
}
