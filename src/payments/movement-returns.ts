/**
 * The returns of one movement of money that came for a payin and was not credited, and the cap that holds them: never more goes back
 * of it than it brought.
 *
 * As the refunds of a payin are held (`refunds.ts`): return number n of a movement takes the claim of that number in the commit that
 * makes it, on the sum of all before it. So one that goes back by the policy of its product, by a case's decision on the payin's own
 * rail and by another decision at the same moment are three numbers, of which the second and the third read the first. Those that came
 * to nothing keep their number, and count no more.
 */
import type { Database } from '../database/port.ts'
import { type Minor, minor } from '../foundation/money.ts'
import type { Claim } from './claims.ts'
import type { ExcessMoney, Payment } from './model.ts'
import { refundTerms } from './refund-terms.ts'
import { cameToNothing, refundsOf } from './refunds.ts'

/** A movement as whoever has the money names it. */
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
  const counted = returns.filter((refund) => !cameToNothing(refund))
  return {
    counted,
    countedMinor: minor(counted.reduce((sum, { money }) => sum + money.amountMinor, 0n)),
    next: returns.reduce((most, refund) => Math.max(most, refundTerms(refund).excess?.number ?? 1), 0) + 1,
  }
}

/** That this is the movement's return of that number, and there is no other. */
export const returnClaim = (
  { merchantId }: Pick<Payment, 'merchantId'>,
  { processor, statusUpdate }: MovementName,
  number: number,
): Claim => ({ owner: merchantId, scope: 'movement', value: `${processor}:${statusUpdate}:${number}` })
