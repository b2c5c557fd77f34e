/** The setup of the console's tests: a gateway with a day's work, created through the API as shops, a bank and operators do. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { minor } from '@sluice/core/foundation/money.ts'
import { confirmEverybody } from '@sluice/gateway/identity/operators/operators.fixture.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { capabilitiesOf } from '@sluice/gateway/identity/operators/rights.ts'
import type { BrowserContextOptions, Page } from 'playwright-core'
import type { Opened, Shop } from './browser.fixture.ts'
import { fund } from './claim.fixture.ts'

const ADMIN = 'op_console-test-admin'
const BANK = {
  bankName: 'Kasikornbank',
  bankCode: '004',
  accountNumber: '1234567890',
  accountName: 'Sluice Trading Co., Ltd.',
}
const PAYEE = { accountNumber: '1234567890', bankCode: '014' }
const THAI_NAME = 'ปิยะนุช วงศ์สวัสดิ์เจริญรุ่งเรืองกิจ'
const LONG_NAME = 'Donaudampfschifffahrtsgesellschaft Müller & Söhne Handelsgesellschaft mbH'

const HOUR_MS = 3_600_000

type Json = { readonly [name: string]: Json } & string & readonly Json[]

export interface Day {
  readonly shop: Shop
  /** Operators' tokens by name. */
  readonly anna: string
  readonly ben: string
  readonly vera: string
  /** The first token, an administrator's. */
  readonly root: string
  readonly merchantCode: string
  /** A payin that was underpaid, so that its bank entry did not match. */
  readonly underpaid: string
  /** A payin that waits for its payer. */
  readonly open: string
  readonly caseId: string
  /** In the account's time zone. */
  readonly today: string
  readonly fileId: string
  readonly approvalId: string
  /** A settlement run that is prepared and not started. */
  readonly runId: string
  admin(method: string, path: string, body?: object, token?: string): Promise<Json>
}

export async function aDay(shop: Shop): Promise<Day> {
  const { app, baseUrl } = shop
  await ensureBootstrapOperator(app.gateway.database, app.gateway.deps, ADMIN)
  const ask = async (method: string, path: string, token: string, body?: object): Promise<Json> => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-api-version': '2',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const admin: Day['admin'] = (method, path, body, token = ADMIN) => ask(method, path, token, body)
  const operator = async (name: string, role: string): Promise<string> =>
    (await admin('POST', '/admin/operators', { name, role })).token ?? ''
  const anna = await operator('anna', 'OPERATOR')
  const ben = await operator('ben', 'OPERATOR')
  const vera = await operator('vera', 'VIEWER')
  await confirmEverybody(app.gateway.database)
  await admin('POST', '/admin/accounts', {
    id: 'till',
    name: 'Till of the house',
    kind: 'BANK_ACCOUNT',
    currencyCode: 'THB',
    isTest: true,
    timeZone: 'Asia/Bangkok',
    methods: [
      { code: 'PROMPTPAY', receiving: { ...BANK, billerId: '010555812345601' }, recognisedBy: 'reference' },
    ],
  })
  await admin('POST', '/admin/debtor-accounts', {
    id: 'bangkok',
    isTest: true,
    currencyCode: 'THB',
    name: 'Sluice Trading Co., Ltd.',
    accountNumber: '1112223334',
    bankCode: '004',
    formats: ['pain.001.001.12'],
    characterSet: 'unicode',
    calendar: { zone: 'Asia/Bangkok', cutOff: '15:00' },
  })
  const merchantCode = await shop.newMerchant({
    name: LONG_NAME,
    paymentMethods: [
      { code: 'OFFLINE', currency: 'THB', processors: ['sandbox'] },
      { code: 'PROMPTPAY', currency: 'THB', processors: ['test-own-account'] },
      {
        code: 'BANK_TRANSFER',
        currency: 'THB',
        processors: ['test-bank-file'],
        fee: { percent: '0', fixed: '0' },
      },
    ],
  })
  await fund({ ...shop, merchantCode }, 'THB', minor(900_000_00n))
  const pay = async (id: string, amount: number, method: string): Promise<Json> => {
    const token = shop.token({
      merchantCode,
      idPayin: id,
      amount: String(amount),
      currencyCode: 'THB',
      action: 'PAYIN_CREATE',
    })
    return ask('POST', `/payins/${id}`, token, {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: method,
        account: { accountName: 'Somchai Jaidee', accountNumber: '9876543210' },
      },
    })
  }
  const payOut = async (
    id: string,
    amount: number,
    accountName = 'Annegret Müller-Lüdenscheidt',
  ): Promise<void> => {
    const token = shop.token({
      merchantCode,
      idPayin: id,
      amount: String(amount),
      currencyCode: 'THB',
      action: 'PAYOUT_CREATE',
    })
    await ask('POST', `/payouts/${id}`, token, {
      paymentRequested: { money: { amount, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'BANK_TRANSFER', account: { ...PAYEE, accountName } },
    })
  }
  await pay('order-paid', 1_250, 'OFFLINE')
  await pay('order-open', 12_907, 'OFFLINE')
  const underpaid = await pay('order-underpaid', 500, 'PROMPTPAY')
  for (const [id, amount] of [
    ['salary-1', 4_000.5],
    ['salary-2', 12_345.67],
    ['salary-3', 99],
  ] as const)
    await payOut(id, amount)
  const bookedAt = new Date().toISOString()
  await admin('POST', '/admin/bank-feeds/till/entries', {
    data: [
      {
        reference: 'BR-1001',
        bookedAt,
        direction: 'CREDIT',
        money: { amount: 480, currencyCode: 'THB' },
        remittance: `Order ${underpaid.paymentMethodResponse?.reference ?? ''} von Somchai`,
        sender: { name: 'Somchai Jaidee', accountNumber: '9876543210' },
      },
    ],
  })
  const prepared = await admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] }, anna)
  await payOut('salary-4', 777, THAI_NAME)
  const requested = await admin(
    'POST',
    '/admin/balances/!credit',
    { merchantCode, money: { amount: 90_000_000, currencyCode: 'THB' }, reference: 'top-up-2026-11' },
    anna,
  )
  // One of them has nothing to be paid.
  const merchantCodes = [merchantCode, await shop.newMerchant({ name: THAI_NAME })]
  for (const each of merchantCodes) await agreed(admin, each)
  const run = await admin('POST', '/admin/settlement-runs', { merchantCodes })
  const { data: cases } = await admin('GET', '/admin/cases')
  return {
    shop,
    anna,
    ben,
    vera,
    root: ADMIN,
    merchantCode,
    today: new Date(Date.now() + 7 * HOUR_MS).toISOString().slice(0, 10),
    underpaid: 'order-underpaid',
    open: 'order-open',
    caseId: cases?.[0]?.id ?? '',
    fileId: prepared.file?.id ?? '',
    approvalId: requested.approval?.id ?? '',
    runId: run.id ?? '',
    admin,
  }
}

/** Settles a merchant on an operator's request, and holds back a tenth of its payins. */
export async function agreed(admin: Day['admin'], merchantCode: string): Promise<void> {
  await admin('PUT', `/admin/merchants/${merchantCode}/settlement-terms/THB`, {
    ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'EVERY_DAY', minimum: 500 },
    reserve: { percent: '10', days: 90 },
    payee: {
      paymentMethodCode: 'BANK_TRANSFER',
      account: { ...PAYEE, accountName: 'Sluice Merchant Co., Ltd.' },
    },
  })
}

type Role = 'VIEWER' | 'OPERATOR' | 'ADMIN'

export interface AtConsole extends Opened {
  /** Waits until nothing that the screen shows is still loading. */
  settled(): Promise<void>
}

/** Opens the console as a signed-in operator. */
export async function openConsole(
  { shop, ...day }: Day,
  who: 'anna' | 'ben' | 'vera' | 'root',
  path: string,
  options: BrowserContextOptions = {},
): Promise<AtConsole> {
  const context = await shop.browser.newContext({
    locale: 'en-GB',
    timezoneId: 'America/New_York',
    extraHTTPHeaders: { authorization: `Bearer ${day[who]}` },
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const role: Role = who === 'vera' ? 'VIEWER' : who === 'root' ? 'ADMIN' : 'OPERATOR'
  await context.route('**/sign-in/session', (route) => route.fulfill({ json: sessionOf(who, role) }))
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  const page = await context.newPage()
  await page.goto(shop.baseUrl + path)
  const settled = async (): Promise<void> => {
    await page.locator('h1').first().waitFor()
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  }
  await settled()
  return { page, complaints, settled }
}

function sessionOf(name: string, role: Role): object {
  const at = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
  return {
    person: { id: name, name },
    role,
    rights: {},
    capabilities: capabilitiesOf(role),
    way: 'PASSKEY',
    signedInAt: at(0),
    idleEndsAt: at(1),
    endsAt: at(12),
    gateway: { isTrial: false },
  }
}

/** Detects overflow at the right edge. */
export const widths = (page: Page): Promise<readonly [number, number]> =>
  page.evaluate('[document.documentElement.scrollWidth, document.documentElement.clientWidth]')

const PICTURES = fileURLToPath(new URL('../../docs/operators/console', import.meta.url))
const IN_THE_DOCUMENTS = [
  'today',
  'payment',
  'case',
  'bank-file',
  'first-start',
  'sign-in',
  'refund',
  'reports',
  'approval',
  'merchant-new',
  'account-new',
  'statement-import',
  'csv-mapping',
]

/** Saves a screenshot for the documents if `SLUICE_SCREENSHOTS` is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.SLUICE_SCREENSHOTS || !IN_THE_DOCUMENTS.includes(name)) return
  mkdirSync(PICTURES, { recursive: true })
  await page.screenshot({ path: `${PICTURES}/${name}.png`, animations: 'disabled' })
}
