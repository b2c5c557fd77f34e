/**
 * When keys and secrets were last used, recorded a little later, so that people see which of them they can remove. Decides
 * nothing.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'

export interface UsedCredential {
  readonly merchantCode: MerchantCode
  readonly id: string
}

/** Skips locked rows: a key that is being removed needs no new time. */
const USED = sqlStatement({
  name: 'merchant_credential_used',
  text: `update merchant_credential c set used_at = $3 from (
      select m.merchant_id, m.id from merchant_credential m
      join unnest($1::text[], $2::text[]) as u(merchant_id, id) on m.merchant_id = u.merchant_id and m.id = u.id
      where m.removed_at is null and (m.used_at is null or m.used_at < $3)
      for update of m skip locked) s
    where c.merchant_id = s.merchant_id and c.id = s.id`,
})

/** @param at when they were used, or a little later */
export async function noteUsed(
  database: Database,
  used: readonly UsedCredential[],
  at: Instant,
): Promise<void> {
  const codes = used.map(({ merchantCode }) => merchantCode)
  await database.run(USED, [codes, used.map(({ id }) => id), isoTime(at)])
}
