/** The stored agreements: one for each merchant and currency. Each change writes its line to the audit log. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { SettlementAgreement } from './agreement.ts'

export type WrittenTerms = Omit<SettlementAgreement, 'merchantId' | 'currency' | 'version'>

export interface KeptAgreement extends SettlementAgreement {
  /** Periods that ended before are not settled. */
  readonly since: Instant
  readonly updatedAt: Instant
}

const COLUMNS = 'merchant_id, currency, terms, version, since, updated_at'
const OF_MERCHANT = sqlStatement({
  name: 'settlement_terms_of',
  text: `select ${COLUMNS} from settlement_terms where merchant_id = $1 order by currency`,
})
const LOCKED = sqlStatement({
  name: 'settlement_terms_locked',
  text: `select ${COLUMNS} from settlement_terms where merchant_id = $1 and currency = $2 for update`,
})
const PUT = sqlStatement({
  name: 'settlement_terms_put',
  text: `insert into settlement_terms (merchant_id, currency, terms, version, since, updated_at) values ($1, $2, $3::text::jsonb, 1, $4, $4)
    on conflict (merchant_id, currency) do update set terms = excluded.terms, version = settlement_terms.version + 1,
      updated_at = excluded.updated_at`,
})
const PAGE = sqlStatement({
  name: 'settlement_terms_page',
  text: `select ${COLUMNS} from settlement_terms where (merchant_id, currency) > ($1, $2) and ($3::text[] is null or merchant_id = any($3))
      and ($4::text is null or currency = $4)
    order by merchant_id, currency limit $5`,
})

/** Amounts as text, because JSON has no bigint. */
export const termsText = (terms: WrittenTerms): string =>
  JSON.stringify({ ...terms, minimumMinor: terms.minimumMinor.toString() })

type StoredTerms = Omit<WrittenTerms, 'minimumMinor'> & { readonly minimumMinor: string }

type TermsRow = Pick<RowOf<'settlement_terms_of'>, 'merchant_id' | 'currency' | 'terms'> & {
  readonly version?: number
}

export function termsOfRow(row: TermsRow): SettlementAgreement {
  const { minimumMinor, ...terms } = row.terms as StoredTerms
  return {
    ...terms,
    merchantId: row.merchant_id,
    currency: row.currency,
    minimumMinor: minor(BigInt(minimumMinor)),
    version: row.version ?? 0,
  }
}

const kept = (row: RowOf<'settlement_terms_of'>): KeptAgreement => ({
  ...termsOfRow(row),
  since: row.since,
  updatedAt: row.updated_at,
})

export const readAgreements = async (
  database: Database,
  merchantId: MerchantCode,
): Promise<readonly KeptAgreement[]> => (await database.run(OF_MERCHANT, [merchantId])).map(kept)

export interface AgreementsRequested {
  readonly merchantCodes: readonly string[] | undefined
  readonly currency: string | undefined
}

/** Sorted by merchant and currency, from after this one. */
export async function pageOfAgreements(
  database: Database,
  requested: AgreementsRequested,
  after: Pick<SettlementAgreement, 'merchantId' | 'currency'> | undefined,
  limit: number,
): Promise<readonly KeptAgreement[]> {
  const values = [after?.merchantId ?? '', after?.currency ?? '', requested.merchantCodes ?? null]
  const rows = await database.run(PAGE, [...values, requested.currency ?? null, limit])
  return rows.map(kept)
}

/** @param audit receives the agreement before the change */
export async function putAgreement(
  database: Database,
  of: Pick<SettlementAgreement, 'merchantId' | 'currency'>,
  terms: WrittenTerms,
  at: Instant,
  audit: (before: SettlementAgreement | undefined) => AuditLine,
): Promise<void> {
  const reads = [{ statement: LOCKED, values: [of.merchantId, of.currency] }] as const
  await database.transact(reads, ([found]) => {
    const before = found?.[0] && termsOfRow(found[0])
    const put = { statement: PUT, values: [of.merchantId, of.currency, termsText(terms), isoTime(at)] }
    return { calls: [put, auditCall(audit(before))], outcome: undefined }
  })
}
