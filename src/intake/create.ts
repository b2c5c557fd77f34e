/**
 * Creating a payment: one order of checks for payins and payouts.
 *
 *   the ID's form, the JSON (400) → accepted before (409) → rules (400) → the token's money (403) → the processor's check (406)
 *   → products, limits (422) → commit, where balance (422) and a race for the ID (409) are settled → 201
 *
 * The processors of the payment's route are asked in order: one that declines is followed by the next, and where nobody takes
 * the payment it is a 422.
 *
 * An accepted ID is found before any rule: so every refusal below first asks whether the ID is taken, and one that passes
 * all checks leaves the question to the unique key. The answer is the same as if it had been asked first, and a create that
 * succeeds makes one trip to the database.
 */
import type { Grant } from '../access/grant.ts'
import type { Currency } from '../catalogue/currencies.ts'
import type { MethodRules, PaymentMethod } from '../catalogue/method.ts'
import type { Operator } from '../catalogue/operators.ts'
import type { MethodRequest } from '../catalogue/request.ts'
import { DatabaseFailure } from '../database/port.ts'
import type { Instant } from '../foundation/deps.ts'
import { changeId, type MerchantOrderId, type PaymentKind, paymentKey } from '../foundation/identifiers.ts'
import { type Minor, type Money, minor } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { rawNumber } from '../http/json.ts'
import { type Fault, type Problem, validationFailed } from '../http/problems.ts'
import type { MerchantProfile } from '../merchants/directory.ts'
import type { Claim, Outcome } from '../payments/change.ts'
import type { Payment } from '../payments/model.ts'
import { findPayment } from '../payments/reading.ts'
import { ALL_TAKEN, MAX_TAKEN, type TakenOn } from '../processors/acceptance.ts'
import type { CustomerRefusal, Declined, DeclinedBy, Processor } from '../processors/port.ts'
import type { Gateway } from './gateway.ts'
import { paymentProblem, undecidedProblem } from './problems.ts'
import { productOf, type Terms, termsOf } from './product-terms.ts'
import {
  type Addresses,
  type Body,
  grantMoneyProblem,
  isBeyondAllRanges,
  isObject,
  moneyText,
  readAddresses,
  readCurrency,
  readId,
  readMoney,
  requestHash,
} from './requests.ts'
import { untaken } from './untaken.ts'

export interface CreateRequest {
  readonly profile: MerchantProfile
  readonly grant: Grant
  /** From the path, as the merchant wrote it. */
  readonly id: string
  readonly body: unknown
  readonly impreciseNumbers: readonly string[]
  readonly apiVersion: number
  /** See `payer.ts`. */
  readonly payer?: string
}

/** What the rules found in the body: everything that the request means. */
interface ReadRequest<Method extends PaymentMethod> {
  readonly money: Money
  readonly request: MethodRequest<Method>
  readonly addresses: Addresses
  readonly hash: string
}

/** What differs between payins and payouts. */
export interface KindOfCreate<Method extends PaymentMethod> {
  readonly kind: PaymentKind
  readonly idName: 'idPayin' | 'idPayout'
  validate(
    paymentMethod: unknown,
    currency: Currency | undefined,
    require: readonly string[],
  ): Result<MethodRequest<Method>, readonly Fault[]>
  expireAt(
    rules: MethodRules,
    method: Method,
    operator: Operator | undefined,
    money: Money,
    now: Instant,
  ): Instant | undefined
  postings(
    payment: Payment,
  ): Extract<Parameters<Gateway['journal']['commit']>[0]['subject'], { type: 'create' }>['postings']
}

/** @returns the payment as it is when the create is answered */
export async function create<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  request: CreateRequest,
): Promise<Result<Payment, Problem>> {
  const id = readId(request.id, kind.idName)
  if (!id.ok) return fail(validationFailed([id.failure]))
  const read = readBody(gateway, kind, request)
  const refuse = async (problem: Problem): Promise<Result<Payment, Problem>> =>
    fail(
      (await takenProblem(gateway, kind, request, id.value, read.ok ? read.value.hash : undefined)) ??
        problem,
    )

  if (!read.ok) {
    return refuse(isBeyondAllRanges(read.failure) ? BEYOND_ALL_RANGES : validationFailed(read.failure))
  }
  const moneyProblem = grantMoneyProblem(request.grant, read.value.money)
  if (moneyProblem) return refuse(moneyProblem)

  const { payment: drafted, terms } = draft(gateway, kind, request, id.value, read.value)
  const { unavailable, route } = terms
  const declined: DeclinedBy[] = [...route.declined]
  for (const processor of route.candidates) {
    const payment = processor.name === drafted.processor ? drafted : { ...drafted, processor: processor.name }
    const check = await processor.check(payment)
    if (check.type === 'customer') {
      return refuse(paymentProblem(check.refusal, CUSTOMER_REFUSED[check.refusal]))
    }
    if (unavailable) return refuse(unavailable)
    if (check.type === 'short') {
      const { money, feeMinor, vatMinor } = payment
      return refuse(balanceProblem(payment, minor(money.amountMinor + feeMinor + vatMinor)))
    }
    const taken = check.type === 'fine' ? await take(gateway, kind, request, processor, payment) : check
    if ('ok' in taken) return taken
    declined.push({ ...taken, processor: processor.name })
  }
  return refuse(unavailable ?? untaken(gateway, drafted, declined))
}

const BEYOND_ALL_RANGES = paymentProblem('AMOUNT_OUT_OF_RANGE', 'No method takes so large an amount.')

const CUSTOMER_REFUSED: Readonly<Record<CustomerRefusal, string>> = {
  CUSTOMER_NOT_REGISTERED:
    'The processor does not know this customer: registration comes first. The ID is not used up.',
  CUSTOMER_VERIFICATION_INACTIVITY:
    "The customer's verification at the processor has been inactive for too long and must be renewed. The ID is not used up.",
}

function readBody<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { profile, grant, id, body, impreciseNumbers }: CreateRequest,
): Result<ReadRequest<Method>, readonly Fault[]> {
  if (!isObject(body)) return fail([{ path: '', code: 'WRONG_TYPE', message: 'must be a JSON object' }])
  const money = readRequested(body, impreciseNumbers)
  const offeredIn = currencyOf(body)
  const product = offeredIn && productOf(profile, body.paymentMethod, offeredIn)
  const request = kind.validate(body.paymentMethod, offeredIn, product?.require ?? [])
  const addresses = readAddresses(body, {
    profile,
    grant,
    policy: gateway.callbackPolicyOf(profile),
    checkoutUrl: gateway.checkoutUrlOf(profile.merchantCode, id),
  })
  if (!money.ok || !request.ok || !addresses.ok) {
    return fail([money, request, addresses].flatMap((part) => (part.ok ? [] : part.failure)))
  }
  const meant = {
    money: money.value,
    method: request.value.method.code,
    operator: request.value.operator?.code,
    fields: request.value.fields,
    // As given: a default of the merchant that has changed since does not make it another request.
    callbackUrl: body.callbackUrl,
    returnUrl: body.returnUrl,
  }
  return succeed({
    money: money.value,
    request: request.value,
    addresses: addresses.value,
    hash: requestHash(meant),
  })
}

export function readRequested(body: Body, imprecise: readonly string[]): Result<Money, readonly Fault[]> {
  const { paymentRequested } = body
  const path = '/paymentRequested'
  if (paymentRequested === undefined) {
    return fail([{ path, code: 'REQUIRED', message: 'is mandatory: an object with money' }])
  }
  if (!isObject(paymentRequested))
    return fail([{ path, code: 'WRONG_TYPE', message: 'must be an object with money' }])
  return readMoney(paymentRequested.money, '/paymentRequested/money', imprecise)
}

/** The currency on its own: a wrong amount must not hide what is wrong with the method. */
export function currencyOf(body: Body): Currency | undefined {
  const { paymentRequested } = body
  const money = isObject(paymentRequested) ? paymentRequested.money : undefined
  const found = isObject(money) ? readCurrency(money.currencyCode, '') : undefined
  return found?.ok ? found.value : undefined
}

/** The refusal of an ID that was accepted before, if it was. `hash`: of this request, where it could be read. */
async function takenProblem<Method extends PaymentMethod>(
  gateway: Gateway,
  { kind, idName }: KindOfCreate<Method>,
  { profile }: CreateRequest,
  id: MerchantOrderId,
  hash: string | undefined,
): Promise<Problem | undefined> {
  const existing = await findPayment(gateway.database, profile.merchantCode, kind, id)
  return existing && alreadyExists(idName, id, existing.requestHash === hash)
}

const alreadyExists = (idName: string, id: MerchantOrderId, sameRequest: boolean): Problem =>
  paymentProblem(
    'ALREADY_EXISTS',
    sameRequest
      ? 'This very request was accepted before; read the payment to see what became of it.'
      : 'This ID was accepted before, with another request. Use a new ID for a new payment.',
    { extra: { [idName]: id, sameRequest } },
  )

/** The payment as it would be, and on which terms: no effect. */
export function draft<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { profile, apiVersion, payer }: Pick<CreateRequest, 'profile' | 'apiVersion' | 'payer'>,
  id: MerchantOrderId,
  { money, request, addresses, hash }: ReadRequest<Method>,
): { readonly payment: Payment; readonly terms: Terms } {
  const { method } = request
  const operator = request.operator
  const asked = { kind: kind.kind, method, operator, money, ...(payer !== undefined && { payer }) }
  const terms = termsOf(gateway, profile, asked)
  const { wanted, charges, route } = terms
  const now = gateway.deps.clock.now()
  const payment: Payment = {
    ...wanted,
    id,
    key: paymentKey(gateway.deps.randomness.uuidV7(now)),
    ...charges,
    processor: route.candidates[0]?.name ?? '',
    request: {
      ...request.fields,
      ...(addresses.returnUrl !== undefined && { returnUrl: addresses.returnUrl }),
    },
    requestHash: hash,
    callbackUrl: addresses.callbackUrl,
    apiVersion,
    createdAt: now,
    status: 'NEW',
    seq: 1,
    announced: 0,
    moneyRequiredMinor: undefined,
    processorRef: undefined,
    processorStatus: undefined,
    response: undefined,
    payerAccount: undefined,
    externalReference: undefined,
    externalChanges: 0,
    confirmation: undefined,
    expireAt: kind.expireAt(terms.rules, method, terms.operator, money, now),
    processedAt: undefined,
    failureReason: undefined,
  }
  return { payment, terms }
}

/** Has the processor take it on, and commits it. Where somebody else holds what it wanted, it is asked for something else. */
async function take<Method extends PaymentMethod>(
  gateway: Gateway,
  kind: KindOfCreate<Method>,
  { profile }: CreateRequest,
  processor: Processor,
  payment: Payment,
): Promise<Result<Payment, Problem> | Declined> {
  const taken: Claim[] = []
  while (taken.length < MAX_TAKEN) {
    const answer = gateway.takingOn.atOnce(processor, payment, profile.merchant.name, taken)
    const made = answer instanceof Promise ? await answer : answer
    if (made.type === 'declined') return made
    const outcome = await commit(gateway, kind, made)
    if (outcome.type === 'done') return finish(gateway, made.payment)
    // Where nobody can say whether it was kept, what it holds stays held.
    if (outcome.type !== 'unknown' && outcome.type !== 'unavailable') processor.dropped?.(payment)
    if (outcome.type !== 'claimed') return fail(refusalOf(outcome, kind, payment))
    taken.push(outcome.claim)
  }
  return ALL_TAKEN
}

const commit = <Method extends PaymentMethod>(
  { journal, deps }: Gateway,
  kind: KindOfCreate<Method>,
  { payment, steps, claims }: TakenOn,
): Promise<Outcome> =>
  journal.commit({
    changeId: changeId(deps.randomness.uuidV7(payment.createdAt)),
    merchantId: payment.merchantId,
    at: payment.createdAt,
    actor: 'merchant',
    claims,
    claimKey: claims.length === 0 ? undefined : payment.key,
    subject: { type: 'create', payment, reason: 'accepted', postings: kind.postings(payment), steps },
  })

/** The payment as it is when its create is answered: where its processor must be asked, after that. */
async function finish(gateway: Gateway, payment: Payment): Promise<Result<Payment, Problem>> {
  if (payment.status !== 'NEW') return succeed(payment)
  await gateway.takingOn.afterCommit(payment)
  // It is committed: a database that cannot be read now must not make it look as if nothing was kept.
  const now = await findPayment(gateway.database, payment.merchantId, payment.kind, payment.id).catch(
    (error: unknown) => {
      if (error instanceof DatabaseFailure) return undefined
      throw error
    },
  )
  return succeed(now ?? payment)
}

/** Told to nobody but the merchant whose balance it is: only a token of its own creates its payouts. */
function balanceProblem({ money: { currency } }: Payment, missingMinor: Minor): Problem {
  const missing = moneyText({ currency, amountMinor: missingMinor })
  return paymentProblem(
    'INSUFFICIENT_BALANCE',
    `The available balance in ${currency} does not cover the amount with fee and VAT: ${missing.amount} ${currency} is missing.`,
    { extra: { missing: { ...missing, amount: rawNumber(missing.amount) } } },
  )
}

function refusalOf<Method extends PaymentMethod>(
  outcome: Exclude<Outcome, { type: 'done' | 'claimed' }>,
  { idName }: KindOfCreate<Method>,
  payment: Payment,
): Problem {
  switch (outcome.type) {
    case 'duplicate':
      return alreadyExists(idName, payment.id, outcome.existing.requestHash === payment.requestHash)
    case 'short':
      return balanceProblem(payment, outcome.missingMinor)
    case 'shed':
    case 'unavailable':
    case 'unknown':
      return undecidedProblem(outcome)
    case 'refused':
    case 'absent':
      throw new Error(`a create cannot end as ${outcome.type}`)
  }
}
