/**
 * A merchant's logo at our own address: `/checkout/logos/{merchantCode}/{name}`. `name` is a hash of the picture, so
 * browsers may cache it for ever. Only the current picture is served; every other name gets the same response.
 *
 * It is sent with the type that was verified (`merchants/logo.ts`) and with sniffing switched off. Opened directly it
 * is sandboxed: no script, no style, no frame.
 */
import type { Gateway } from '../api/gateway.ts'
import type { Server } from '../http/server.ts'
import { logoName, storedLogo } from '../merchants/logo.ts'
import type { SandboxApiOptions } from './sandbox-api.ts'

interface Requested {
  readonly Params: { readonly merchantCode: string; readonly name: string }
}

export function registerLogos(
  app: Server,
  { merchants }: Gateway,
  { failures }: Pick<SandboxApiOptions, 'failures'>,
): void {
  app.get<Requested>(
    '/checkout/logos/:merchantCode/:name',
    { config: { versioned: false }, schema: { hide: true } },
    async (request, reply) => {
      const { merchantCode, name } = request.params
      // A stranger who guesses merchants is soon answered from memory alone, as with the pages.
      const mayAsk = failures.mayAsk('page', request.ip)
      const profile = mayAsk ? await merchants.find(merchantCode) : merchants.known(merchantCode)
      const url = profile?.merchant.checkout?.logo
      const logo = url !== undefined && logoName(url) === name ? storedLogo(url) : undefined
      if (!logo) {
        if (mayAsk && !profile) failures.count('page', request.ip)
        return reply.callNotFound()
      }
      return reply
        .headers({
          'content-type': logo.type,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; sandbox",
        })
        .send(Buffer.from(logo.bytes))
    },
  )
}
