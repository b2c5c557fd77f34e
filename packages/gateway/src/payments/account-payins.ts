/**
 * The payins of receiving accounts, found by the claims that they hold there: which payins an account has accepted,
 * which amounts and references are held, and which payins can still be paid. `owner` is an account as claims name it
 * (`amount-claims.ts`). Never writes.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import { type Database, type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'

const ACCEPTED = sqlStatement({
  name: 'own_account_usage',
  whose: { each: 'folded', by: ['merchant_id', 'is_open'], sum: ['count', 'amount'] },
  text: `select p.merchant_id, p.status <> 'SUCCESS' as is_open, count(*)::integer as count, sum(p.amount)::bigint as amount
    from claim c join payment p on p.merchant_id = c.merchant_id and p.key = c.key
    where c.owner = $1 and c.scope = 'reference' and c.at >= $2 and p.status in ('NEW', 'PENDING', 'SUCCESS')
      and not (p.key = any($3::uuid[])) group by 1, 2`,
})

export interface AcceptedPayin {
  readonly merchantId: MerchantCode
  /** Or paid. */
  readonly isOpen: boolean
  readonly count: number
  readonly amountMinor: bigint
}

/** The open and paid payins that an account has accepted since then, by merchant. */
export async function readAccepted(
  database: Database,
  {
    owner,
    since,
    except,
  }: { readonly owner: string; readonly since: Instant; readonly except: readonly PaymentKey[] },
): Promise<readonly AcceptedPayin[]> {
  const rows = await database.run(ACCEPTED, [owner, isoTime(since), except])
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    isOpen: row.is_open === true,
    count: Number(row.count),
    amountMinor: BigInt(String(row.amount)),
  }))
}

const BUSIEST = sqlStatement({
  name: 'own_account_busiest_prices',
  text: `select distinct on (owner) owner, amount from (select c.owner, p.amount, count(*) as payins
      from claim c join payment p on p.merchant_id = c.merchant_id and p.key = c.key
      where c.owner = any($1::text[]) and c.scope = 'money-required' group by 1, 2) prices
    order by owner, payins desc, amount`,
})

/** For each account, the price of most of the payins whose amounts are held. */
export async function readBusiestPrices(
  database: Database,
  owners: readonly string[],
): Promise<readonly { readonly owner: string; readonly priceMinor: Minor }[]> {
  const rows = await database.run(BUSIEST, [owners])
  return rows.map(({ owner, amount }) => ({ owner: String(owner), priceMinor: minor(amount) }))
}

const HOLDERS = sqlStatement({
  name: 'own_account_amounts_held',
  text: `select c.owner, c.merchant_id, count(*)::integer as amounts
    from unnest($1::text[], $2::text[]) as r(owner, value)
      join claim c on c.owner = r.owner and c.scope = 'money-required' and c.value = r.value group by 1, 2`,
})

/** How many of these amounts each merchant holds, by account. */
export async function readHolders(
  database: Database,
  amounts: readonly Claim[],
): Promise<readonly { readonly owner: string; readonly merchantId: string; readonly amounts: number }[]> {
  const rows = await database.run(HOLDERS, [
    amounts.map(({ owner }) => owner),
    amounts.map(({ value }) => value),
  ])
  return rows.map((row) => ({
    owner: String(row.owner),
    merchantId: String(row.merchant_id),
    amounts: Number(row.amounts),
  }))
}

const HELD = sqlStatement({
  name: 'own_account_claims_held',
  text: `select r.n from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::boolean[])
      as r(n, owner, scope, value, ordered, open)
    where exists (select from claim c where c.owner = r.owner and c.scope = r.scope and c.value = r.value
        and (not r.open or exists (select from payment p
          where p.merchant_id = c.merchant_id and p.key = c.key and p.status in ('NEW', 'PENDING'))))
      or (r.ordered and exists (select from claim c
        where c.owner = r.owner and c.scope = 'ordered' and split_part(c.value, '/', 1) = r.value))`,
})

export interface RequestedClaim {
  readonly claim: Claim
  /** Also counts an amount as held if a payin was ordered with it. */
  readonly ordered: boolean
  /** Counts open holders only. */
  readonly open: boolean
}

/** @returns the indexes of those that are held */
export async function whichAreHeld(
  database: Database,
  requested: readonly RequestedClaim[],
): Promise<readonly number[]> {
  const rows = await database.run(HELD, [
    requested.map((_, place) => String(place)),
    requested.map(({ claim }) => claim.owner),
    requested.map(({ claim }) => claim.scope),
    requested.map(({ claim }) => claim.value),
    requested.map(({ ordered }) => String(ordered)),
    requested.map(({ open }) => String(open)),
  ])
  return rows.map(({ n }) => Number(n))
}

const ORDERED_BY = sqlStatement({
  name: 'own_account_ordered_by',
  whose: 3,
  text: `select from claim c where c.owner = $1 and c.scope = 'ordered' and split_part(c.value, '/', 1) = $2 and c.merchant_id = $3
    limit 1`,
})

/** Whether a payin of this merchant was ordered with that amount, and so keeps it from others. */
export async function isOrderedBy(
  database: Database,
  { owner, value }: Pick<Claim, 'owner' | 'value'>,
  merchantId: MerchantCode,
): Promise<boolean> {
  return (await database.run(ORDERED_BY, [owner, value, merchantId])).length > 0
}

/**
 * Payins that their payers may still pay: open ones, and those in their hold period. The claim of an amount lives as
 * long as its payin is open or in its hold period. The claim of a reference is never released, so the payin itself is
 * read, if it can be young enough. A virtual account's number has another form than the gateway's references.
 */
const STILL_SHOWN = sqlStatement({
  name: 'receiving_account_still_shown',
  whose: { each: 'folded', some: ['by_amount', 'by_reference'] },
  text: `select
      exists (select 1 from claim where owner = $1 and scope = 'money-required') as by_amount,
      exists (select 1 from claim c join payment p on p.merchant_id = c.merchant_id and p.key = c.key
        where c.owner = $1 and c.scope = 'reference' and c.at >= $2 and c.value ~ '^S[0-9A-Z]{13}$' and p.money_required is null
          and (p.status in ('NEW', 'PENDING') or (p.status = 'EXPIRED' and p.expire_at >= $3))) as by_reference`,
})

/**
 * For a transaction.
 * @param made not created before this
 * @param expired not expired before this
 */
export const stillShownCall = (owner: string, made: Instant, expired: Instant): SqlCall => ({
  statement: STILL_SHOWN,
  values: [owner, isoTime(made), isoTime(expired)],
})

/** Whether payers were shown payins of the account that are recognised by amount, and by reference. */
export const stillShownIn = (rows: readonly Row[] | undefined) => ({
  byAmount: rows?.[0]?.by_amount === true,
  byReference: rows?.[0]?.by_reference === true,
})
