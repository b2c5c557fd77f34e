/**
 * The refunds of a payin, and the cap that holds them: never more is given back than the payin credited.
 *
 * Refund number n of a payin takes the claim `<payinKey>:<n>` in the commit that creates it. Before it all refunds of that payin are
 * read and summed; whoever loses the claim reads again and decides again. So no two are decided on one sum, on however many nodes, and
 * a refund that was committed is in the next one's sum. What came back of one after its SUCCESS, or never left, counts no more once it
 * was credited to the merchant, whose money it is again. Nothing that counts can begin to count later: a refund that came to nothing
 * stays so, and one whose money went all the same (`sentAnyway`) counts again before the next number can be taken.
 */
import { gatheredByDatabase } from '../database/gathered.ts'
import { uncounted } from '../database/kept-plans.ts'
import { type Database, type Row, sqlStatement } from '../database/port.ts'
import type { MerchantCode, MerchantOrderId, PaymentKey } from '../foundation/identifiers.ts'
import { type Minor, minor } from '../foundation/money.ts'
import type { Charges } from '../ledger/postings.ts'
import type { Claim } from './claims.ts'
import type { Payment, ShownPayin } from './model.ts'
import { refundTerms } from './refund-terms.ts'
import { paymentColumn, paymentJson, rowToPayment, rowToShown, shownColumn } from './rows.ts'
import { creditedBack } from './sql-parts.ts'

/** A refund, and what of its money counts no more against its payin. */
export interface CountedRefund extends Payment {
  /** What came back of it after its SUCCESS, or never left, and was credited to the merchant; left out: nothing. */
  readonly cameBackMinor?: Minor
}

/** Of one payin, whatever became of them: each refund reads all before it. */
export const MAX_REFUNDS = 100

const OF_PAYIN = sqlStatement({
  name: 'refunds_of_payin',
  text: `select ${paymentColumn('p')}, ${creditedBack('p')} as came_back from payment p
    where p.merchant_id = $1 and p.kind = 'refund' and p.request -> 'refund' ->> 'payinKey' = $2 order by p.key desc`,
})

/** All of them, the newest first. */
export async function refundsOf(
  database: Database,
  payin: { readonly merchantId: MerchantCode; readonly key: PaymentKey },
): Promise<readonly CountedRefund[]> {
  const rows = await database.run(OF_PAYIN, [payin.merchantId, payin.key])
  return rows.map(rowToRefund)
}

function rowToRefund(row: Row): CountedRefund {
  const cameBackMinor = minor(BigInt(String(row.came_back)))
  const refund = rowToPayment(row)
  return cameBackMinor > 0n ? { ...refund, cameBackMinor } : refund
}

/** A payin as its merchant reads it. */
export interface PayinRead {
  readonly payin: ShownPayin
  /** What became of its money; undefined before its first refund. */
  readonly refunds: RefundSums | undefined
}

interface PayinId {
  readonly merchantId: MerchantCode
  readonly id: MerchantOrderId
}

/** What was never paid was never given back, and is not asked for refunds. */
const SHOWN_WITH_REFUNDS = `${shownColumn('p')}, case when p.status = 'SUCCESS' then (
      select json_agg(json_build_object('payment', ${paymentJson('f')}, 'came_back', ${creditedBack('f')})) from payment f
        where f.merchant_id = p.merchant_id and f.kind = 'refund' and f.request -> 'refund' ->> 'payinKey' = p.key::text) end as refunds`

const PAYIN = sqlStatement({
  name: 'payin_with_refunds',
  text: `select ${SHOWN_WITH_REFUNDS} from payment p where p.merchant_id = $1 and p.kind = 'payin' and p.id = $2`,
})

const PAYINS = sqlStatement({
  name: 'payins_with_refunds',
  text: `select r.place::integer, ${SHOWN_WITH_REFUNDS}
    from unnest(${uncounted('$1::text[]')}, ${uncounted('$2::text[]')}) with ordinality as r(merchant_id, id, place)
    cross join lateral (select * from payment p where p.merchant_id = r.merchant_id and p.kind = 'payin' and p.id = r.id offset 0) p`,
})

async function loadPayins(
  database: Database,
  ids: readonly PayinId[],
): Promise<readonly (PayinRead | undefined)[]> {
  const [only] = ids
  if (ids.length === 1 && only) {
    const [row] = await database.run(PAYIN, [only.merchantId, only.id])
    return [row && rowToPayin(row, only)]
  }
  const rows = await database.run(PAYINS, [
    { type: 'text', elements: ids.map(({ merchantId }) => merchantId) },
    { type: 'text', elements: ids.map(({ id }) => id) },
  ])
  const found: (PayinRead | undefined)[] = ids.map(() => undefined)
  for (const row of rows) {
    // Counted from 1.
    const place = Number(row.place) - 1
    const requested = ids[place]
    if (requested) found[place] = rowToPayin(row, requested)
  }
  return found
}

function rowToPayin(row: Row, { merchantId, id }: PayinId): PayinRead {
  const payin = rowToShown(row, merchantId, id)
  const refunds = row.refunds as readonly Row[] | null
  return { payin, refunds: refunds ? sumsOf(payin, refunds.map(rowToRefund)) : undefined }
}

const payins = gatheredByDatabase(loadPayins)

/**
 * As it is committed when this is asked, or later. In one statement with all others that are asked meanwhile: a second one for each
 * payin's refunds made a read cost three times as much.
 */
export const findPayin = (
  database: Database,
  merchantId: MerchantCode,
  id: MerchantOrderId,
): Promise<PayinRead | undefined> => payins(database).find({ merchantId, id })

/** It gives back what the payin credited. All others have money of their own, and no part in the cap. */
export const isOfCredit = (refund: Payment): boolean => refundTerms(refund).excess === undefined

/** Ended without money having left: its amount can be given back by another one. */
export const cameToNothing = ({ status, confirmation }: Payment): boolean =>
  (status === 'FAILED' || status === 'REFUSED' || status === 'EXPIRED') && confirmation === undefined

export interface RefundSums {
  /** Whose money has reached the payer. */
  readonly refundedMinor: Minor
  /** All but those that came to nothing. */
  readonly countedMinor: Minor
  /** What is left to be given back. */
  readonly refundableMinor: Minor
  /** Of the payin's fee and VAT: what goes back with those that count. */
  readonly feeBackMinor: Minor
  readonly vatBackMinor: Minor
  /** The number of the next one. */
  readonly next: number
}

/** Of its money. What came back may be more: a bank adds interest, or returns two in one. */
function stillAway({ money, cameBackMinor = minor(0n) }: CountedRefund): bigint {
  const left = money.amountMinor - cameBackMinor
  return left > 0n ? left : 0n
}

const sumOf = (payments: readonly CountedRefund[], amount: (payment: CountedRefund) => bigint): Minor =>
  minor(payments.reduce((sum, payment) => sum + amount(payment), 0n))

export function sumsOf(payin: Pick<Payment, 'money'>, refunds: readonly CountedRefund[]): RefundSums {
  const counted = refunds.filter((refund) => isOfCredit(refund) && !cameToNothing(refund))
  const countedMinor = sumOf(counted, stillAway)
  const left = payin.money.amountMinor - countedMinor
  return {
    refundedMinor: sumOf(
      counted.filter(({ status }) => status === 'SUCCESS'),
      stillAway,
    ),
    countedMinor,
    // One that had failed and was sent all the same may have gone beyond it.
    refundableMinor: minor(left > 0n ? left : 0n),
    feeBackMinor: sumOf(counted, (refund) => BigInt(refundTerms(refund).feeBackMinor ?? 0)),
    vatBackMinor: sumOf(counted, (refund) => BigInt(refundTerms(refund).vatBackMinor ?? 0)),
    next: refunds.reduce((most, refund) => Math.max(most, refundTerms(refund).number), 0) + 1,
  }
}

/** That this is the payin's refund of that number, and there is no other. */
export const refundClaim = (
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
  number: number,
): Claim => ({ owner: merchantId, scope: 'refund', value: `${key}:${number}` })

/** What goes back to the merchant with the refund's SUCCESS, of what the payin cost; undefined of all others. */
export function refunded({ request: { refund } }: Pick<Payment, 'request'>): Charges | undefined {
  const { feeBackMinor = '0', vatBackMinor = '0' } = refund ?? {}
  return refund && { feeMinor: minor(BigInt(feeBackMinor)), vatMinor: minor(BigInt(vatBackMinor)) }
}

/**
 * The payin's own fee and VAT that go back with a refund of this much, in proportion. Rounded down, over all refunds together: what
 * several give back is never more than the whole, and exactly the whole where they give back all.
 */
export function feeReversal(
  payin: Pick<Payment, 'money' | 'feeMinor' | 'vatMinor'>,
  before: RefundSums,
  amountMinor: Minor,
): Charges {
  const part = (charged: Minor, given: Minor): Minor => {
    const due = (charged * (before.countedMinor + amountMinor)) / payin.money.amountMinor
    return minor(due > given ? due - given : 0n)
  }
  return {
    feeMinor: part(payin.feeMinor, before.feeBackMinor),
    vatMinor: part(payin.vatMinor, before.vatBackMinor),
  }
}

/** How much of this money of a payin's went back by the policy of its product. */
export async function sentBackMinor(
  database: Database,
  payin: { readonly merchantId: MerchantCode; readonly key: PaymentKey },
  statusUpdate: string,
): Promise<Minor> {
  const refunds = await refundsOf(database, payin)
  return sumOf(
    // What an operator returned of a case went back a first time before, or was never this payin's.
    refunds.filter(
      ({ request }) =>
        request.refund?.excess?.statusUpdate === statusUpdate && request.caseReturn === undefined,
    ),
    ({ money }) => money.amountMinor,
  )
}
