/** Each rule of the alerts on a gateway of its own: what sets it off, and what ends it, told once each, by mail and by webhook. */
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { openMailbox } from '../../alerts/alerts.fixture.ts'
import { ALERT_RULE_NAMES, ALERT_RULES, type AlertRuleName, type RuleFacts } from '../../alerts/rules.ts'
import { askNobody } from '../../approvals/approvals.fixture.ts'
import { GATEWAY, openCase } from '../../payments/cases.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { account, register } from '../../processors/own-account/own-account.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const THB = 'THB' as CurrencyCode

let gateway: AdminGateway
let mails: string[]
/** What the receiver of alerts was sent. */
let hooks: Json[]
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const box = await openMailbox(closing)
  mails = box.mails
  const server = {
    host: '127.0.0.1',
    port: box.port,
    tls: 'none',
    user: 'ops',
    password: 'open sesame',
  } as const
  gateway = await adminGateway({
    // Nothing happens by itself: time passes where a test says so.
    started: false,
    settings: {
      alerts: {
        mail: {
          server: { ...server, passwordFile: undefined },
          from: 'sluice@example.com',
          to: ['ops@example.com'],
        },
        webhook: { url: 'https://hooks.example/in', secret: SECRET },
      },
    },
    network: async ({ body }) => {
      hooks.push(JSON.parse(body ?? '{}'))
      return { ok: true, status: 204, headers: {}, body: '', durationMs: 1 }
    },
  })
})
beforeEach(() => {
  mails.splice(0)
  hooks = []
})
afterEach(async () => {
  vi.restoreAllMocks()
  await askNobody(gateway.database)
})
afterAll(async () => {
  await gateway.close()
  for (const close of closing) await close()
})

/** What is wrong, and how it is mended. */
interface Trouble {
  readonly subject: string
  end(): Promise<unknown>
}

const shop = () => gateway.merchant()
const admin = async (method: string, path: string, body?: object, token?: string): Promise<Json> => {
  const answer = await gateway.admin(method, path, body, token)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}
const payin = async (id: string) => {
  const merchant = await shop()
  const made = await gateway.request('POST', `/payins/${id}`, {
    token: await merchant.token(),
    body: {
      paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
      paymentMethod: { paymentMethodCode: 'PROMPTPAY', account: { accountNumber: '1234567890' } },
      callbackUrl: 'https://shop.example/callbacks',
    },
  })
  expect(made.status, made.text).toBe(201)
  const pay = () =>
    gateway.app.statusUpdates.take({
      ...{ processor: 'sandbox', statusUpdateId: `paid-${id}`, merchantId: merchant.code, kind: 'payin' },
      id: id as MerchantOrderId,
      at: gateway.deps.clock.now(),
      statusChange: { type: 'paid', received: { currency: THB, amountMinor: minor(10_000n) } },
    })
  return { merchant, pay }
}
const entryOf = (reference: string) =>
  admin('POST', '/admin/bank-feeds/quiet/entries', {
    data: [
      {
        ...{ reference, money: { amount: 1, currencyCode: 'THB' } },
        bookedAt: new Date(gateway.deps.clock.now()).toISOString(),
      },
    ],
  })

const BEGIN: Readonly<Record<AlertRuleName, () => Promise<Trouble>>> = {
  'doctor-broken': async () => {
    const { pay } = await payin('nobody-works')
    await gateway.deps.jump(2 * HOUR_MS)
    return { subject: 'steps', end: pay }
  },
  'invariant-broken': async () => {
    const { code } = await shop()
    const key = '00000000-0000-7000-8000-000000000001'
    await rowsOf(
      gateway.database,
      `insert into posting (merchant_id, key, seq, line, account, currency, amount, at)
        values ('${code}', '${key}', 1, 1, 'fees', 'THB', 5, timestamptz '2026-01-01')`,
    )
    const { checks } = await admin('GET', '/admin/invariants')
    const [first] = (checks as unknown as readonly Json[]).filter(({ holds }) => !holds)
    const end = () => rowsOf(gateway.database, `delete from posting where key = '${key}'`)
    return { subject: String(first?.name), end }
  },
  'processor-ill': async () => {
    const sandbox = gateway.app.gateway.processors.get('sandbox')
    if (!sandbox) throw new Error('there is a sandbox')
    const since = gateway.deps.clock.now()
    const ill = vi
      .spyOn(sandbox, 'health')
      .mockReturnValue({ healthy: false, since, detail: 'it does not answer' })
    return { subject: 'sandbox', end: async () => ill.mockRestore() }
  },
  'callbacks-failing': async () => {
    const { merchant, pay } = await payin('not-taken')
    await pay()
    // As an attempt leaves it.
    await rowsOf(gateway.database, `update callback set attempt = 1 where merchant_id = '${merchant.code}'`)
    const end = () => rowsOf(gateway.database, `delete from callback where merchant_id = '${merchant.code}'`)
    return { subject: merchant.code, end }
  },
  'case-old': async () => {
    const open = async () => (await admin('GET', '/admin/cases?open=true')).data as unknown as readonly Json[]
    const end = ({ id, left }: Json) =>
      admin('POST', `/admin/cases/${id}/${left ? '!write-off' : '!close'}`, { note: 'nobody asks' })
    // Each entry of a feed that nobody is known for is one, too, and they are told of together.
    for (const each of await open()) await end(each)
    const about = { reason: 'UNKNOWN_CREDIT', processor: 'sandbox', detail: {} } as const
    await openCase(gateway.app.gateway, { ...about, merchantId: GATEWAY, fact: 'old' })
    const [old = {}] = await open()
    return { subject: 'open cases', end: () => end(old) }
  },
  'feed-silent': async () => {
    await register(gateway.app.gateway, account('quiet', { isTest: false }))
    await entryOf('first')
    return { subject: 'quiet', end: () => entryOf('second') }
  },
  'approval-waiting': async () => {
    const [anna, ben] = [await gateway.operator('anna', 'ADMIN'), await gateway.operator('ben', 'ADMIN')]
    await admin('PUT', '/admin/approval-policy', { data: [{ operation: 'balance.credit', rule: 'ALWAYS' }] })
    const money = { amount: 500, currencyCode: 'THB' }
    const credit = { merchantCode: (await shop()).code, money, reference: 'waits' }
    const { approval } = await admin('POST', '/admin/balances/!credit', credit, anna)
    const subject = String(approval?.id)
    return {
      subject,
      end: () => admin('POST', `/admin/approvals/${subject}/!reject`, { note: 'no' }, ben),
    }
  },
  'settlement-stopped': async () => {
    const { code } = await gateway.merchant({
      products: ['OFFLINE', 'BANK_TRANSFER'].map((product) => ({
        ...{ code: product, currency: 'THB', fee: { percent: '0', fixed: '0' }, vatRate: '0' },
      })),
    })
    await admin('PUT', `/admin/merchants/${code}/settlement-terms/THB`, {
      ...{ schedule: 'MANUAL', cutOff: '17:00', zone: 'Asia/Bangkok', calendar: 'EVERY_DAY' },
      payee: {
        ...{ paymentMethodCode: 'BANK_TRANSFER', paymentOperatorCode: '004' },
        account: { accountName: 'Shop Co.', accountNumber: '1234567890' },
      },
    })
    await gateway.credit({ code }, { currency: THB, amountMinor: minor(60_000n) }, 'to settle')
    await gateway.deps.jump(2_000)
    const run = await admin('POST', '/admin/settlement-runs', { merchantCodes: [code] })
    await admin('POST', `/admin/settlement-runs/${run.id}/!stop`, { note: 'wait for the bank' })
    return { subject: String(run.id), end: () => admin('POST', `/admin/settlement-runs/${run.id}/!start`) }
  },
  'balance-below': async () => {
    const poor = await shop()
    const limit = { merchantCode: poor.code, currencyCode: 'THB', amount: '1000.50' }
    await admin('PUT', '/admin/alerts/rules/balance-below', { enabled: true, limits: [limit] })
    const end = () => gateway.credit(poor, { currency: THB, amountMinor: minor(100_050n) }, 'top-up')
    return { subject: `${poor.code} THB`, end }
  },
}

/** The rule is looked at so many times, each as soon as it is due. */
async function look(rule: AlertRuleName, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    await gateway.deps.jump(ALERT_RULES[rule].everyMs)
    await gateway.app.alerts.round()
  }
}

/** Of this trouble, by each of the ways. */
function reported(rule: AlertRuleName, subject: string) {
  const byMail = mails.flatMap((mail) => {
    const [, line = ''] = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(mail) ?? []
    const title = line.replaceAll(/\r\n[ \t]/g, ' ')
    return ['began', 'ended'].filter((word) => title === `[Sluice] ${rule} ${word}: ${subject}`)
  })
  const byHook = hooks.flatMap(({ type, data }) => {
    const { rule: itsRule, subject: itsSubject } = data as unknown as Record<string, unknown>
    return itsRule === rule && itsSubject === subject ? [String(type).replace('alert.', '')] : []
  })
  return { byMail, byHook }
}

it.each(ALERT_RULE_NAMES)('%s is told once when it begins, and once when it has ended', async (rule) => {
  for (const each of ALERT_RULE_NAMES)
    await admin('PUT', `/admin/alerts/rules/${each}`, { enabled: each === rule })
  const { subject, end } = await BEGIN[rule]()
  const { afterMinutes = 0 }: RuleFacts = ALERT_RULES[rule]
  if (afterMinutes > 0) {
    await look(rule, 1)
    expect(reported(rule, subject)).toEqual({ byMail: [], byHook: [] })
    await gateway.deps.jump(afterMinutes * MINUTE_MS)
  }
  await look(rule, 4)
  expect(reported(rule, subject)).toEqual({ byMail: ['began'], byHook: ['began'] })
  await end()
  await look(rule, 8)
  expect(reported(rule, subject)).toEqual({ byMail: ['began', 'ended'], byHook: ['began', 'ended'] })
})
