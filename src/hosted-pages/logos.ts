/**
 * A merchant's logo, from our own address: `/checkout/logos/{merchantCode}/{name}`, where `name` is a hash of the picture, so that a browser
 * may keep it for ever. Only the picture that a merchant shows now is there; all else reads alike.
 *
 * It is served with the type that it was checked to be (`merchants/logo.ts`), which no browser second-guesses, and opened by itself it is a
 * picture in a box: no script, no style, no frame.
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
      // A stranger who makes up merchants is soon answered from memory alone, as with the pages.
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
