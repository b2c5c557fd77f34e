/**
 * Payments that money could be for, found by a claim that they hold, by a number that their payer reported, or by an
 * amount. For code that reads bank statements; nothing is decided here. Parts of SQL, each a search by a key (see
 * `sql-parts.ts`), and how their rows are read.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { Status } from '@sluice/core/payment/transitions.ts'
import type { Row } from '@sluice/database/port.ts'
import { paymentByKey } from './sql-parts.ts'

/** What distinguishes payments on a bank statement. */
export interface PaymentFacts {
  readonly merchantId: MerchantCode
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  readonly key: PaymentKey
  readonly processor: string
  readonly status: Status
  readonly ordered: Money
  /** What the payer was asked to pay. */
  readonly expected: Money
  readonly externalReference: string | undefined
  /** When the reference was reported; read only if the payment was found by it. */
  readonly claimedAt: Instant | undefined
  readonly createdAt: Instant
  /** Until when it should be paid. */
  readonly expireAt: Instant | undefined
  /** The account that the customer pays from, as typed by a payer or a merchant: it proves nothing. */
  readonly payerName: string | undefined
  readonly payerAccount: string | undefined
}

const FACTS = `p.merchant_id, p.kind, p.id, p.key, p.processor, p.status, p.currency, p.amount, p.money_required,
  p.external_reference, p.created_at, p.expire_at, p.request->>'accountName' as payer_name, p.request->>'accountNumber' as payer_account`

/** Who holds a claim. All parameters are SQL. */
const holderOf = (owner: string, scope: string, value: string): string =>
  `select c.merchant_id, c.key from claim c where c.owner = ${owner} and c.scope = ${scope} and c.value = ${value} offset 0`

/** The facts of the payment that holds a claim. */
export const factsOfHolder = (owner: string, scope: string, value: string): string =>
  `select f.* from (${holderOf(owner, scope, value)}) c cross join lateral (${paymentByKey('c', FACTS)}) f offset 0`

/** The facts of payins on this account whose payers reported the number, and when. */
export const factsOfReporters = (account: string, number: string): string =>
  `select f.*, c.at as claimed_at from (
      select ${FACTS} from payment p where p.external_reference = ${number} and p.kind = 'payin'
        and left(p.processor_ref, length(${account}) + 1) = ${account} || '/' offset 0) f
    left join claim c on c.owner = f.merchant_id and c.scope = 'external-reference' and c.value = ${number} and c.key = f.key`

/** The facts of the payment of a row that holds `merchant_id` and `key`. */
export const factsOfPayment = (of: string): string => paymentByKey(of, FACTS)

/**
 * The facts of open and expired payins on an account ($1, as claims name it) since $3 that were ordered with or shown
 * one of the amounts of $2, the newest $4. Every payin on the account has a claim on its reference, so the claims lead
 * to all of them.
 */
export const FACTS_ALIKE = `select p.* from claim c cross join lateral (${paymentByKey('c', FACTS)}) p
    where c.owner = $1 and c.scope = 'reference' and c.at >= $3 and p.kind = 'payin' and p.status in ('NEW', 'PENDING', 'EXPIRED')
      and (p.amount = any($2::text[]::bigint[]) or p.money_required = any($2::text[]::bigint[]))
    order by p.created_at desc, p.key limit $4`

// As in `rows.ts`: the columns hold what was written.
export function factsOf(row: Row): PaymentFacts {
  const currency = row.currency as CurrencyCode
  const ordered = { currency, amountMinor: minor(row.amount as bigint) }
  const required = row.money_required as bigint | null
  return {
    merchantId: row.merchant_id as MerchantCode,
    kind: row.kind as PaymentKind,
    id: row.id as MerchantOrderId,
    key: row.key as PaymentKey,
    processor: row.processor as string,
    status: row.status as Status,
    ordered,
    expected: required === null ? ordered : { currency, amountMinor: minor(required) },
    externalReference: (row.external_reference ?? undefined) as string | undefined,
    claimedAt: (row.claimed_at ?? undefined) as Instant | undefined,
    createdAt: row.created_at as Instant,
    expireAt: (row.expire_at ?? undefined) as Instant | undefined,
    payerName: (row.payer_name ?? undefined) as string | undefined,
    payerAccount: (row.payer_account ?? undefined) as string | undefined,
  }
}
