/**
 * Cases: money and facts that no rule settles, opened once for each fact.
 *
 * The money of a case is in `suspense`, posted by the same change that opens it: `suspense` always equals what is left
 * of the open cases. A case is opened with the change of a payment (`plans.ts`), or by itself, here. `settling.ts`
 * settles cases, and `case-work.ts` records who works on them. Money of an unknown owner is in the books of `GATEWAY`,
 * a code that no merchant can have.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import {
  changeId,
  isUuid,
  type MerchantCode,
  type MerchantOrderId,
  type PaymentKey,
  type PaymentKind,
  paymentKey,
} from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, type Minor, type Money, minor } from '@sluice/core/foundation/money.ts'
import type { CaseReason } from '@sluice/core/payment/case-reasons.ts'
import type { Document } from '@sluice/core/payment/model.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { moneySuspended } from '../ledger/postings.ts'
import { type CaseAction, Undecided } from './change.ts'
import type { Journal } from './journal-port.ts'

/** The books of no merchant. No merchant can have this code. */
export const GATEWAY = '~gateway' as MerchantCode

export interface CaseContext {
  readonly database: Database
  readonly journal: Journal
  readonly deps: Pick<Deps, 'clock' | 'randomness'>
}

export interface CaseToOpen {
  /** The merchant of the case; `GATEWAY` if unknown. */
  readonly merchantId: MerchantCode
  /** Names what it is about: a fact of a processor opens only one case of a merchant, ever. */
  readonly fact: string
  readonly reason: CaseReason
  /** The money that came and goes to suspense with this; left out if none came. */
  readonly money?: Money
  /** The processor whose clearing account the money came in on. */
  readonly processor: string
  readonly paymentKey?: PaymentKey
  /** For operators; may hold `candidates` and `entry`. */
  readonly detail: Document
}

/**
 * Opens a case, and suspends its money in the same commit. The fact is claimed as for status updates, so money that was
 * reported for a payment of this merchant under the same name is `repeated` here, and the other way round.
 * @throws Undecided if the outcome is not known: open it again
 */
export async function openCase(context: CaseContext, opened: CaseToOpen): Promise<'opened' | 'repeated'> {
  const { clock, randomness } = context.deps
  const { merchantId, processor, fact, reason, money, paymentKey: about, detail } = opened
  const at = clock.now()
  const key = paymentKey(randomness.uuidV7(at))
  const outcome = await context.journal.commit({
    changeId: changeId(randomness.uuidV7(at)),
    merchantId,
    at,
    actor: `processor:${processor}`,
    claims: [{ owner: merchantId, scope: 'confirmation', value: `${processor}:${fact}` }],
    claimKey: key,
    subject: {
      type: 'fund',
      key,
      reason: `case opened: ${reason}`,
      postings: money ? moneySuspended(money, processor) : [],
      cases: [
        {
          key: randomness.uuidV7(at),
          reason,
          money,
          processor,
          ...(about && { paymentKey: about }),
          detail,
        },
      ],
    },
  })
  switch (outcome.type) {
    case 'done':
      return 'opened'
    case 'claimed':
      return 'repeated'
    case 'shed':
    case 'unavailable':
    case 'unknown':
      throw new Undecided('a case', outcome)
    default:
      throw new Error(`a case cannot end as ${outcome.type}`)
  }
}

export interface DecidedPart {
  readonly part: number
  readonly action: CaseAction
  readonly money: Money | undefined
  readonly detail: Document
  readonly operator: string
  readonly at: Instant
}

export interface CaseFile {
  readonly merchantId: MerchantCode
  readonly key: string
  readonly reason: string
  readonly money: Money | undefined
  /** What is left of its money. */
  readonly leftMinor: Minor
  readonly processor: string | undefined
  /** The payment it is about, if any. */
  readonly payment:
    | { readonly kind: PaymentKind; readonly id: MerchantOrderId; readonly key: PaymentKey }
    | undefined
  readonly detail: Document
  /** The name of the operator who works on it. */
  readonly owner: string | undefined
  /** When it should be settled. */
  readonly dueAt: Instant | undefined
  readonly openedAt: Instant
  readonly closedAt: Instant | undefined
  readonly decisions: readonly DecidedPart[]
}

/** All columns of a case, with its payment and decisions. `where` and `order by` are appended to it. */
export const CASE_ROWS = `select c.*, coalesce(c.processor, p.processor) as came_by, p.kind as payment_kind, p.id as payment_id,
    (select coalesce(json_agg(json_build_object('part', d.part, 'action', d.action, 'currency', d.currency, 'amount', d.amount::text,
        'detail', d.detail, 'operator', d.operator, 'at', extract(epoch from d.at) * 1000) order by d.part), '[]'::json)
      from case_decision d where d.merchant_id = c.merchant_id and d.case_key = c.key) as decisions
  from case_file c left join payment p on p.merchant_id = c.merchant_id and p.key = c.payment_key`

const ONE = sqlStatement({ name: 'case_one', whose: { each: 'rows' }, text: `${CASE_ROWS} where c.key = $1` })
export const CASES_OF_PAYMENT = sqlStatement({
  name: 'cases_of_payment',
  whose: 1,
  text: `${CASE_ROWS} where c.merchant_id = $1 and c.payment_key = $2 order by c.opened_at, c.key`,
})
/** Reads the newest open cases without a merchant, which are few: no index has the candidates. */
const CASES_NAMING = sqlStatement({
  name: 'cases_naming_payment',
  whose: { each: 'sorted', by: ['opened_at', 'key'], limit: 5 },
  text: `${CASE_ROWS} where c.key in (
      select key from (select key, detail from case_file where closed_at is null and merchant_id = '${GATEWAY}'
        order by opened_at desc limit 1000) newest
      where detail->'candidates' @> jsonb_build_array(jsonb_build_object('merchantCode', $1::text, 'kind', $2::text, 'id', $3::text)))
    order by c.opened_at, c.key limit 5`,
})

/** Open cases without a merchant that have this payment as a candidate. */
export async function casesNaming(
  database: Database,
  {
    merchantId,
    kind,
    id,
  }: { readonly merchantId: MerchantCode; readonly kind: PaymentKind; readonly id: MerchantOrderId },
): Promise<readonly CaseFile[]> {
  return (await database.run(CASES_NAMING, [merchantId, kind, id])).map(rowToCase)
}

export const isCaseKey = (text: string): boolean => isUuid(text)

/** @param key any text */
export async function findCase(database: Database, key: string): Promise<CaseFile | undefined> {
  if (!isCaseKey(key)) return undefined
  const [row] = await database.run(ONE, [key])
  return row && rowToCase(row)
}

interface StoredPart extends Omit<DecidedPart, 'money'> {
  readonly currency: CurrencyCode | null
  readonly amount: string | null
}

const moneyOf = (currency: unknown, amount: string | bigint | null): Money | undefined =>
  amount === null ? undefined : { currency: currency as CurrencyCode, amountMinor: minor(BigInt(amount)) }

export function rowToCase(row: RowOf<'case_one'>): CaseFile {
  const decisions = (row.decisions as readonly StoredPart[]).map(({ currency, amount, ...part }) => ({
    ...part,
    money: moneyOf(currency, amount),
  }))
  const money = moneyOf(row.currency, row.amount)
  const settled = decisions.reduce((sum, part) => sum + (part.money?.amountMinor ?? 0n), 0n)
  return {
    merchantId: row.merchant_id,
    key: row.key,
    reason: row.reason,
    money,
    leftMinor: minor((money?.amountMinor ?? 0n) - settled),
    processor: row.came_by ?? undefined,
    payment:
      row.payment_kind === null || row.payment_id === null || row.payment_key === null
        ? undefined
        : {
            kind: row.payment_kind,
            id: row.payment_id,
            key: row.payment_key,
          },
    detail: row.detail as Document,
    owner: row.owner ?? undefined,
    dueAt: row.due_at ?? undefined,
    openedAt: row.opened_at,
    closedAt: row.closed_at ?? undefined,
    decisions,
  }
}
