/**
 * The pages for people: the checkout at `/pay/{merchantCode}/{idPayin}`, the claim of a refund at
 * `/claim/{merchantCode}/{idRefund}`, a payment link at `/l/{token}`, the sandbox's bank and wallet, the guides, the
 * operators' console and the merchants' dashboard.
 *
 * A page is the same few lines of HTML for everyone. Its script reads the data from the API with the token or key in
 * the fragment of its address, so serving a page reveals and logs nothing. An unknown merchant's page differs from a
 * known one's only in who may frame it. Read this file first.
 */
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Gateway } from '../api/gateway.ts'
import type { Server } from '../http/server.ts'
import { registerApplication } from './application.ts'
import type { BuiltPages } from './built.ts'
import { registerClaimApi } from './claim-api.ts'
import { registerGuides } from './guides.ts'
import { registerLinkApi } from './link-api.ts'
import { registerLogos } from './logos.ts'
import { registerPaymentApi } from './payment-api.ts'
import { registerSandboxApi, type SandboxApiOptions } from './sandbox-api.ts'
import { sendPage, serveAssets } from './sending.ts'

/** Path prefixes that need no API version. */
export const PAGE_PREFIXES = [
  '/pay',
  '/l',
  '/claim',
  '/checkout',
  '/sandbox',
  '/console',
  '/dashboard',
] as const

const options = { config: { versioned: false }, schema: { hide: true } }

export interface PageOptions extends SandboxApiOptions {
  /** Undefined: the pages are not built. */
  readonly built: BuiltPages | undefined
  readonly bearer: onRequestHookHandler
}

export function registerPages(
  app: Server,
  gateway: Gateway,
  { built, bearer, ...context }: PageOptions,
): void {
  registerPaymentApi(app, gateway, bearer)
  registerSandboxApi(app, gateway, context)
  registerClaimApi(app, gateway, context)
  registerLinkApi(app, gateway, context)
  registerGuides(app)
  registerLogos(app, gateway, context)
  const pages = [
    { path: '/pay/:merchantCode/:idPayin', html: built?.checkout, camera: false },
    { path: '/sandbox/pay/:merchantCode/:idPayin', html: built?.sandbox, camera: true },
  ]
  for (const { path, html, camera } of pages) {
    app.get<{ Params: { merchantCode: string } }>(path, options, async (request, reply) => {
      const frameOrigins = await frameOriginsOf(gateway, context, request)
      return sendPage(reply, html, { frameOrigins, camera })
    })
  }
  // The payer decides here where money goes, so no site may frame it, and it looks nothing up.
  app.get('/claim/:merchantCode/:idRefund', options, (_request, reply) =>
    sendPage(reply, built?.claim, { frameOrigins: [], camera: false }),
  )
  // A framing site could make the visitor press what they do not see.
  app.get('/l/:token', options, (_request, reply) =>
    sendPage(reply, built?.link, { frameOrigins: [], camera: false }),
  )
  registerApplication(app, 'dashboard', built?.dashboard)
  if (built) serveAssets(app, '/checkout/assets/', built.assets)
}

/**
 * The origins that may frame the page. A stranger who guesses merchants is soon answered from memory alone: each lookup
 * costs a query and evicts a merchant from the cache.
 */
async function frameOriginsOf(
  { merchants }: Gateway,
  { failures }: SandboxApiOptions,
  { ip, params: { merchantCode } }: FastifyRequest<{ Params: { merchantCode: string } }>,
): Promise<readonly string[]> {
  const mayAsk = failures.mayAsk('page', ip)
  const profile = mayAsk ? await merchants.find(merchantCode) : merchants.known(merchantCode)
  if (!profile && mayAsk) failures.count('page', ip)
  return profile?.merchant.checkout?.frameOrigins ?? []
}
