/** The browser that all browser tests share: each file connects to it and sees only its own contexts. */
import packaged from '@sparticuz/chromium'
import { type BrowserServer, chromium } from 'playwright-core'

const FOR_TESTS = ['--headless=shell', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
/**
 * By default Chromium prepares a second process for the next page. Here the next page always belongs to another context and cannot use it.
 */
const ONE_PROCESS_A_PAGE = ['--renderer-process-limit=1']
/**
 * A page lives for a second or two, in a process that has compiled nothing before. Optimising took a third of the time of a page with two
 * axe runs. Scripts behave the same without it.
 */
const COMPILED_ONCE = ['--js-flags=--no-opt --no-maglev']

export const launchBrowser = async (): Promise<BrowserServer> =>
  chromium.launchServer({
    executablePath: await packaged.executablePath(),
    headless: true,
    host: '127.0.0.1',
    args: [...FOR_TESTS, ...ONE_PROCESS_A_PAGE, ...COMPILED_ONCE],
  })
