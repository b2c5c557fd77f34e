/**
 * The returns of one movement of money that came for a payin and was not credited, and their cap: never more is
 * returned of it than it brought.
 *
 * It works as for the refunds of a payin (`refunds.ts`). Return number n of a movement takes the claim of that number
 * in the commit that creates it, on the sum of all before it. So if the product's policy, a case's decision on the
 * payin's own rail and another decision return money at the same moment, they are three numbers, and each of them
 * counts the ones before. Failed returns keep their number, and no longer count.
 */
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { ExcessMoney, Payment } from '@sluice/core/payment/model.ts'
import { refundTerms } from '@sluice/core/payment/refund-terms.ts'
import type { Database } from '@sluice/database/port.ts'
import { endedUnpaid, refundsOf } from './refunds.ts'

/** A movement as its processor names it. */
export type MovementName = Pick<ExcessMoney, 'processor' | 'statusUpdate'>

export interface MovementReturns {
  /** On their way or arrived. */
  readonly counted: readonly Payment[]
  readonly countedMinor: Minor
  /** The number of the next one. */
  readonly next: number
}

export async function returnsOf(
  database: Database,
  payin: Pick<Payment, 'merchantId' | 'key'>,
  { processor, statusUpdate }: MovementName,
): Promise<MovementReturns> {
  const returns = (await refundsOf(database, payin)).filter((refund) => {
    const { excess } = refundTerms(refund)
    return excess?.processor === processor && excess.statusUpdate === statusUpdate
  })
  const counted = returns.filter((refund) => !endedUnpaid(refund))
  return {
    counted,
    countedMinor: minor(counted.reduce((sum, { money }) => sum + money.amountMinor, 0n)),
    next: returns.reduce((most, refund) => Math.max(most, refundTerms(refund).excess?.number ?? 1), 0) + 1,
  }
}

/** The claim of being the movement's only return of that number. */
export const returnClaim = (
  { merchantId }: Pick<Payment, 'merchantId'>,
  { processor, statusUpdate }: MovementName,
  number: number,
): Claim => ({ owner: merchantId, scope: 'movement', value: `${processor}:${statusUpdate}:${number}` })
