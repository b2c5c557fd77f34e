/** The one browser of all browser tests: each file connects to it, and sees only the contexts that it opened itself. */
import packaged from '@sparticuz/chromium'
import { type BrowserServer, chromium } from 'playwright-core'

const FOR_TESTS = ['--headless=shell', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage']
/** Beside each page Chromium starts a second process, for whichever page comes next: here that is always another person's, which cannot use it. */
const ONE_PROCESS_A_PAGE = ['--renderer-process-limit=1']
/**
 * A page lives for a second or two, each in a process that has compiled nothing before. To optimize what is gone a moment later took a
 * third of what a page with its two looks of axe took. The scripts and what they may use stay as they are.
 */
const COMPILED_ONCE = ['--js-flags=--no-opt --no-maglev']

export const launchBrowser = async (): Promise<BrowserServer> =>
  chromium.launchServer({
    executablePath: await packaged.executablePath(),
    headless: true,
    host: '127.0.0.1',
    args: [...FOR_TESTS, ...ONE_PROCESS_A_PAGE, ...COMPILED_ONCE],
  })
