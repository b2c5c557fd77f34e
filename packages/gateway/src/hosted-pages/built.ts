/**
 * The pages as `npm run prepare` built them, read once: a few HTML files and the folders of their scripts and styles.
 * Builds nothing: if they are missing, the server starts without them and says what to run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

export interface BuiltPages {
  readonly checkout: string
  readonly sandbox: string
  readonly claim: string
  readonly link: string
  /** The operators' application. */
  readonly backOffice: BuiltApplication
  /** The merchants' application; undefined if it is not built. Nothing else depends on it. */
  readonly dashboard: BuiltApplication | undefined
  /** The folder of scripts and styles. File names change with their contents. */
  readonly assets: string
}

/** One page whose script shows everything else. */
export interface BuiltApplication {
  readonly html: string
  readonly assets: string
}

const { resolve } = createRequire(import.meta.url)

/** An installation may leave out an application's package. */
function builtOf(name: 'checkout' | 'console' | 'dashboard'): string {
  try {
    return join(dirname(resolve(`@sluice/${name}/package.json`)), 'dist')
  } catch {
    return join(import.meta.dirname, 'not-installed')
  }
}

/** What a visitor reads if the pages are missing. */
export const NOT_BUILT = 'the pages are not built: run `npm run prepare` once, then restart'

export function readBuiltPages(
  folder: string = builtOf('checkout'),
  consoleFolder: string = builtOf('console'),
  dashboardFolder: string = builtOf('dashboard'),
): BuiltPages | undefined {
  const assets = join(folder, 'assets')
  const [checkout = '', sandbox = '', claim = '', link = ''] = ['index', 'sandbox', 'claim', 'link'].map(
    (name) => join(folder, `${name}.html`),
  )
  const needed = [checkout, sandbox, claim, link, assets]
  if (!needed.every((path) => existsSync(path))) return undefined
  const read = (path: string): string => readFileSync(path, 'utf8')
  const built = {
    checkout: read(checkout),
    sandbox: read(sandbox),
    claim: read(claim),
    link: read(link),
    assets,
  }
  const backOffice = applicationIn(consoleFolder)
  return backOffice && { ...built, backOffice, dashboard: applicationIn(dashboardFolder) }
}

function applicationIn(folder: string): BuiltApplication | undefined {
  const [html, assets] = [join(folder, 'index.html'), join(folder, 'assets')]
  return existsSync(html) && existsSync(assets) ? { html: readFileSync(html, 'utf8'), assets } : undefined
}
