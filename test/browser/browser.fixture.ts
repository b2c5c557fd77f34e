/**
 * The setup of browser tests: a real gateway on a local port, on an embedded database in memory and with the real clock, and a real
 * Chromium from an npm package. Each file has its own gateway and each page its own context; all files share the browser.
 */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { OutgoingAnswer, OutgoingRequest } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { realDeps } from '@sluice/core/foundation/real-deps.ts'
import type { MigratableDatabase } from '@sluice/database/migrate.ts'
import { silentLog } from '@sluice/database/testing.ts'
import { registerMerchant } from '@sluice/gateway/admin/merchants/register-merchant.ts'
import { readBuiltPages } from '@sluice/gateway/hosted-pages/built.ts'
import type { Action } from '@sluice/gateway/identity/access/grant.ts'
import { masterKeyFrom } from '@sluice/gateway/identity/access/secrets.ts'
import { type App, buildApp } from '@sluice/gateway/server/app.ts'
import type { AppSettings } from '@sluice/gateway/server/app-settings.ts'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { browserAddress, openTestDatabase } from '../setup/shared.ts'

export interface Order {
  readonly amount: string
  readonly currencyCode: string
  readonly action?: Action
  readonly returnUrl?: string
  readonly idPayin?: string
  readonly merchantCode?: string
  readonly validitySecs?: number
}

export interface Opened {
  readonly page: Page
  /** Errors in the page's console, and every violation of its content security policy. */
  readonly complaints: readonly string[]
}

/** Contexts that stay open after a test. */
const kept = new Set<BrowserContext>()

export interface Shop {
  readonly app: App
  readonly baseUrl: string
  readonly browser: Browser
  readonly merchantCode: string
  /** The link of a checkout, with its token. */
  link(order: Order): string
  token(order: Order & { readonly idPayin: string }): string
  open(url: string, options?: BrowserContextOptions): Promise<Opened>
  newMerchant(body: object): Promise<string>
  /** A token for all operations of the merchant. */
  wideToken(merchantCode: string): string
}

const MASTER_KEY = masterKeyFrom(new Uint8Array(32).fill(9))
/** The sandbox pays this long after a payin was accepted, unless its amount ends in 907. */
export const DELAY_MS = 400
/** A limit for tests that hang: pages are slow on a busy machine. */
export const WITHIN_MS = 60_000
export const PHONE = { viewport: { width: 360, height: 760 }, locale: 'en-GB' } as const

let ids = 0
export const newId = (): string => `order-${++ids}-${process.pid}`

/** Optional parts of a gateway. */
export interface Surroundings {
  readonly settings: Partial<AppSettings>
  network(request: OutgoingRequest): Promise<OutgoingAnswer>
}

/** @param surroundings called once its dependencies exist */
export function useShop(surroundings?: () => Surroundings): () => Shop {
  let shop: Shop | undefined
  let database: MigratableDatabase | undefined
  beforeAll(async () => {
    database = await openTestDatabase(Date.now())
    shop = await openShop(database, surroundings?.())
  })
  // An open page would go on sending requests.
  afterEach(async () => {
    const left = shop?.browser.contexts().filter((context) => !kept.has(context))
    await Promise.all(left?.map((context) => context.close()) ?? [])
  })
  afterAll(async () => {
    await shop?.browser.close()
    await shop?.app.stop()
    await shop?.app.server.close()
    await database?.close()
  })
  return () => {
    if (!shop) throw new Error('the shop is open only while tests run')
    return shop
  }
}

export type OnePage<Kind extends Opened> = Omit<Kind, 'complaints'> & {
  /** Complaints since the last time the test opened the page. */
  newComplaints(): readonly string[]
}

/**
 * One page for all tests of a `describe` that only read: each loads its own screen, in a process that has already compiled the pages'
 * scripts and axe.
 */
export function useOnePage<Kind extends Opened>(open: () => Promise<Kind>): () => OnePage<Kind> {
  let opened: Kind | undefined
  beforeAll(async () => {
    opened = await open()
    kept.add(opened.page.context())
  })
  afterAll(async () => {
    const context = opened?.page.context()
    await context?.close()
    if (context) kept.delete(context)
  })
  return () => {
    if (!opened) throw new Error('the page is open only while tests run')
    const { complaints } = opened
    const before = complaints.length
    return { ...opened, newComplaints: () => complaints.slice(before) }
  }
}

/** A receiver that accepts everything. */
const anybody = async (): Promise<OutgoingAnswer> => ({
  ok: true,
  status: 204,
  headers: {},
  body: '',
  durationMs: 1,
})

async function openShop(database: MigratableDatabase, more?: Surroundings): Promise<Shop> {
  // This builds the pages if their sources have changed; only then may they be read.
  const browser = await chromium.connect(await browserAddress())
  let baseUrl = ''
  const network = { request: more ? (request: OutgoingRequest) => more.network(request) : anybody }
  const app = await buildApp(database, realDeps({ network, log: silentLog }), {
    baseUrl: () => baseUrl,
    masterKey: MASTER_KEY,
    sandboxDelayMs: DELAY_MS,
    queueLimit: 5_000,
    callbackAllow: [],
    loopbackOnly: true,
    noTrialFor: [],
    trustProxy: false,
    roles: ['api', 'worker'],
    pages: readBuiltPages(),
    ...more?.settings,
  })
  baseUrl = await app.server.listen({ host: '127.0.0.1', port: 0 })
  app.start()
  const credentials = new Map<string, string>()
  const newMerchant = async (body: object): Promise<string> => {
    const merchantCode = `SHOP-${credentials.size + 1}`
    const made = await registerMerchant(app.gateway, {
      merchantCode,
      name: 'Lotus Tea House',
      isTest: true,
      callbackUrl: 'http://127.0.0.1:9/callbacks',
      rateLimitPerSecond: 1_000,
      ...body,
    })
    if (!made.ok) throw new Error(JSON.stringify(made.failure))
    const secret = made.value.record.credentials.find(({ purpose }) => purpose === 'SECRET')
    credentials.set(merchantCode, secret?.id ?? '')
    return merchantCode
  }
  const merchantCode = await newMerchant({})
  const token: Shop['token'] = (order) => {
    const { amount, currencyCode, action = 'PAYIN_CHECKOUT', returnUrl, validitySecs = 3_600 } = order
    const issuedAtSecs = Math.floor(Date.now() / 1000)
    const code = order.merchantCode ?? merchantCode
    return app.gateway.issueToken({
      merchantCode: code as MerchantCode,
      scope: { kind: 'action', action, idPayment: order.idPayin },
      ...(action === 'PAYIN_CHECKOUT' && { money: { amount, currencyCode } }),
      ...(returnUrl !== undefined && { returnUrl }),
      madeWith: `secret:${credentials.get(code)}`,
      jti: newId(),
      issuedAtSecs,
      expiresAtSecs: issuedAtSecs + validitySecs,
    })
  }
  const wideToken: Shop['wideToken'] = (code) => {
    const issuedAtSecs = Math.floor(Date.now() / 1000)
    return app.gateway.issueToken({
      merchantCode: code as MerchantCode,
      scope: {
        kind: 'operations',
        operations: ['GET', 'POST', 'PATCH', 'DELETE'].map((each) => `${each} /.*`),
      },
      madeWith: `secret:${credentials.get(code)}`,
      jti: newId(),
      issuedAtSecs,
      expiresAtSecs: issuedAtSecs + 3_600,
    })
  }
  return {
    app,
    baseUrl,
    browser,
    merchantCode,
    token,
    newMerchant,
    wideToken,
    link: (order) => {
      const idPayin = order.idPayin ?? newId()
      return `${baseUrl}/pay/${order.merchantCode ?? merchantCode}/${idPayin}#${token({ ...order, idPayin })}`
    },
    open: (url, options) => open(browser, url, options),
  }
}

async function open(browser: Browser, url: string, options: BrowserContextOptions = PHONE): Promise<Opened> {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(WITHIN_MS)
  const complaints: string[] = []
  context.on('console', (message) => {
    // The server answers the payer's mistakes with these statuses, and the browser logs them as errors.
    if (message.type() === 'error' && !/status of (400|409|406|422)/.test(message.text()))
      complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  await page.goto(url)
  return { page, complaints }
}

const PICTURES = fileURLToPath(new URL('../../docs/merchants/checkout', import.meta.url))

/** Saves a screenshot for the documents if `SLUICE_SCREENSHOTS` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SLUICE_SCREENSHOTS) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true, animations: 'disabled' })
}
