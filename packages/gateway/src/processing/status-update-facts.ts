/** What a status update says about money: its names for the fact, the amount, and the payment's route it belongs to. */
import { methodKindOf } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import type { Claim } from '@sluice/core/payment/claims.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { attemptOf, hasTried } from '@sluice/core/payment/refund-terms.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { MOVES_MONEY_OF } from './meaning.ts'

/** The processor's names for a fact, within one merchant. A payment that holds one of them holds them all. */
export const claimsOf = ({
  merchantId,
  processor,
  statusUpdateId,
  alsoNamed = [],
}: StatusUpdate): readonly Claim[] =>
  [...new Set([statusUpdateId, ...alsoNamed])].map((name) => ({
    owner: merchantId,
    scope: 'confirmation',
    value: `${processor}:${name}`,
  }))

/** The amount that was reported, if any. */
export const moneyOf = ({ statusChange }: StatusUpdate): Money | undefined =>
  'received' in statusChange ? statusChange.received : undefined

/** An update for a failed route must not settle the next one. An update that does not say its route counts as another's, once there was another. */
export const isOfAnotherRoute = ({ attempt, processor }: StatusUpdate, payment: Payment): boolean =>
  payment.kind === 'refund' &&
  (attempt === undefined ? hasTried(payment, processor) : attempt !== attemptOf(payment))

/** Whether it reports that money of this kind of payment has moved. */
export const movesMoneyOf = ({ statusChange }: StatusUpdate, { kind }: Payment): boolean =>
  MOVES_MONEY_OF[statusChange.type] === methodKindOf(kind)
