/** Before the browser tests: the pages as the sources say now. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

export default async function setup(): Promise<void> {
  await build({
    configFile: fileURLToPath(new URL('../../web/checkout/vite.config.ts', import.meta.url)),
  })
}
