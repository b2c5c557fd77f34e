/**
 * The API of the payment link page: shows the link, and begins a payment.
 *
 * The link's token is in the address, because the link is made to be sent and printed. It is no payer's secret, and
 * addresses are not logged here. The visitor's key (`payment-links/beginning.ts`) is a secret and comes as a bearer
 * token. Bodies are small. Unknown tokens are rate-limited by address. Other requests are rate-limited by address and
 * by link, so a flood on one link uses up neither another link's rate nor that of the merchant's server.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Gateway } from '../api/gateway.ts'
import { addressKey } from '../http/addresses.ts'
import { bearerToken, unauthenticated } from '../http/authorization.ts'
import type { Failures } from '../http/failures.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { type RateLimiter, rateLimited } from '../http/rate-limit.ts'
import type { Server } from '../http/server.ts'
import {
  beginByLink,
  isVisitor,
  type OpenedPaymentLink,
  openLink,
  publicBody,
} from '../payment-links/beginning.ts'

interface LinkApiOptions {
  readonly limiter: RateLimiter
  readonly failures: Failures
}

interface Params {
  readonly token: string
}

const LOOKS_PER_SECOND = { address: 10, link: 100 }
const BEGINNINGS_PER_SECOND = { address: 5, link: 20 }
/** An amount. */
const BODY_LIMIT_BYTES = 1_024
const schema = { hide: true }

export function registerLinkApi(app: Server, gateway: Gateway, context: LinkApiOptions): void {
  app.get<{ Params: Params }>(
    '/l/:token/!link',
    { config: { versioned: false }, schema },
    async (request, reply) => {
      unkept(reply)
      const opened = await openedFor(gateway, context, request, 'look')
      const visitor = bearerToken(request.headers.authorization)
      return publicBody(gateway, opened, visitor !== undefined && isVisitor(visitor) ? visitor : undefined)
    },
  )
  app.post<{ Params: Params }>(
    '/l/:token/!begin',
    {
      bodyLimit: BODY_LIMIT_BYTES,
      config: { versioned: false, bodyRequired: true, jsonLimitBytes: BODY_LIMIT_BYTES },
      schema,
    },
    async (request, reply) => {
      unkept(reply)
      const opened = await openedFor(gateway, context, request, 'begin')
      const visitor = bearerToken(request.headers.authorization) ?? ''
      if (!isVisitor(visitor)) throw new ProblemError(unauthenticated('the key of the visitor is missing'))
      const { body, impreciseNumbers } = request
      const begun = await beginByLink(gateway, opened, visitor, { body, impreciseNumbers })
      if (!begun.ok) throw new ProblemError(begun.failure)
      const { grant, idPayin } = begun.value
      const page = gateway.checkoutUrlOf(grant.merchantCode, idPayin)
      return { checkoutUrl: `${page}#${gateway.issueToken(grant)}` }
    },
  )
}

const unkept = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store')

async function openedFor(
  gateway: Gateway,
  { limiter, failures }: LinkApiOptions,
  { ip, params: { token } }: FastifyRequest<{ Params: Params }>,
  what: 'look' | 'begin',
): Promise<OpenedPaymentLink> {
  const flood = failures.flood('link', ip)
  if (flood) throw new ProblemError(flood)
  const limits = what === 'look' ? LOOKS_PER_SECOND : BEGINNINGS_PER_SECOND
  const take = async (key: string, limit: number) => {
    const rate = await limiter.take(`link-${what}:${key}`, limit)
    if (!rate.allowed) throw new ProblemError(rateLimited(rate))
  }
  await take(`from ${addressKey(ip)}`, limits.address)
  const opened = await openLink(gateway, token)
  if (!opened)
    throw new ProblemError(
      failures.failed('link', ip, httpProblem('NOT_FOUND', 'This payment link does not exist.')),
    )
  const { merchantId, id } = opened.found.link
  await take(`${merchantId}/${id}`, limits.link)
  return opened
}
