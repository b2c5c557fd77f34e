/**
 * Bearer tokens on requests: who calls, how often, and whether the token allows the request.
 *
 * Checks in this order, all before the body is read: token (401), rate (429), scope (403). A merchant's requests share its rate.
 * Two kinds count against their payment alone, so that a payer's page cannot use up the shop's rate: reads with a token of one
 * payment, and all requests with a token from a payment link. Failures are counted by address, like those of the token endpoints.
 * The grant's amount is not checked here, as the body is not known yet.
 */
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { matchedPath, methodRequested, requireBearer, unauthenticated } from '../../http/authorization.ts'
import type { Failures } from '../../http/failures.ts'
import { httpProblem, type Problem } from '../../http/problems.ts'
import { type RateDecision, type RateLimiter, rateHeaders, rateLimited } from '../../http/rate-limit.ts'
import type { Server } from '../../http/server.ts'
import { notCarried } from './carried.ts'
import { allowedByAction, allows, type Grant, linkIn, type ProvedAsker, type TokenGrant } from './grant.ts'
import type { MerchantAccess } from './merchant-access.ts'
import type { TokenVerifier, VerifiedToken } from './tokens.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, on routes that need a bearer token or a session. Read it with `callerOf`. */
    caller: VerifiedCaller | null
    /** The caller as far as it was proved, even if the request was refused afterwards. Grants nothing. */
    asker: ProvedAsker | null
  }
}

const ONE_PAYMENT_READS_PER_SECOND = 10
/** How many of a token's operations a refusal lists. */
const SHOWN_OPERATIONS = 3
/** How much of each method and path a refusal shows. The path of a payment is shorter. */
const SHOWN_CHARACTERS = 100

/** A merchant's caller: a program with a token, or a member. */
export interface VerifiedCaller {
  readonly grant: Grant
  readonly merchant: MerchantAccess
}

/** Checks a request without a token by the browser's session, including rate and rights. */
export type SessionAccess = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<{ readonly verified: VerifiedCaller } | { readonly problem: Problem }>

export interface BearerOptions {
  /** Without it, every request needs a token. */
  readonly access?: SessionAccess
  readonly verifier: TokenVerifier
  readonly limiter: RateLimiter
  readonly failures: Failures
}

/** The grant and merchant of a request that came through `bearerAccess`. */
export function callerOf(request: FastifyRequest): VerifiedCaller {
  assert(request.caller !== null && request.caller !== undefined, 'the route has the bearer hook')
  return request.caller
}

/** Makes the `onRequest` hook of the merchants' routes. Call it once per server, as it decorates the request. */
export function bearerAccess(app: Server, options: BearerOptions): onRequestHookHandler {
  app.decorateRequest('caller', null)
  app.decorateRequest('asker', null)
  return requireBearer((token, request, reply) => admit(options, token, request, reply))
}

/** A caller that was seen a moment ago is checked synchronously. Otherwise the merchant is loaded or the token verified first. */
function admit(
  options: BearerOptions,
  token: string | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined | Promise<Problem | undefined> {
  const { access } = options
  if (access && request.headers.authorization === undefined && request.headers.cookie !== undefined)
    return admitBySession(access, request, reply)
  const known = token === undefined ? undefined : options.verifier.known(token)
  if (known) return admitVerified(options, known, request, reply)
  return verifyCounted(options, token, request.ip).then((verified) =>
    'problem' in verified ? verified.problem : admitVerified(options, verified, request, reply),
  )
}

async function admitBySession(
  access: SessionAccess,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Problem | undefined> {
  const judged = await access(request, reply)
  if ('problem' in judged) return judged.problem
  request.caller = judged.verified
  request.asker = judged.verified.grant
  return undefined
}

function admitVerified(
  { limiter }: BearerOptions,
  verified: VerifiedToken,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined | Promise<Problem | undefined> {
  request.asker = verified.grant
  const { key, limit } = rateOf(verified, request)
  const rate = limiter.take(key, limit)
  return rate instanceof Promise
    ? rate.then((decision) => admitWithin(decision, verified, request, reply))
    : admitWithin(rate, verified, request, reply)
}

function admitWithin(
  rate: RateDecision,
  verified: VerifiedToken,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined {
  if (!rate.allowed) return rateLimited(rate)
  reply.headers(rateHeaders(rate))
  const method = methodRequested(request)
  const path = matchedPath(request)
  if (!allows(verified.grant, method, path)) return scopeExceeded(verified.grant, `${method} ${path}`)
  const lacking = verified.grant.lacks?.(path, request.foundRoute.config.asks ?? method === 'GET')
  if (lacking !== undefined) return notCarried(verified.grant.madeWith, lacking)
  request.caller = verified
  return undefined
}

async function verifyCounted(
  { verifier, failures }: BearerOptions,
  token: string | undefined,
  ip: string,
): Promise<VerifiedToken | { readonly problem: Problem }> {
  const failed = (problem: Problem) => ({ problem: failures.failed('merchant', ip, problem) })
  // Checking a token that was verified before costs nothing, so its holder is not affected when others flood from the same
  // address.
  const flood = token !== undefined && verifier.remembers(token) ? undefined : failures.flood('merchant', ip)
  if (flood) return { problem: flood }
  if (token !== undefined) {
    const verified = await verifier.verify(token, () => failures.flood('merchant', ip) === undefined)
    if (verified.ok) return verified.value
    if (verified.failure === 'TOKEN_EXPIRED') return failed(expired())
  }
  const why =
    token === undefined
      ? 'the header Authorization with a bearer token is missing, or is not written as `Bearer <token>`'
      : 'the bearer token is not valid; get a new one'
  return failed(unauthenticated(why))
}

const expired = (): Problem => unauthenticated('the token has expired; get a new one', 'TOKEN_EXPIRED')

/** Shows what was requested and what is allowed, which the holder could read in the token itself. */
function scopeExceeded({ scope }: Pick<TokenGrant, 'scope'>, requested: string): Problem {
  const allowed =
    scope.kind === 'action'
      ? `it was created for ${scope.action} of ${scope.idPayment}, which allows ${allowedByAction(scope).join(', ')}`
      : `it allows ${listed(scope.operations)}`
  return httpProblem('SCOPE_EXCEEDED', `the token does not allow ${shortened(requested)}: ${allowed}`)
}

const shortened = (text: string): string =>
  text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}…`

function listed(operations: readonly string[]): string {
  const more = operations.length - SHOWN_OPERATIONS
  const shown = operations.slice(0, SHOWN_OPERATIONS).map(shortened)
  return shown.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

function rateOf({ grant, merchant }: VerifiedToken, request: FastifyRequest): { key: string; limit: number } {
  assert(grant.rateKeys, 'the token was proved')
  const { onePayment, merchant: ofMerchant } = grant.rateKeys
  const asks = request.foundRoute.config.asks ?? methodRequested(request) === 'GET'
  // Anyone can come by a link, and must not use up the rate of the shop's own server, whatever they request.
  return (asks || linkIn(grant) !== undefined) && onePayment !== undefined
    ? { key: onePayment, limit: ONE_PAYMENT_READS_PER_SECOND }
    : { key: ofMerchant, limit: merchant.rateLimitPerSecond }
}
