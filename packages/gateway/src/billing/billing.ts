/**
 * Settings of statements and invoices: who runs the gateway, who is billed, and in which time zone months are counted.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import type { Merchant } from '../merchants/merchant.ts'
import type { BilledParty, Parties } from './statement.ts'

/** Settings of the installation. */
export interface Billing {
  /** Time zone for merchants that have none of their own. */
  readonly zone: string
  /** Whether statements are issued automatically at the end of each month. */
  readonly monthly: boolean
  /** Prefix of invoice numbers. */
  readonly series: string
  /** Prefix of credit note numbers; always different. */
  readonly creditSeries: string
  /** Without an issuer there are no invoices. */
  readonly issuer: BilledParty | undefined
}

/** Settings of one merchant. */
export interface MerchantBilling {
  readonly zone: string | undefined
  readonly recipient: BilledParty | undefined
}

/** The defaults. */
export const USUAL_BILLING: Billing = {
  zone: 'UTC',
  monthly: true,
  series: 'INV',
  creditSeries: 'CN',
  issuer: undefined,
}

/** The default, if none is set. */
export const usualCreditSeries = (series: string): string =>
  series === USUAL_BILLING.creditSeries ? 'CREDIT' : USUAL_BILLING.creditSeries

const READ = sqlStatement({
  name: 'billing_read',
  text: 'select zone, monthly, series, credit_series, issuer from billing',
})
const PUT = sqlStatement({
  name: 'billing_put',
  text: `insert into billing (is_the_one, zone, monthly, series, issuer, updated_at, credit_series) values (true, $1, $2, $3, $4::text::jsonb, $5, $6)
    on conflict (is_the_one) do update set zone = excluded.zone, monthly = excluded.monthly, series = excluded.series,
      issuer = excluded.issuer, updated_at = excluded.updated_at, credit_series = excluded.credit_series`,
})
const OF_MERCHANTS = sqlStatement({
  name: 'billing_of_merchants',
  text: 'select merchant_id, zone, recipient from merchant_billing where merchant_id = any($1::text[])',
})
const PUT_MERCHANT = sqlStatement({
  name: 'billing_put_merchant',
  text: `insert into merchant_billing (merchant_id, zone, recipient, updated_at) values ($1, $2, $3::text::jsonb, $4)
    on conflict (merchant_id) do update set zone = excluded.zone, recipient = excluded.recipient, updated_at = excluded.updated_at`,
})

export async function readBilling(database: Database): Promise<Billing> {
  const [row] = await database.run(READ, [])
  if (!row) return USUAL_BILLING
  const series = row.series
  return {
    zone: row.zone,
    monthly: row.monthly,
    series,
    creditSeries: row.credit_series ?? usualCreditSeries(series),
    issuer: (row.issuer ?? undefined) as BilledParty | undefined,
  }
}

export async function putBilling(database: Database, billing: Billing, audit: AuditLine): Promise<void> {
  const { zone, monthly, series, creditSeries, issuer } = billing
  const by = issuer ? JSON.stringify(issuer) : null
  const values = [zone, monthly, series, by, isoTime(audit.at), creditSeries]
  await database.batch([{ statement: PUT, values }, auditCall(audit)])
}

const NOTHING_OWN: MerchantBilling = { zone: undefined, recipient: undefined }

/** The merchants that have settings, by code. */
export async function readMerchantBillings(
  database: Database,
  codes: readonly string[],
): Promise<ReadonlyMap<string, MerchantBilling>> {
  const rows = await database.run(OF_MERCHANTS, [codes])
  return new Map(
    rows.map((row) => [
      row.merchant_id,
      {
        zone: row.zone ?? undefined,
        recipient: (row.recipient ?? undefined) as BilledParty | undefined,
      },
    ]),
  )
}

export async function readMerchantBilling(database: Database, code: string): Promise<MerchantBilling> {
  return (await readMerchantBillings(database, [code])).get(code) ?? NOTHING_OWN
}

/** The time zones in which the days and months of these merchants are counted. */
export async function zonesOf(
  database: Database,
  codes: readonly string[],
): Promise<(code: string) => string> {
  const [{ zone }, own] = await Promise.all([readBilling(database), readMerchantBillings(database, codes)])
  return (code) => own.get(code)?.zone ?? zone
}

export async function putMerchantBilling(
  database: Database,
  code: string,
  { zone, recipient }: MerchantBilling,
  audit: AuditLine,
): Promise<void> {
  const values = [code, zone ?? null, recipient ? JSON.stringify(recipient) : null, isoTime(audit.at)]
  await database.batch([{ statement: PUT_MERCHANT, values }, auditCall(audit)])
}

/** The terms of a merchant's next statement or invoice. */
export interface BillingTerms {
  readonly zone: string
  readonly parties: Parties
}

export async function readTerms(
  database: Database,
  { code, name }: Pick<Merchant, 'code' | 'name'>,
): Promise<BillingTerms> {
  const [{ zone, issuer }, own] = await Promise.all([
    readBilling(database),
    readMerchantBilling(database, code),
  ])
  return {
    zone: own.zone ?? zone,
    parties: { ...(issuer && { issuer }), recipient: own.recipient ?? { name } },
  }
}
