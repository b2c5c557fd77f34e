/** The caller, as the use cases need it: the grant of the token and the merchant's profile. */
import type { PaymentKind } from '@sluice/core/foundation/identifiers.ts'
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { FastifyRequest } from 'fastify'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { callerOf } from '../identity/access/bearer.ts'
import { type Grant, personIn, type SignedInPerson } from '../identity/access/grant.ts'
import { stepUpNeeded } from '../identity/people/guard.ts'
import { type MerchantProfile, profileOf } from '../merchants/directory.ts'
import { findPayment } from '../payments/reading.ts'
import { findPayin, type PayinRead } from '../payments/refunds.ts'
import type { Gateway } from './gateway.ts'
import { payerOf } from './payer.ts'

export interface Caller {
  readonly grant: Grant
  readonly profile: MerchantProfile
  /** See `payer.ts`. */
  readonly payer?: string
}

/** Without waiting if the merchant is in memory, which is nearly always, since the token was checked against it. */
export function readCaller(gateway: Gateway, request: FastifyRequest): Caller | Promise<Caller> {
  const { grant, merchant } = callerOf(request)
  const { merchants, masterKey } = gateway
  const callerWith = (profile: MerchantProfile | undefined): Caller => {
    assert(profile, 'a token that was accepted has a merchant')
    return { grant, profile, ...payerOf(masterKey, grant, request) }
  }
  const known = merchant.isCurrent() ? profileOf(merchant) : merchants.known(grant.merchantCode)
  return known ? callerWith(known) : merchants.find(grant.merchantCode).then(callerWith)
}

const notFound = (kind: PaymentKind) =>
  new ProblemError(httpProblem('NOT_FOUND', `You have no ${kind} with this ID.`))

/** The caller's own payment. Another merchant's payment looks exactly like one that does not exist. */
export async function readOwnPayment(
  gateway: Gateway,
  caller: Caller,
  kind: PaymentKind,
  id: string,
): Promise<Payment> {
  const payment = isMerchantOrderId(id)
    ? await findPayment(gateway.database, caller.profile.merchantCode, kind, id)
    : undefined
  if (!payment) throw notFound(kind)
  return payment
}

/** The same for a payin, with its refunds. */
export async function readOwnPayin(
  { database }: Gateway,
  { profile }: Caller,
  id: string,
): Promise<PayinRead> {
  const read = isMerchantOrderId(id) ? await findPayin(database, profile.merchantCode, id) : undefined
  if (!read) throw notFound('payin')
  return read
}

/**
 * The signed-in person. Some requests are not for tokens, because they can leave behind something that outlives the
 * token.
 * @param fresh they must have proved just now who they are
 * @throws ProblemError 403
 */
export function readPerson({ grant }: Pick<Caller, 'grant'>, fresh: 'fresh' | 'any' = 'any'): SignedInPerson {
  const person = personIn(grant)
  if (!person)
    throw new ProblemError(
      httpProblem('SCOPE_EXCEEDED', 'only a signed-in person can do this; tokens are not accepted'),
    )
  if (fresh === 'fresh' && !person.isProved) throw new ProblemError(stepUpNeeded())
  return person
}

/** Values of a query parameter that may be repeated or separated by commas. */
export function listOf(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value : [value]
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : [])).map((text) => text.trim())
}
