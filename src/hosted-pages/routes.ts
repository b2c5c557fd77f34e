/**
 * The pages for people: the checkout at `/pay/{merchantCode}/{idPayin}`, the claim of a refund at
 * `/claim/{merchantCode}/{idRefund}`, a payment link at `/l/{token}`, the sandbox's bank and wallet, the guides, the operators' console
 * and the merchants' dashboard.
 *
 * A page is the same few lines of HTML for everyone; what it shows, its script asks of the API, with the token or key that
 * stands in the fragment of its address. So the server learns and logs nothing by serving it, and a stranger who opens it learns
 * nothing either: an unknown merchant's page differs from a known one's only in who may frame it. Read this file first.
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

/** Beginnings of paths that need no version. */
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
  /** Undefined where nobody has built them. */
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
  // Where money goes is decided on it, so nobody at all may frame it, and it looks up nothing.
  app.get('/claim/:merchantCode/:idRefund', options, (_request, reply) =>
    sendPage(reply, built?.claim, { frameOrigins: [], camera: false }),
  )
  // Whoever frames it could have its visitor press what he does not see.
  app.get('/l/:token', options, (_request, reply) =>
    sendPage(reply, built?.link, { frameOrigins: [], camera: false }),
  )
  registerApplication(app, 'dashboard', built?.dashboard)
  if (built) serveAssets(app, '/checkout/assets/', built.assets)
}

/**
 * Who may frame the page. A stranger who makes up merchants is soon answered from memory alone: each lookup costs the database,
 * and pushes a merchant out of what is remembered.
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
