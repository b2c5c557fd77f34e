/**
 * The API of the sandbox's pages: shows one test payin and plays its payer.
 *
 * The holder of the payin's link (`processors/sandbox/links.ts`) may use it. Live payins have no such endpoint and get
 * the response of an unknown one. Each operation is a status update of the sandbox, so it is processed like any
 * processor's. Never shows more than the payin's own page.
 */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { FastifyRequest } from 'fastify'
import type { Gateway } from '../api/gateway.ts'
import { paymentProblem } from '../api/problems.ts'
import { bearerToken, unauthenticated } from '../http/authorization.ts'
import type { Failures } from '../http/failures.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import { type RateLimiter, rateLimited } from '../http/rate-limit.ts'
import type { Server } from '../http/server.ts'
import { findPayment } from '../payments/reading.ts'
import type { SandboxLinks } from '../processors/sandbox/links.ts'
import { action, SANDBOX_ACTIONS } from './sandbox-actions.ts'
import { sandboxView } from './sandbox-view.ts'

export interface SandboxApiOptions {
  readonly links: SandboxLinks
  readonly limiter: RateLimiter
  readonly failures: Failures
}

interface Params {
  readonly merchantCode: string
  readonly idPayin: string
}

const REQUESTS_PER_SECOND = 10
const PATH = '/sandbox/payins/:merchantCode/:idPayin'
const options = { config: { versioned: false, bodyRequired: false }, schema: { hide: true } }

export function registerSandboxApi(app: Server, gateway: Gateway, context: SandboxApiOptions): void {
  app.get<{ Params: Params }>(PATH, options, async (request) => {
    const payment = await opened(gateway, context, request)
    return sandboxView(payment, await nameOf(gateway, payment))
  })
  for (const name of SANDBOX_ACTIONS) {
    app.post<{ Params: Params }>(`${PATH}/!${name}`, options, async (request) => {
      const payment = await opened(gateway, context, request)
      const answer = await action(gateway, payment, name)
      if (answer === 'not-allowed') {
        const detail = `This is no longer possible: the payin is ${payment.status}.`
        throw new ProblemError(paymentProblem('INVALID_STATE', detail))
      }
      const now = await found(gateway, request.params)
      return { ...sandboxView(now, await nameOf(gateway, now)), answer }
    })
  }
}

/** The payin that the caller's key opens. */
async function opened(
  gateway: Gateway,
  { links, limiter, failures }: SandboxApiOptions,
  request: FastifyRequest<{ Params: Params }>,
): Promise<Payment> {
  const { merchantCode, idPayin } = request.params
  const key = bearerToken(request.headers.authorization) ?? ''
  const flood = failures.flood('sandbox', request.ip)
  if (flood) throw new ProblemError(flood)
  if (!links.opens(key, merchantCode, idPayin)) {
    const wrong = unauthenticated('the complete link of this test payment is needed')
    throw new ProblemError(failures.failed('sandbox', request.ip, wrong))
  }
  const rate = await limiter.take(`sandbox:${merchantCode}:${idPayin}`, REQUESTS_PER_SECOND)
  if (!rate.allowed) throw new ProblemError(rateLimited(rate))
  return found(gateway, request.params)
}

async function found(gateway: Gateway, { merchantCode, idPayin }: Params): Promise<Payment> {
  const profile = await gateway.merchants.find(merchantCode)
  const payment =
    profile && isMerchantOrderId(idPayin)
      ? await findPayment(gateway.database, profile.merchantCode, 'payin', idPayin)
      : undefined
  if (!payment || gateway.sandboxUrlOf(payment) === undefined)
    throw new ProblemError(httpProblem('NOT_FOUND', 'The sandbox has no such payment.'))
  return payment
}

async function nameOf(gateway: Gateway, { merchantId }: Payment): Promise<string> {
  const merchant = (await gateway.merchants.find(merchantId))?.merchant
  return merchant?.checkout?.name ?? merchant?.name ?? merchantId
}
