/**
 * The pages as they were built (`npm run prepare`), read once: three HTML files and the folder of what they load.
 * Never builds anything: where they are missing, the server starts without them, and says what to run.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface BuiltPages {
  readonly checkout: string
  readonly sandbox: string
  readonly claim: string
  /** The folder of scripts and styles. Their names change with their contents. */
  readonly assets: string
}

const PAGES_FOLDER = fileURLToPath(new URL('../../web/checkout/dist', import.meta.url))

/** What a person reads who finds no pages. */
export const NOT_BUILT = 'the checkout pages are not built: run `npm run prepare` once, then start again'

export function readBuiltPages(folder: string = PAGES_FOLDER): BuiltPages | undefined {
  const assets = join(folder, 'assets')
  const [checkout = '', sandbox = '', claim = ''] = ['index.html', 'sandbox.html', 'claim.html'].map((file) =>
    join(folder, file),
  )
  if (![checkout, sandbox, claim, assets].every((path) => existsSync(path))) return undefined
  const read = (path: string): string => readFileSync(path, 'utf8')
  return { checkout: read(checkout), sandbox: read(sandbox), claim: read(claim), assets }
}
