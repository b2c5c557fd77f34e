/**
 * The refunds of a payin, and their cap: never more is refunded than the payin credited.
 *
 * Refund number n of a payin takes the claim `<payinKey>:<n>` in the commit that creates it. Before that, all refunds
 * of the payin are read and summed; a request that loses the claim reads and decides again. So no two are decided on
 * one sum, on however many nodes, and a committed refund is always part of the next one's sum. Money that came back
 * after a refund's SUCCESS, or never left, does not count once it was credited to the merchant. A refund that does not
 * count can never count again later: one that failed stays so, and one whose money was sent in spite of that
 * (`sentAnyway`) counts again before the next number can be taken.
 */
import type { MerchantCode, MerchantOrderId, PaymentKey } from '@sluice/core/foundation/identifiers.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment, ShownPayin } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import { gatheredByDatabase } from '@sluice/database/gathered.ts'
import { uncounted } from '@sluice/database/kept-plans.ts'
import { type Database, partOf, type Row, sqlStatement } from '@sluice/database/port.ts'
import type { Charges } from '../ledger/postings.ts'
import { paymentColumn, paymentJson, rowToPayment, rowToShown, shownColumn } from './rows.ts'
import { creditedBack } from './sql-parts.ts'

/** A refund, and how much of its money no longer counts against its payin. */
export interface CountedRefund extends Payment {
  /** What came back of it after its SUCCESS, or never left, and was credited to the merchant; left out: nothing. */
  readonly cameBackMinor?: Minor
}

/** Of one payin, whatever their outcome: each refund reads all before it. */
export const MAX_REFUNDS = 100

const OF_PAYIN = sqlStatement({
  name: 'refunds_of_payin',
  whose: 1,
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
  /** Sums of its refunds; undefined before its first refund. */
  readonly refunds: RefundSums | undefined
}

interface PayinId {
  readonly merchantId: MerchantCode
  readonly id: MerchantOrderId
}

/** A payin that was never paid has no refunds, and none are looked for. */
const SHOWN_WITH_REFUNDS = `${shownColumn('p')}, case when p.status = 'SUCCESS' then (
      select json_agg(json_build_object('payment', ${paymentJson('f')}, 'came_back', ${creditedBack('f')})) from payment f
        where f.merchant_id = p.merchant_id and f.kind = 'refund' and f.request -> 'refund' ->> 'payinKey' = p.key::text) end as refunds`

const PAYIN = sqlStatement({
  name: 'payin_with_refunds',
  whose: 1,
  text: `select ${SHOWN_WITH_REFUNDS} from payment p where p.merchant_id = $1 and p.kind = 'payin' and p.id = $2`,
})

const PAYINS = sqlStatement({
  name: 'payins_with_refunds',
  whose: { each: 'own', merchants: 1, with: [2], place: 'place' },
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
 * As it is committed at the time of the call, or later. Concurrent calls share one statement: a second statement for
 * each payin's refunds tripled the cost of a read.
 */
export const findPayin = (
  database: Database,
  merchantId: MerchantCode,
  id: MerchantOrderId,
): Promise<PayinRead | undefined> => payins(partOf(database, merchantId)).find({ merchantId, id })

/** It refunds what the payin credited. All others have separate money, and do not count towards the cap. */
export const isOfCredit = (refund: Payment): boolean => refundTerms(refund).excess === undefined

/** Ended without money having left: another refund can use its amount. */
export const endedUnpaid = ({ status, confirmation }: Payment): boolean =>
  (status === 'FAILED' || status === 'REFUSED' || status === 'EXPIRED') && confirmation === undefined

export interface RefundSums {
  /** What has reached the payer. */
  readonly refundedMinor: Minor
  /** All but the failed ones. */
  readonly countedMinor: Minor
  /** What can still be refunded. */
  readonly refundableMinor: Minor
  /** The part of the payin's fee and VAT that is returned with those that count. */
  readonly feeBackMinor: Minor
  readonly vatBackMinor: Minor
  /** The number of the next one. */
  readonly next: number
}

/**
 * The part of its money that has not come back. More may come back than was sent: a bank adds interest, or returns two
 * refunds in one.
 */
function stillAway({ money, cameBackMinor = minor(0n) }: CountedRefund): bigint {
  const left = money.amountMinor - cameBackMinor
  return left > 0n ? left : 0n
}

const sumOf = (payments: readonly CountedRefund[], amount: (payment: CountedRefund) => bigint): Minor =>
  minor(payments.reduce((sum, payment) => sum + amount(payment), 0n))

export function sumsOf(payin: Pick<Payment, 'money'>, refunds: readonly CountedRefund[]): RefundSums {
  const counted = refunds.filter((refund) => isOfCredit(refund) && !endedUnpaid(refund))
  const countedMinor = sumOf(counted, stillAway)
  const left = payin.money.amountMinor - countedMinor
  return {
    refundedMinor: sumOf(
      counted.filter(({ status }) => status === 'SUCCESS'),
      stillAway,
    ),
    countedMinor,
    // A failed refund that was sent in spite of that may have exceeded the cap.
    refundableMinor: minor(left > 0n ? left : 0n),
    feeBackMinor: sumOf(counted, (refund) => BigInt(refundTerms(refund).feeBackMinor ?? 0)),
    vatBackMinor: sumOf(counted, (refund) => BigInt(refundTerms(refund).vatBackMinor ?? 0)),
    next: refunds.reduce((most, refund) => Math.max(most, refundTerms(refund).number), 0) + 1,
  }
}

/** The claim of being the payin's only refund of that number. */
export const refundClaim = (
  { merchantId, key }: Pick<Payment, 'merchantId' | 'key'>,
  number: number,
): Claim => ({ owner: merchantId, scope: 'refund', value: `${key}:${number}` })

/** The payin's charges that are returned to the merchant at the refund's SUCCESS; undefined for other payments. */
export function refunded({ request: { refund } }: Pick<Payment, 'request'>): Charges | undefined {
  const { feeBackMinor = '0', vatBackMinor = '0' } = refund ?? {}
  return refund && { feeMinor: minor(BigInt(feeBackMinor)), vatMinor: minor(BigInt(vatBackMinor)) }
}

/**
 * The part of the payin's fee and VAT that is returned with a refund of this amount, in proportion. Rounded down over
 * all refunds together: several never return more than the whole, and exactly the whole if they refund the whole payin.
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

/** How much of this money of a payin was returned by the policy of its product. */
export async function sentBackMinor(
  database: Database,
  payin: { readonly merchantId: MerchantCode; readonly key: PaymentKey },
  statusUpdate: string,
): Promise<Minor> {
  const refunds = await refundsOf(database, payin)
  return sumOf(
    // Money of a case that an operator returned had been returned once before, or was never this payin's.
    refunds.filter(
      ({ request }) =>
        request.refund?.excess?.statusUpdate === statusUpdate && request.caseReturn === undefined,
    ),
    ({ money }) => money.amountMinor,
  )
}
