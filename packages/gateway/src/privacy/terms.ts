/**
 * How long the personal data of a payment is kept after its close.
 *
 * The operator sets two bounds for the whole installation. Before `keepDays` nothing is erased, not even on request,
 * because book-keeping and anti-money-laundering laws require the data. `mostDays` is the longest term that a merchant
 * may have. Within these bounds the default and each merchant have a term after which the data is erased; without one
 * it is erased only on request. A merchant cannot change its own term.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { GATEWAY } from '../payments/cases.ts'

export const DAY_MS = 86_400_000
/** Shorter, and money that comes late could not be returned to its payer. */
export const SHORTEST_KEEP_DAYS = 30
export const LONGEST_DAYS = 36_500

export interface Bounds {
  readonly keepDays: number
  readonly mostDays: number
  readonly eraseDays: number | undefined
  readonly version: number
}

export interface MerchantTerm {
  readonly merchantCode: MerchantCode
  readonly eraseDays: number
  readonly version: number
}

/** Five years, as most laws against money laundering require, and never without being asked. */
export const USUAL: Bounds = { keepDays: 1_826, mostDays: 3_653, eraseDays: undefined, version: 0 }

export interface ErasureTerms {
  readonly bounds: Bounds
  readonly merchants: ReadonlyMap<string, MerchantTerm>
}

const READ = sqlStatement({
  name: 'erasure_terms_read',
  text: 'select merchant_id, keep_days, most_days, erase_days, version from erasure_terms',
})
const LOCKED = sqlStatement({
  name: 'erasure_terms_locked',
  text: 'select merchant_id, keep_days, most_days, erase_days, version from erasure_terms for update',
})
const PUT = sqlStatement({
  name: 'erasure_terms_put',
  text: `insert into erasure_terms (merchant_id, keep_days, most_days, erase_days, version, updated_at) values ($1, $2, $3, $4, 1, $5)
    on conflict (merchant_id) do update set keep_days = excluded.keep_days, most_days = excluded.most_days,
      erase_days = excluded.erase_days, version = erasure_terms.version + 1, updated_at = excluded.updated_at`,
})

function termsIn(
  rows: readonly (RowOf<'erasure_terms_read'> | RowOf<'erasure_terms_locked'>)[],
): ErasureTerms {
  const all = rows.find(({ merchant_id }) => merchant_id === GATEWAY)
  const merchants = rows.flatMap(({ merchant_id, erase_days, version }) =>
    merchant_id === GATEWAY || erase_days === null
      ? []
      : [[merchant_id, { merchantCode: merchant_id, eraseDays: erase_days, version }] as const],
  )
  return {
    bounds: all
      ? {
          keepDays: all.keep_days ?? USUAL.keepDays,
          mostDays: all.most_days ?? USUAL.mostDays,
          eraseDays: all.erase_days ?? undefined,
          version: all.version,
        }
      : USUAL,
    merchants: new Map(merchants),
  }
}

export const readTerms = async (database: Database): Promise<ErasureTerms> =>
  termsIn(await database.run(READ, []))

export interface ErasureTermsChange {
  /** Undefined: of the installation. */
  readonly merchantCode: MerchantCode | undefined
  readonly keepDays: number | undefined
  readonly mostDays: number | undefined
  /** Undefined: the default of the installation; for the installation: none. */
  readonly eraseDays: number | undefined
}

/** @param audit its line; throws if the terms are no longer as they were */
export async function putTerms(
  database: Database,
  change: ErasureTermsChange,
  at: Instant,
  audit: (before: ErasureTerms) => AuditLine,
): Promise<void> {
  const { merchantCode, keepDays, mostDays, eraseDays } = change
  const bounds = [keepDays ?? null, mostDays ?? null]
  await database.transact([{ statement: LOCKED, values: [] }] as const, ([found]) => {
    const values = [merchantCode ?? GATEWAY, ...bounds, eraseDays ?? null, isoTime(at)]
    return { calls: [{ statement: PUT, values }, auditCall(audit(termsIn(found)))], outcome: undefined }
  })
}

/** The term of a merchant, in days; undefined: only on request. The bounds may have changed since it was set. */
export function eraseDaysOf({ bounds, merchants }: ErasureTerms, merchantId: string): number | undefined {
  const days = merchants.get(merchantId)?.eraseDays ?? bounds.eraseDays
  return days === undefined ? undefined : Math.min(Math.max(days, bounds.keepDays), bounds.mostDays)
}
