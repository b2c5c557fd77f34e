/** The setup of the dashboard's tests: a merchant with a day's business, created through the API as its shop does. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minor } from '@sluice/core/foundation/money.ts'
import type { MemberRole } from '@sluice/gateway/identity/members/rights.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { codeAt } from '@sluice/gateway/identity/people/people.fixture.ts'
import { hashOfCookie, provedCall } from '@sluice/gateway/identity/people/sessions.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Opened, Shop } from './browser.fixture.ts'
import { fund } from './claim.fixture.ts'

const ADMIN = 'op_dashboard-test-admin'
export const NAME = 'Riverside Books & Donaudampfschifffahrtsgesellschaft Müller mbH'

interface Requested {
  readonly status: number
  readonly body: { readonly [name: string]: unknown }
}

export interface Business {
  readonly shop: Shop
  readonly merchantCode: string
  /** Sends a request to the merchants' API, with a token for all operations. */
  ask(method: string, path: string, body?: object): Promise<Requested>
  /** Invites a member as an operator. @returns the link */
  invite(name: string, role: MemberRole, merchantCode?: string): Promise<string>
  /** The session cookies of members who have joined. */
  readonly cookies: Readonly<Record<'OWNER' | 'SUPPORT', Cookie>>
}

interface Cookie {
  readonly name: string
  readonly value: string
}

export async function aBusiness(shop: Shop): Promise<Business> {
  const merchantCode = await shop.newMerchant({
    name: NAME,
    paymentMethods: [
      { code: 'OFFLINE', currency: 'THB', processors: ['sandbox'] },
      { code: 'BANK_TRANSFER', currency: 'THB', processors: ['sandbox'] },
    ],
  })
  const token = shop.wideToken(merchantCode)
  const ask: Business['ask'] = async (method, path, body) => {
    const answer = await fetch(shop.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-api-version': '2',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) }
  }
  const good = async (method: string, path: string, body?: object): Promise<void> => {
    const answer = await ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  await fund({ ...shop, merchantCode }, 'THB', minor(900_000_00n))
  const pay = (id: string, amount: number) =>
    good('POST', `/payins/${id}`, {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'OFFLINE',
        account: { accountName: 'Somchai Jaidee', accountNumber: '9876543210' },
      },
    })
  await pay('order-paid', 1_250)
  await pay('order-second', 90_071.25)
  // An amount that ends in 907 waits for its payer.
  await pay('order-open', 12_907)
  const payOut = (id: string, amount: number) =>
    good('POST', `/payouts/${id}`, {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'BANK_TRANSFER',
        account: {
          accountName: 'Annegret Müller-Lüdenscheidt',
          accountNumber: '1234567890',
          bankCode: '014',
        },
      },
    })
  await payOut('salary-1', 4_000.5)
  // The sandbox refuses it.
  await payOut('salary-refused', 901)
  await good('POST', '/payment-links/link-1', {
    title: 'Invoice 1042 for Donaudampfschifffahrtsgesellschaft Müller mbH',
    reference: 'INV-1042',
    money: { amount: 1_500.5, currencyCode: 'THB' },
  })
  const { database, deps } = shop.app.gateway
  await ensureBootstrapOperator(database, deps, ADMIN)
  const invite: Business['invite'] = async (name, role, code = merchantCode) =>
    (await invited(shop, code, { name, role })).link
  const cookies = {
    OWNER: await join(await invite('Gerda', 'OWNER')),
    SUPPORT: await join(await invite('Somchai of the evening shift', 'SUPPORT')),
  }
  await invite('Ben', 'FINANCE')
  await ends(ask, '/payins/order-paid')
  await ends(ask, '/payins/order-second')
  await good('POST', '/refunds/refund-1', {
    idPayin: 'order-second',
    money: { amount: 71.25, currencyCode: 'THB' },
    reason: 'REQUESTED_BY_CUSTOMER',
  })
  return { shop, merchantCode, ask, invite, cookies }
}

async function invited({ baseUrl }: Shop, merchantCode: string, body: object): Promise<{ link: string }> {
  const answer = await fetch(`${baseUrl}/admin/merchants/${merchantCode}/people/!invite`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return JSON.parse(await answer.text())
}

/** Joins with an authenticator app, which needs no browser. */
async function join(url: string): Promise<Cookie> {
  const { origin, hash } = new URL(url)
  const link = hash.slice(1)
  const post = (name: string, body: object) =>
    fetch(`${origin}/dashboard/sign-in/${name}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { totp }: { totp: { secret: string; enrolment: string } } = JSON.parse(
    await (await post('link', { link })).text(),
  )
  const { enrolment, secret } = totp
  const joined = await post('link/totp', { link, enrolment, code: codeAt(secret, Date.now()) })
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(joined.headers.get('set-cookie') ?? '') ?? []
  if (name === undefined || value === undefined) throw new Error(await joined.text())
  return { name, value }
}

/** Waits until its status is SUCCESS. */
async function ends(ask: Business['ask'], path: string): Promise<void> {
  for (;;) {
    const { body } = await ask('GET', path)
    const { status } = Object(body.process)
    if (status === 'SUCCESS') return
    if (status !== 'NEW' && status !== 'PENDING') throw new Error(`${path} ended as ${status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export interface AtDashboard extends Opened {
  /** Waits until nothing that the screen shows is still loading. */
  settled(): Promise<void>
}

export const addressOf = ({ shop, merchantCode }: Business, path: string): string =>
  `${shop.baseUrl}/dashboard/at/${merchantCode}/${path}`

/** Marks the session as recently verified. */
export async function provedNow({ shop, cookies }: Business, role: 'OWNER' | 'SUPPORT'): Promise<void> {
  const { database, deps } = shop.app.gateway
  await database.batch([provedCall({ hash: hashOfCookie(cookies[role].value) ?? '' }, deps.clock.now())])
}

/** Opens a page of the dashboard as a signed-in member whose session was recently verified. */
export async function openDashboard(
  business: Business,
  path: string,
  { role = 'OWNER', ...options }: BrowserContextOptions & { readonly role?: 'OWNER' | 'SUPPORT' } = {},
): Promise<AtDashboard> {
  const { shop, cookies } = business
  const cookie = cookies[role]
  await provedNow(business, role)
  const context = await shop.browser.newContext({
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    ...options,
  })
  await context.addCookies([{ ...cookie, url: shop.baseUrl, sameSite: 'Strict', httpOnly: true }])
  context.setDefaultTimeout(60_000)
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  await page.goto(addressOf(business, path))
  const settled = async (): Promise<void> => {
    await page.locator('h1').first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  }
  await settled()
  return { page, complaints, settled }
}

const PICTURES = fileURLToPath(new URL('../../docs/merchants/dashboard', import.meta.url))

/** Saves a screenshot for the documents if `SLUICE_SCREENSHOTS` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SLUICE_SCREENSHOTS) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' })
}
