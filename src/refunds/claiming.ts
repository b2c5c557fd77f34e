/**
 * The payer says where a refund is to go. The page that asks is elsewhere; here is what it may do.
 *
 * Whoever has the secret names one payee, once: with it the refund is on its way, and the link is void, for its hash stood with the
 * claim. A payee that nobody can pay changes nothing, and another one may be named. What was typed is checked as a payout's payee is.
 * Never says whether a refund is there to whoever has no secret of it.
 */
import { offered } from '../catalogue/currencies.ts'
import type { Fault } from '../foundation/faults.ts'
import { isMerchantCode, isMerchantOrderId } from '../foundation/identifiers.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import type { Gateway } from '../intake/gateway.ts'
import type { Payment } from '../payments/model.ts'
import { findPayment } from '../payments/reading.ts'
import { goOn } from './passing.ts'
import { readPayee } from './payee.ts'

export interface ClaimName {
  readonly merchantCode: string
  readonly idRefund: string
  /** Out of the link's fragment. */
  readonly secret: string
}

/** The refund that this secret opens; undefined where there is none, or it is open no more. */
export async function claimedRefund(
  { database, claimLinks }: Pick<Gateway, 'database' | 'claimLinks'>,
  { merchantCode, idRefund, secret }: ClaimName,
): Promise<Payment | undefined> {
  const refund =
    isMerchantCode(merchantCode) && isMerchantOrderId(idRefund)
      ? await findPayment(database, merchantCode, 'refund', idRefund)
      : undefined
  return refund && claimLinks.opens(secret, refund) ? refund : undefined
}

export type NotClaimed =
  | { readonly type: 'faults'; readonly faults: readonly Fault[] }
  /** Nobody can pay this payee now. */
  | { readonly type: 'nobody' }
  /** Somebody was quicker, or its time is over. */
  | { readonly type: 'over' }

/**
 * Names the payee of a refund that `claimedRefund` has found, and moves it on.
 * @param payee as `paymentMethod` of a payout; faults stand at `/payee`
 * @throws Undecided where nobody can say: the same again
 */
export async function namePayee(
  gateway: Gateway,
  refund: Payment,
  payee: unknown,
): Promise<Result<Payment, NotClaimed>> {
  const { expireAt, money } = refund
  if (expireAt === undefined || expireAt <= gateway.deps.clock.now()) return fail({ type: 'over' })
  const read = readPayee(payee, offered(money.currency), 'PAYER')
  if (!read.ok) return fail({ type: 'faults', faults: read.failure })
  const gone = await goOn(gateway, refund, {
    why: 'the payer has named a payee',
    asks: 'step',
    actor: 'payer',
    payee: read.value,
  })
  if (gone === 'nobody') return fail({ type: 'nobody' })
  if (gone === 'moved') return fail({ type: 'over' })
  return succeed(gone)
}
