/** Builds the pages for browser tests if their sources have changed since the last build. */
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { BUILT, youngestMs } from '../setup/youngest.ts'

const fromRoot = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/** Everything that pages are made of and built with. */
const SOURCES = ['packages', 'package-lock.json'].map(fromRoot)

export async function buildPages(): Promise<void> {
  const sourcesMs = Math.max(...SOURCES.map(youngestMs))
  for (const application of ['checkout', 'console', 'dashboard']) {
    const page = statSync(fromRoot(`packages/${application}/${BUILT}/index.html`), { throwIfNoEntry: false })
    if (page && page.mtimeMs > sourcesMs) continue
    await build({ configFile: fromRoot(`packages/${application}/vite.config.ts`) })
  }
}
