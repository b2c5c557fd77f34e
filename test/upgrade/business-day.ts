/** A day's business of a gateway, created through the API as shops, a bank and operators do: rows in as many tables as is cheap. */
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import type { Database } from '@sluice/database/port.ts'
import { askNobody } from '@sluice/gateway/approvals/approvals.fixture.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import { scriptedChain } from '../chain/scripted-chain.ts'
import { type Answer, START, type TestGateway, type TestMerchant, testGateway } from '../harness.ts'

const ADMIN = 'op_upgrade-admin'
const CHAIN = scriptedChain(31_337)
const CONTRACT = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const XPUB =
  'xpub6EWhM2xTATRUTwiWVsCBfpUrTjZKS8LyMhFfRqC6zSCqpkQNRDcvAutBNABUbgg1bfgV464SMpeePGLvisypZnWSmia7bAMcXq1G6oZx78C'
const THB = 'THB' as CurrencyCode
const BANK = {
  bankName: 'Kasikornbank',
  bankCode: '004',
  accountNumber: '1234567890',
  accountName: 'Sluice Trading Co., Ltd.',
}
const PAYEE = { accountNumber: '1234567890', bankCode: '014', accountName: 'Somchai Jaidee' }
const PAYER = { accountNumber: '9876543210', accountName: 'Somchai Jaidee' }
const FX = { validFrom: '2026-11-01T00:00:00Z', validTo: '2027-11-01T00:00:00Z' }
const TERMS = {
  ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'THAI', minimum: 500 },
  reserve: { percent: '10', days: 90 },
  payee: { paymentMethodCode: 'BANK_TRANSFER', account: PAYEE },
}
const PRODUCTS = [
  ['OFFLINE', THB, 'sandbox'],
  ['PROMPTPAY', THB, 'test-own-account'],
  ['BANK_TRANSFER', THB, 'test-bank-file'],
  ['CRYPTO_OFFLINE', 'USDC', 'test-stablecoin'],
] as const

type Ask = (method: string, path: string, body?: object) => Promise<Answer['body']>

interface Day {
  readonly gateway: TestGateway
  readonly shop: TestMerchant
  /** As an administrator. */
  readonly admin: Ask
  /** As the shop's server. */
  readonly api: Ask
}

const asking =
  (gateway: TestGateway, token: () => Promise<string>): Ask =>
  async (method, path, body) => {
    const answer = await gateway.request(method, path, { token: await token(), ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

/** @param database with all tables, and empty */
export async function liveBusinessDay(database: Database): Promise<void> {
  const gateway = await testGateway(database, { network: CHAIN.network, settings: { indexes: true } })
  try {
    await ensureBootstrapOperator(database, gateway.deps, ADMIN)
    await askNobody(database)
    const admin = asking(gateway, async () => ADMIN)
    await setUp(admin)
    const products = PRODUCTS.map(([code, currency, processor]) => ({
      ...{ code, currency: currency as CurrencyCode, processors: [processor] },
      fee: { percent: '1', fixed: '0' },
    }))
    const shop = await gateway.merchant({ products })
    await gateway.credit(shop, { currency: THB, amountMinor: minor(900_000_00n) })
    await gateway.advance(10_000)
    const day: Day = { gateway, shop, admin, api: asking(gateway, () => shop.token()) }
    await sell(day)
    await payOut(day)
    await protect(day)
    await charge(day)
  } finally {
    await gateway.stop()
  }
}

async function setUp(admin: Ask): Promise<void> {
  const methods = [
    { code: 'PROMPTPAY', receiving: { ...BANK, billerId: '010555812345601' }, recognisedBy: 'reference' },
  ]
  const common = { isTest: true, currencyCode: 'THB' }
  const till = { id: 'till', name: 'Till', kind: 'BANK_ACCOUNT', timeZone: 'Asia/Bangkok', methods }
  await admin('POST', '/admin/accounts', { ...common, ...till })
  await admin('PUT', '/admin/bank-feeds/till/csv-mapping', { like: 'plain', utcOffset: '+07:00' })
  await admin('POST', '/admin/debtor-accounts', {
    ...{ id: 'bangkok', ...common, name: BANK.accountName, accountNumber: '1112223334', bankCode: '004' },
    ...{ formats: ['pain.001.001.12'], characterSet: 'unicode' },
    calendar: { zone: 'Asia/Bangkok', cutOff: '15:00' },
  })
  await admin('POST', '/admin/networks', {
    ...{ code: 'BASE', isTest: true, chainId: CHAIN.chainId, rpcUrls: [CHAIN.url], xpub: XPUB },
    ...{ tokens: { USDC: { contract: CONTRACT } }, confirmations: 3, pollSecs: 1 },
  })
  await admin('POST', '/admin/connectors', { name: 'acme', isTest: true, baseUrl: 'http://127.0.0.1:9' })
  await admin('PUT', '/admin/fx-rate-pairs', {
    data: [{ baseCurrencyCode: 'THB', quoteCurrencyCode: 'JPY', rate: 4.2, ...FX }],
  })
  await admin('PUT', '/admin/alerts/rules/case-old', { enabled: true, afterMinutes: 60 })
  await admin('PUT', '/admin/billing', {
    issuer: { name: BANK.accountName, taxId: '0105500000001' },
    monthly: false,
  })
}

const order = (amount: number, paymentMethodCode: string, account: object) => ({
  paymentRequested: { money: { amount, currencyCode: 'THB' } },
  paymentMethod: { paymentMethodCode, account },
})

/** Payins: paid, open, underpaid, refunded, by a payment link and on a chain. */
async function sell({ gateway, admin, api }: Day): Promise<void> {
  await api('POST', '/payins/paid', order(1_250, 'OFFLINE', PAYER))
  await api('POST', '/payins/chain', {
    paymentRequested: { money: { amount: 25.5, currencyCode: 'USDC' } },
    paymentMethod: { paymentMethodCode: 'CRYPTO_OFFLINE', paymentOperatorCode: 'USDC_BASE' },
  })
  await gateway.advance(10_000)
  CHAIN.pay(CONTRACT, await addressOf(gateway.database), 25_500_000n)
  CHAIN.mine(8)
  await gateway.advance(10_000)
  const underpaid = await api('POST', '/payins/underpaid', order(500, 'PROMPTPAY', PAYER))
  await admin('POST', '/admin/bank-feeds/till/entries', {
    data: [entry('BR-1', 480, `Order ${String(underpaid.paymentMethodResponse?.reference)}`)],
  })
  await admin('POST', '/admin/bank-feeds/till/entries', { data: [entry('BR-2', 77, 'nobody knows')] })
  await gateway.advance(5_000)
  const { data } = await admin('GET', '/admin/cases')
  const theCase = `/admin/cases/${String(data?.[0]?.id)}`
  await admin('POST', `${theCase}/!note`, { note: 'The payer was asked.' })
  await admin('POST', `${theCase}/!write-off`, { note: 'The payer does not answer.' })
  await api('POST', '/refunds/refund', {
    ...{ idPayin: 'paid', money: { amount: 50, currencyCode: 'THB' } },
    reason: 'REQUESTED_BY_CUSTOMER',
  })
  const link = await api('POST', '/payment-links/link', {
    title: 'Invoice 1042',
    money: { amount: 1_500.5, currencyCode: 'THB' },
  })
  await payLink(gateway, new URL(String(link.url)).pathname)
}

async function payLink(gateway: TestGateway, path: string): Promise<void> {
  const headers = { 'x-api-version': '' }
  const begun = await gateway.request('POST', `${path}/!begin`, { token: 'v'.repeat(43), headers, body: {} })
  const { pathname, hash } = new URL(String(begun.body.checkoutUrl))
  await asking(gateway, async () => hash.slice(1))('POST', `/payins/${pathname.split('/').at(-1)}`, {
    ...order(1_500.5, 'OFFLINE', PAYER),
  })
  await gateway.advance(5_000)
}

const entry = (reference: string, amount: number, remittance: string) => ({
  ...{ reference, bookedAt: new Date(START + 60_000).toISOString(), direction: 'CREDIT', remittance },
  money: { amount, currencyCode: 'THB' },
  sender: { name: PAYER.accountName, accountNumber: PAYER.accountNumber },
})

async function addressOf(database: Database): Promise<string> {
  const [row] = await database.run({ name: '', text: 'select address from chain_address' }, [])
  return String(row?.address)
}

/** Payouts in a bank file, and a settlement run. */
async function payOut({ gateway, shop, admin, api }: Day): Promise<void> {
  await api('POST', '/payouts/salary', order(4_000.5, 'BANK_TRANSFER', PAYEE))
  await gateway.advance(5_000)
  await admin('POST', '/admin/bank-files/!prepare', { accounts: ['bangkok'] })
  await admin('PUT', '/admin/settlement-calendars/THAI', { closedWeekdays: [0], holidays: [] })
  await admin('PUT', `/admin/merchants/${shop.code}/settlement-terms/THB`, TERMS)
  await admin('POST', '/admin/settlement-runs', { merchantCodes: [shop.code] })
}

/** The month's statement and its invoice. Everything made afterwards stays open. */
/** A person whose payout is still in progress requests erasure, and another payment is held. */
async function protect({ gateway, shop, admin, api }: Day): Promise<void> {
  await admin('PUT', '/admin/privacy/terms', { keepDays: 30, mostDays: 90, eraseDays: 60 })
  const reason = 'a court has asked'
  const held = { merchantCode: shop.code, kind: 'payout', paymentId: 'salary', reason }
  await admin('POST', '/admin/privacy/holds', held)
  const person = { accountName: 'Malee Srisuk', accountNumber: '4433221100', bankCode: '014' }
  await api('POST', '/payouts/person', order(75, 'BANK_TRANSFER', person))
  await gateway.advance(10_000)
  await admin('POST', '/admin/privacy/requests', { identifier: person.accountNumber })
}

async function charge({ gateway, shop, admin, api }: Day): Promise<void> {
  const recipient = { name: 'Shop Co., Ltd.', taxId: '0105500000002' }
  await admin('PUT', `/admin/merchants/${shop.code}/billing`, { recipient })
  await gateway.deps.jump(Date.parse('2026-12-02T00:00:00Z') - gateway.deps.clock.now())
  const common = { merchantCode: shop.code, currencyCode: 'THB' }
  await admin('POST', '/admin/statements', { ...common, until: '2026-12-01' })
  await admin('POST', '/admin/invoices', { ...common, month: '2026-11' })
  await gateway.advance(5_000)
  await api('POST', '/payins/open', order(12_907, 'OFFLINE', PAYER))
  await api('POST', '/payouts/waiting', order(99, 'BANK_TRANSFER', PAYEE))
}
