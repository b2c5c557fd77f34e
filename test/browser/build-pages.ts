/** Before the browser tests: the pages as the sources say now. What an install has built since they changed is left as it is. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** Whatever a page may be made of, and with. */
const SOURCES = ['web', 'src', 'package-lock.json'].map(fromRoot)
const BUILT = 'dist'

/** When the youngest of what is there was written; a folder is when a name in it comes or goes. In milliseconds. */
function youngestMs(path: string): number {
  const written = statSync(path)
  if (!written.isDirectory()) return written.mtimeMs
  const names = readdirSync(path).filter((name) => name !== BUILT)
  return Math.max(written.mtimeMs, ...names.map((name) => youngestMs(join(path, name))))
}

export async function buildPages(): Promise<void> {
  const sourcesMs = Math.max(...SOURCES.map(youngestMs))
  for (const application of ['checkout', 'console', 'dashboard']) {
    const page = statSync(fromRoot(`web/${application}/${BUILT}/index.html`), { throwIfNoEntry: false })
    if (page && page.mtimeMs > sourcesMs) continue
    await build({ configFile: fromRoot(`web/${application}/vite.config.ts`) })
  }
}
