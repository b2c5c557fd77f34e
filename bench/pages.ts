/**
 * The pages over a big table: every page of both menus, views with narrow filters, and pages of single objects, opened
 * in a real browser by a signed-in user. Measured from the click to the first frame in which nothing is loading.
 */
import { loadavg } from 'node:os'
import packaged from '@sparticuz/chromium'
import { Secret, TOTP } from 'otpauth'
import { type Browser, chromium, type Page } from 'playwright-core'
import { endWhatRunsLeft, searchFilling } from './fill-search.ts'
import { onFilled } from './filled.ts'
import { merchantCode } from './gateway.ts'
import { percentiles } from './load.ts'
import { withClient } from './postgres-server.ts'
import { compare, type Run, withGateway } from './run.ts'
import { goOn } from './stopping.ts'

const ADMIN_TOKEN = 'bench-admin-token-of-32-characters-or-more'
/** It has a third of all payments. */
const LARGE = merchantCode(1)
/** For each application. */
const VISITS = 100
const AT_MOST_MS = 300
const BETWEEN_MS = 200
/** A page that takes longer is recorded with this time. */
const GIVE_UP_MS = 20_000

/** Views opened besides those of the menu. */
const CONSOLE_VIEWS = [
  `payments?merchantCode=${LARGE}`,
  'payments?status=FAILED',
  'payments?status=REFUSED',
  `payments?merchantCode=${LARGE}&status=REFUSED`,
  `payments?merchantCode=${merchantCode(2)}&status=REFUSED`,
  `payments?merchantCode=${LARGE}&kind=payout&status=EXPIRED`,
  'payments?status=PENDING',
  'search?q=Family17',
  `merchants/${LARGE}`,
]
const DASHBOARD_VIEWS = ['payments?status=REFUSED', 'payments?status=PENDING', 'payouts?status=EXPIRED']

export async function pages(run: Run): Promise<void> {
  await onFilled(run, searchFilling(run.options), async (url, merchants) => {
    await withClient(url, endWhatRunsLeft)
    await withGateway(
      run,
      { url },
      merchants,
      async ({ port }) => {
        run.say(`pages: load average ${loadavg()[0]?.toFixed(1)} before`)
        const origin = `http://127.0.0.1:${port}`
        const browser = await chromium.launch({
          executablePath: await packaged.executablePath(),
          args: [
            '--headless=shell',
            '--no-sandbox',
            '--no-zygote',
            '--disable-gpu',
            '--disable-dev-shm-usage',
          ],
        })
        try {
          const name = `visitor ${Date.now()}`
          const took = [
            ...(await visits(
              run,
              await signedIn(browser, origin, '', '/admin/people', { name, role: 'VIEWER' }),
              {
                name: 'console',
                home: `${origin}/console/`,
                views: CONSOLE_VIEWS.map((view) => `/console/${view}`),
                things: ['/console/payments'],
              },
            )),
            ...(await visits(
              run,
              await signedIn(browser, origin, '/dashboard', `/admin/merchants/${LARGE}/people`, {
                name,
                role: 'OWNER',
              }),
              {
                name: 'dashboard',
                home: `${origin}/dashboard/at/${LARGE}/`,
                views: DASHBOARD_VIEWS.map((view) => `/dashboard/at/${LARGE}/${view}`),
                things: [`/dashboard/at/${LARGE}/payments`],
              },
            )),
          ]
          compare(run, {
            what: `pages: ${took.length} visits, p95`,
            value: percentiles(took).p95Ms,
            target: { atMost: AT_MOST_MS },
            unit: ' ms',
          })
        } finally {
          await browser.close()
        }
      },
      { environment: { SLUICE_ADMIN_TOKEN: ADMIN_TOKEN } },
    )
  })
}

interface Visited {
  readonly name: string
  readonly home: string
  readonly views: readonly string[]
  /** Lists whose first row is opened. */
  readonly things: readonly string[]
}

/** Opens all of them in turn until there are enough visits. @returns the duration of each in milliseconds */
async function visits(
  run: Run,
  page: Page,
  { name, home, views, things }: Visited,
): Promise<readonly number[]> {
  await page.goto(home)
  await settled(page)
  const menu = await page
    .locator('nav.menu a')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const first: string[] = []
  for (const list of things) {
    await visit(page, list)
    first.push((await page.locator('tbody a[href]').first().getAttribute('href')) ?? '')
  }
  const places = [...menu, ...views, ...first].filter((href) => href !== '')
  const byPlace = new Map<string, number[]>()
  for (let count = 0; count < VISITS; count++) {
    goOn()
    const href = places[count % places.length] ?? ''
    const shown = first.includes(href) ? `${things[first.indexOf(href)]}/…` : href
    const took = await visit(page, href)
    byPlace.set(shown, [...(byPlace.get(shown) ?? []), took])
  }
  for (const [place, took] of byPlace) {
    compare(run, {
      what: `${place}, the slowest of ${took.length} visits`,
      value: Math.max(...took),
      target: { atMost: AT_MOST_MS },
      unit: ' ms',
    })
  }
  const all = [...byPlace.values()].flat()
  compare(run, {
    what: `${name}: ${all.length} visits, p95`,
    value: percentiles(all).p95Ms,
    target: undefined,
    unit: ' ms',
  })
  return all
}

const settled = async (page: Page): Promise<void> => {
  await page.locator('h1').first().waitFor()
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
}

/**
 * Runs in the page. It checks from the second frame on, because in the first one the page may not have sent its
 * requests yet.
 */
const VISIT = `({ href, giveUpMs }) => new Promise((resolve) => {
  const inMenu = [...document.querySelectorAll('nav a')].find((link) => link.getAttribute('href') === href)
  const link = inMenu ?? document.body.appendChild(Object.assign(document.createElement('a'), { href }))
  const target = new URL(href, location.href).href
  const began = performance.now()
  const look = () => {
    const ms = performance.now() - began
    const isThere = location.href === target && document.querySelector('h1') && !document.querySelector('.skeleton, .loading')
    if (ms > giveUpMs || isThere) {
      if (!inMenu) link.remove()
      resolve(ms)
    } else requestAnimationFrame(look)
  }
  link.click()
  requestAnimationFrame(() => requestAnimationFrame(look))
})`

/** Clicks the menu entry if there is one, otherwise a link added to the page. @returns the duration in milliseconds */
async function visit(page: Page, href: string): Promise<number> {
  const took: unknown = await page.evaluate(`(${VISIT})(${JSON.stringify({ href, giveUpMs: GIVE_UP_MS })})`)
  // Requests after the first content are mostly over before the next page is opened.
  await page.waitForTimeout(BETWEEN_MS)
  const refused = (await page.locator('main [role=alert]').allInnerTexts()).filter((text) => text !== '')
  if (refused.length > 0) throw new Error(`${href}: ${refused.join(' ')}`)
  return Number(took)
}

/** A user who was invited, has joined with an authenticator app, and has the session cookie. */
async function signedIn(
  browser: Browser,
  origin: string,
  prefix: string,
  people: string,
  who: { readonly name: string; readonly role: string },
): Promise<Page> {
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return { answer, body: JSON.parse(text || '{}') }
  }
  const invited = await post(`${people}/!invite`, who, { authorization: `Bearer ${ADMIN_TOKEN}` })
  const link = String(invited.body.link).split('#')[1]
  const requested = await post(`${prefix}/sign-in/link`, { link })
  const { enrolment, secret } = requested.body.totp
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
  const { answer } = await post(`${prefix}/sign-in/link/totp`, { link, enrolment, code })
  const [, name = '', value = ''] = /^([^=]+)=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1400, height: 900 } })
  await context.addCookies([{ name, value, url: origin, sameSite: 'Strict', httpOnly: true }])
  return context.newPage()
}
