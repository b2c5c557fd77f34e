/** Before the browser tests: the pages as the sources say now. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export default async function setup(): Promise<void> {
  for (const application of ['checkout', 'console', 'dashboard']) {
    await build({
      configFile: fileURLToPath(new URL(`../../web/${application}/vite.config.ts`, import.meta.url)),
    })
  }
}
