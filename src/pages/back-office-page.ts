/**
 * The operators' console: one page for all of its addresses, since its script shows what the address names. It is the same for everyone
 * and holds nothing; all that it shows, it asks of the operators' API as whoever is signed in.
 *
 * Promises: nobody may frame it, it loads nothing from elsewhere, and no address of it says whether something is there.
 */
import type { Server } from '../http/server.ts'
import type { BuiltApplication } from './built.ts'
import { sendPage, serveAssets } from './sending.ts'

const options = { config: { versioned: false }, schema: { hide: true } }
const ASSETS = '/console/assets/'

/** @param built undefined where nobody has built it */
export function registerConsole(app: Server, built: BuiltApplication | undefined): void {
  for (const path of ['/console', '/console/*']) {
    app.get(path, options, (request, reply) => {
      // A script that is no more is no page: a browser would read HTML as one.
      if (request.url.startsWith(ASSETS)) return reply.callNotFound()
      return sendPage(reply, built?.html, { frameOrigins: [], camera: false })
    })
  }
  if (built) serveAssets(app, ASSETS, built.assets)
}
