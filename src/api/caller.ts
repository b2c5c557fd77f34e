/** Who calls, as the use cases need it: the grant of the token and the merchant's profile. */
import type { FastifyRequest } from 'fastify'
import type { PaymentKind } from '../foundation/identifiers.ts'
import { isMerchantOrderId } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { callerOf } from '../identity/access/bearer.ts'
import { type Grant, personIn, type SignedInPerson } from '../identity/access/grant.ts'
import { stepUpNeeded } from '../identity/people/guard.ts'
import { type MerchantProfile, profileOf } from '../merchants/directory.ts'
import type { Payment } from '../payments/model.ts'
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

/** Without waiting, where the merchant is at hand; and it nearly always is, since the token was judged by it. */
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

/** The caller's own payment; another merchant's reads exactly as one that does not exist. */
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

/** The same of a payin, with what was given back of it. */
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
 * Who is signed in: what a token may not ask, because it could leave behind what outlives it.
 * @param fresh they must have shown just now that it is really them
 * @throws ProblemError 403
 */
export function readPerson({ grant }: Pick<Caller, 'grant'>, fresh: 'fresh' | 'any' = 'any'): SignedInPerson {
  const person = personIn(grant)
  if (!person)
    throw new ProblemError(
      httpProblem('SCOPE_EXCEEDED', 'only somebody signed in may ask this, and no token'),
    )
  if (fresh === 'fresh' && !person.isProved) throw new ProblemError(stepUpNeeded())
  return person
}

/** Values of a query parameter that may be given several times or separated by commas. */
export function listOf(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value : [value]
  return texts.flatMap((text) => (typeof text === 'string' ? text.split(',') : [])).map((text) => text.trim())
}
