/** Before the browser tests: the pages as the sources say now. What an install has built since they changed is left as it is. */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { BUILT, youngestMs } from '../setup/youngest.ts'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** Whatever a page may be made of, and with. */
const SOURCES = ['packages', 'package-lock.json'].map(fromRoot)

export async function buildPages(): Promise<void> {
  const sourcesMs = Math.max(...SOURCES.map(youngestMs))
  for (const application of ['checkout', 'console', 'dashboard']) {
    const page = statSync(fromRoot(`packages/${application}/${BUILT}/index.html`), { throwIfNoEntry: false })
    if (page && page.mtimeMs > sourcesMs) continue
    await build({ configFile: fromRoot(`packages/${application}/vite.config.ts`) })
  }
}
