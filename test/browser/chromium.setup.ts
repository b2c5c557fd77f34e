/** The one browser of all browser tests: each file connects to it, and sees only the contexts that it opened itself. */
import packaged from '@sparticuz/chromium'
import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the browser is spoken to. */
    browser: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: await packaged.executablePath(),
    headless: true,
    host: '127.0.0.1',
    args: ['--headless=shell', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}
