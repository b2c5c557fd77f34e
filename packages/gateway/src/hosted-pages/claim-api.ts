/**
 * The API of the claim page: shows the refund that the link is for, and pays it to the account that the payer enters.
 *
 * The link's secret comes as a bearer token, never in an address. Its holder sees whose refund it is, the amount and
 * the status, but never a name or an account, not even one that was typed here before. A wrong secret, another refund's
 * secret and an unknown refund get the same response. Bodies are small. Wrong secrets are rate-limited by address,
 * right ones by refund.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { channelInfoOf } from '../account/channel-info.ts'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { moneyBody } from '../api/views.ts'
import { bearerToken, unauthenticated } from '../http/authorization.ts'
import type { Failures } from '../http/failures.ts'
import { ProblemError, validationFailed } from '../http/problems.ts'
import { type RateLimiter, rateLimited } from '../http/rate-limit.ts'
import type { Server } from '../http/server.ts'
import { claimOptions, type NotClaimed, namePayee, type OpenedClaim, openClaim } from '../refunds/claiming.ts'

export interface ClaimApiOptions {
  readonly limiter: RateLimiter
  readonly failures: Failures
}

interface Params {
  readonly merchantCode: string
  readonly idRefund: string
}

const REQUESTS_PER_SECOND = 5
/** Some names and numbers. */
const BODY_LIMIT_BYTES = 4_096
const PATH = '/claim/:merchantCode/:idRefund'
const schema = { hide: true }

export function registerClaimApi(app: Server, gateway: Gateway, context: ClaimApiOptions): void {
  app.get<{ Params: Params }>(
    `${PATH}/!refund`,
    { config: { versioned: false }, schema },
    async (request, reply) => {
      unkept(reply)
      return claimBody(gateway, await opened(gateway, context, request))
    },
  )
  app.post<{ Params: Params }>(
    `${PATH}/!payee`,
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { versioned: false, bodyRequired: true, jsonLimitBytes: BODY_LIMIT_BYTES },
      schema,
    },
    async (request, reply) => {
      unkept(reply)
      const claim = await opened(gateway, context, request)
      const named = await namePayee(gateway, claim, payeeIn(request.body))
      if (!named.ok) throw new ProblemError(problemOf(named.failure))
      return claimBody(gateway, named.value)
    },
  )
}

/** Nothing that the secret opens may stay in a cache. */
const unkept = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store')

const payeeIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'payee' in body ? body.payee : undefined

function problemOf(failure: NotClaimed) {
  switch (failure.type) {
    case 'faults':
      return validationFailed(failure.faults)
    case 'nobody':
      return paymentProblem('METHOD_UNAVAILABLE', 'The money cannot be sent there at the moment.')
    case 'over':
      return paymentProblem('INVALID_STATE', 'This link has been used or has expired.')
  }
}

/** The refund that the caller's secret opens. */
async function opened(
  gateway: Gateway,
  { limiter, failures }: ClaimApiOptions,
  { ip, headers, params }: FastifyRequest<{ Params: Params }>,
): Promise<OpenedClaim> {
  const flood = failures.flood('claim', ip)
  if (flood) throw new ProblemError(flood)
  const secret = bearerToken(headers.authorization) ?? ''
  const claim = await openClaim(gateway, { ...params, secret })
  if (!claim) {
    const wrong = unauthenticated('the complete link of this refund is needed')
    throw new ProblemError(failures.failed('claim', ip, wrong))
  }
  const rate = await limiter.take(`claim:${claim.refund.key}`, REQUESTS_PER_SECOND)
  if (!rate.allowed) throw new ProblemError(rateLimited(rate))
  return claim
}

async function claimBody(gateway: Gateway, { refund, state }: OpenedClaim) {
  const { merchantId, money, isTest, expireAt } = refund
  const profile = await gateway.merchants.find(merchantId)
  assert(profile, 'a payment has a merchant')
  return {
    state,
    channelInfo: channelInfoOf(profile.merchant),
    isTest,
    money: moneyBody(money),
    ...(state === 'OPEN' && {
      ...(expireAt !== undefined && { expireAt: isoTime(expireAt) }),
      options: await claimOptions(gateway, refund),
    }),
  }
}
