/**
 * Serves our applications, the operators' console and the merchants' dashboard. Each is one page for all its addresses:
 * its script shows what the address names. The page is the same for everyone and contains no data; its script reads the
 * data from the API as the signed-in person.
 *
 * Promises: no site may frame it, it loads nothing from elsewhere, and its addresses do not reveal whether something
 * exists.
 */
import type { Server } from '../http/server.ts'
import type { BuiltApplication } from './built.ts'
import { sendPage, serveAssets } from './sending.ts'

const options = { config: { versioned: false }, schema: { hide: true } }

/** @param built undefined: the application is not built */
export function registerApplication(
  app: Server,
  name: 'console' | 'dashboard',
  built: BuiltApplication | undefined,
): void {
  const assets = `/${name}/assets/`
  for (const path of [`/${name}`, `/${name}/*`]) {
    app.get(path, options, (request, reply) => {
      // A script of an earlier build gets a 404, because a browser would read the page's HTML as a script.
      if (request.url.startsWith(assets)) return reply.callNotFound()
      return sendPage(reply, built?.html, { frameOrigins: [], camera: false, previews: name === 'dashboard' })
    })
  }
  if (built) serveAssets(app, assets, built.assets)
}
