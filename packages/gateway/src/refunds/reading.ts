/**
 * Reads a refund's body in two steps: what can be checked alone, and what can be checked once its payin is known.
 *
 * Promises to report all faults of a step together. An unknown property is refused, other than on creates of payins and payouts: with
 * a misspelled `money` the whole payin would be refunded.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import { isMerchantOrderId, type MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { pointerTo } from '@sluice/core/foundation/json-document.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { NOT_ON_A_LINE } from '@sluice/core/foundation/plain-line.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import {
  type Payment,
  REFUND_REASONS,
  type RefundOperator,
  type RefundPayee,
  type RefundReason,
} from '@sluice/core/payment/model.ts'
import type { SqlCall } from '@sluice/database/port.ts'
import type { CreateRequest } from '../api/create/kind.ts'
import { NO_OBJECT } from '../api/create/reading.ts'
import type { Gateway } from '../api/gateway.ts'
import {
  grantMoneyProblem,
  isObject,
  personMoneyProblem,
  readAddresses,
  readMoney,
  requestHash,
} from '../api/requests.ts'
import { httpProblem, type Problem } from '../http/problems.ts'
import { notCarried } from '../identity/access/carried.ts'
import { type Grant, isOfPerson, mayPayOut } from '../identity/access/grant.ts'
import { readPayee } from './payee.ts'
import { CreateRefundSchema } from './schemas.ts'

const MAX_NOTE = 140

/** Who requests: the merchant by its token, or an operator on its behalf, within the operator's limit. */
export type RefundAsker =
  | { readonly type: 'MERCHANT'; readonly grant: Grant }
  | {
      readonly type: 'OPERATOR'
      readonly operator: RefundOperator
      readonly mayMove: (money: Money) => boolean
    }

export interface RefundRequest extends Omit<CreateRequest, 'grant'> {
  readonly by: RefundAsker
  /** Written in the commit that creates it. */
  readonly alongside?: readonly SqlCall[]
}

/** Why the requester may not refund this amount. */
export function askerProblem({ by }: Pick<RefundRequest, 'by'>, money: Money): Problem | undefined {
  if (by.type === 'MERCHANT') return grantMoneyProblem(by.grant, money) ?? personMoneyProblem(by.grant, money)
  if (by.mayMove(money)) return undefined
  return httpProblem(
    'SCOPE_EXCEEDED',
    `this needs the right to move more than your limit in ${money.currency}`,
  )
}

/** Why the requester may not name the payee: naming one is paying out, a right that not everyone who may refund has. */
export function payeeProblem(
  { by }: Pick<RefundRequest, 'by'>,
  { payee }: Pick<ReadRefund, 'payee'>,
): Problem | undefined {
  if (payee === undefined || by.type === 'OPERATOR' || mayPayOut(by.grant)) return undefined
  const { madeWith } = by.grant
  return isOfPerson(madeWith)
    ? httpProblem('SCOPE_EXCEEDED', NAMES_PAYEE)
    : notCarried(madeWith, 'payouts:act')
}

const NAMES_PAYEE =
  'naming a payee is a payout and needs the right payouts:act. Without a payee, the money goes back to the payer, or the payer chooses the account'

export interface ReadRefund {
  readonly idPayin: MerchantOrderId
  /** Missing: everything that is left. */
  readonly money: Money | undefined
  readonly reason: RefundReason
  readonly note: string | undefined
  /** As it was sent; its meaning depends on the payin's currency. */
  readonly payee: unknown
  /** Missing: the payin's. */
  readonly callbackUrl: string | undefined
  /** Equal for requests with the same meaning. */
  readonly hash: string
}

const KNOWN: readonly string[] = Object.keys(CreateRefundSchema.properties)
/** No request has more properties in good faith. */
const MAX_NAMED = 50

const unknownField = (name: string): Fault => ({
  path: pointerTo('', name.slice(0, MAX_NOTE)),
  code: 'UNKNOWN_FIELD',
  message: `is unknown; known fields are ${KNOWN.join(', ')}`,
})

const isReason = (value: unknown): value is RefundReason => REFUND_REASONS.some((reason) => reason === value)

export function readRefund(
  gateway: Pick<Gateway, 'callbackPolicyOf'>,
  { profile, by, body, impreciseNumbers }: RefundRequest,
): Result<ReadRefund, readonly Fault[]> {
  if (!isObject(body)) return fail(NO_OBJECT)
  const faults: Fault[] = []
  for (const name of Object.keys(body).slice(0, MAX_NAMED))
    if (!KNOWN.includes(name)) faults.push(unknownField(name))
  const { idPayin, reason, note, payee } = body
  if (idPayin === undefined) faults.push(required('/idPayin', 'the payin to refund'))
  else if (typeof idPayin !== 'string' || !isMerchantOrderId(idPayin)) faults.push(NO_ID)
  const money = body.money === undefined ? undefined : readMoney(body.money, '/money', impreciseNumbers)
  if (money && !money.ok) faults.push(...money.failure)
  const reasons = REFUND_REASONS.join(', ')
  if (reason === undefined) faults.push(required('/reason', `one of ${reasons}`))
  else if (!isReason(reason))
    faults.push({ path: '/reason', code: 'UNKNOWN_VALUE', message: `must be one of ${reasons}` })
  const noteFault = note === undefined ? undefined : faultOfNote(note)
  if (noteFault) faults.push(noteFault)
  if (by.type === 'OPERATOR' && payee !== undefined) faults.push(NOT_THEIRS)
  const addresses =
    by.type === 'MERCHANT'
      ? readAddresses(
          { callbackUrl: body.callbackUrl },
          { profile, grant: by.grant, policy: gateway.callbackPolicyOf(profile), checkoutUrl: () => '' },
        )
      : succeed({ callbackUrl: undefined })
  if (!addresses.ok) faults.push(...addresses.failure)
  if (
    faults.length > 0 ||
    typeof idPayin !== 'string' ||
    !isMerchantOrderId(idPayin) ||
    !isReason(reason) ||
    !addresses.ok
  )
    return fail(faults)
  const wanted = {
    idPayin,
    money: money?.ok ? money.value : undefined,
    reason,
    note: typeof note === 'string' ? note : undefined,
    payee,
  }
  const hash = requestHash({ ...wanted, callbackUrl: by.type === 'MERCHANT' ? body.callbackUrl : undefined })
  return succeed({ ...wanted, callbackUrl: addresses.value.callbackUrl, hash })
}

const required = (path: string, what: string): Fault => ({
  path,
  code: 'REQUIRED',
  message: `is mandatory: ${what}`,
})

const NOT_THEIRS: Fault = {
  path: '/payee',
  code: 'NOT_ALLOWED',
  message: 'can be set only by the merchant or its payer',
}

const NO_ID: Fault = {
  path: '/idPayin',
  code: 'INVALID_FORMAT',
  message: 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -, not starting with a dot',
}

function faultOfNote(note: unknown): Fault | undefined {
  const path = '/note'
  if (typeof note !== 'string') return { path, code: 'WRONG_TYPE', message: 'must be a string' }
  if ([...note].length > MAX_NOTE)
    return { path, code: 'TOO_LONG', message: `must have at most ${MAX_NOTE} characters` }
  if (NOT_ON_A_LINE.test(note) || !note.isWellFormed())
    return { path, code: 'INVALID_FORMAT', message: 'must be plain text on one line' }
  return undefined
}

/** What it says about its payin: the currency, and a payee that can receive such money. */
export function readForPayin(
  { money, payee }: Pick<ReadRefund, 'money' | 'payee'>,
  payin: Payment,
): Result<RefundPayee | undefined, readonly Fault[]> {
  const faults: Fault[] = []
  const { currency } = payin.money
  if (money && money.currency !== currency) {
    const message = `must be the payin's: ${currency}`
    faults.push({ path: '/money/currencyCode', code: 'UNKNOWN_VALUE', message })
  }
  const read = payee === undefined ? undefined : readPayee(payee, offered(currency), 'MERCHANT')
  if (read && !read.ok) faults.push(...read.failure)
  if (faults.length > 0) return fail(faults)
  return succeed(read?.ok ? read.value : undefined)
}
