/**
 * Our applications, the operators' console and the merchants' dashboard: each is one page for all of its addresses, since its script shows
 * what the address names. It is the same for everyone and holds nothing; all that it shows, it asks of the API as whoever is signed in.
 *
 * Promises: nobody may frame it, it loads nothing from elsewhere, and no address of it says whether something is there.
 */
import type { Server } from '../http/server.ts'
import type { BuiltApplication } from './built.ts'
import { sendPage, serveAssets } from './sending.ts'

const options = { config: { versioned: false }, schema: { hide: true } }

/** @param built undefined where nobody has built it */
export function registerApplication(
  app: Server,
  name: 'console' | 'dashboard',
  built: BuiltApplication | undefined,
): void {
  const assets = `/${name}/assets/`
  for (const path of [`/${name}`, `/${name}/*`]) {
    app.get(path, options, (request, reply) => {
      // A script that is no more is no page: a browser would read HTML as one.
      if (request.url.startsWith(assets)) return reply.callNotFound()
      return sendPage(reply, built?.html, { frameOrigins: [], camera: false, previews: name === 'dashboard' })
    })
  }
  if (built) serveAssets(app, assets, built.assets)
}
