/** For tests: a gateway with debtor accounts, two operators, and a merchant whose payouts go into bank files. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { Database } from '@sluice/database/port.ts'
import { type TestGateway, type TestMerchant, testGateway } from '../../../../../test/harness.ts'
import { askNobody } from '../../approvals/approvals.fixture.ts'
import { confirmEverybody } from '../../identity/operators/operators.fixture.ts'
import { ensureBootstrapOperator } from '../../identity/operators/operators.ts'
import { ADMIN } from '../admin.fixture.ts'

export const BANGKOK = {
  id: 'bangkok',
  isTest: true,
  currencyCode: 'THB',
  name: 'Sluice Trading Co., Ltd.',
  accountNumber: '1112223334',
  bankCode: '004',
  formats: ['pain.001.001.12', 'pain.001.001.03'],
  calendar: { zone: 'Asia/Bangkok', cutOff: '15:00', holidays: ['2026-12-10'] },
}
export const TOKYO = {
  id: 'tokyo',
  isTest: true,
  currencyCode: 'JPY',
  name: 'スルース（カ',
  accountNumber: '7654321',
  bankCode: '0001',
  branchCode: '001',
  formats: ['zengin'],
  calendar: { zone: 'Asia/Tokyo', cutOff: '15:00', leadDays: 1 },
  zengin: { clientCode: '0123456789' },
}

const BODIES = {
  THB: { accountName: 'José Müller', accountNumber: '1234567890', bankCode: '014' },
  JPY: { accountName: 'テスト タロウ', accountNumber: '1234567', bankCode: '0005', branchCode: '001' },
} as const
export type PaidCurrency = keyof typeof BODIES

export const payoutBody = (amount: number, code: PaidCurrency = 'THB', account: object = {}) => ({
  paymentRequested: { money: { amount, currencyCode: code } },
  paymentMethod: { paymentMethodCode: 'BANK_TRANSFER', account: { ...BODIES[code], ...account } },
})

export interface BankFileWorld {
  readonly gateway: TestGateway
  readonly shop: TestMerchant
  readonly anna: string
  readonly ben: string
  admin(method: string, path: string, body?: unknown, token?: string): ReturnType<TestGateway['request']>
  operator(name: string, role?: string): Promise<{ readonly id: string; readonly token: string }>
  /** A payout that was taken on. @returns its ID */
  payout(amount?: number, code?: PaidCurrency, account?: object): Promise<string>
  statusOf(idPayout: string): Promise<unknown>
  /** @returns the id of a file of all that waits, prepared by Anna */
  prepare(...accounts: readonly string[]): Promise<string>
  /** Released by Ben. */
  released(...accounts: readonly string[]): Promise<string>
  /** MsgId and references of a file. */
  references(fileId: string): Promise<readonly string[]>
  answered(xml: string): ReturnType<TestGateway['request']>
  /** As operators list them, the oldest first. */
  cases(): Promise<readonly ListedCase[]>
  /** The audit log as operators read it, the oldest line first. */
  audit(): Promise<readonly AuditEntry[]>
}

export interface ListedCase {
  readonly reason: string
  readonly money?: object
  readonly detail: object
}
export interface AuditEntry {
  readonly operator: string
  readonly action: string
  readonly subject: string
  readonly detail: object
}

let payouts = 0

/** On an empty database. @param isLive of live money, under the usual policy; otherwise nothing waits for an approval */
export async function bankFileWorld(database: Database, seed = 1, isLive = false): Promise<BankFileWorld> {
  const gateway = await testGateway(database, {
    seed,
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  await ensureBootstrapOperator(database, gateway.deps, ADMIN)
  if (!isLive) await askNobody(database)
  const admin: BankFileWorld['admin'] = (method, path, body, token = ADMIN) =>
    gateway.request(method, path, { token, ...(body !== undefined && { body }) })
  const made = async (path: string, body: object) => {
    const answer = await admin('POST', path, body)
    assert(answer.status === 201, answer.text)
    return answer.body
  }
  /** Lists have the newest first. */
  const listed = async <Entry>(path: string) => {
    const { data } = (await admin('GET', path)).body
    assert(Array.isArray(data), 'a list')
    return (data as readonly Entry[]).toReversed()
  }
  const operator = async (name: string, role = 'OPERATOR') => {
    const { id, token } = await made('/admin/operators', { name, role })
    await confirmEverybody(database)
    return { id: String(id), token: String(token) }
  }
  const anna = (await operator('anna')).token
  const ben = (await operator('ben')).token
  for (const account of [BANGKOK, TOKYO])
    await made('/admin/debtor-accounts', { ...account, isTest: !isLive })
  await gateway.advance(1_000)
  const codes = Object.keys(BODIES).flatMap((code) => currency(code)?.code ?? [])
  const shop = await gateway.merchant({
    isTest: !isLive,
    products: codes.map((code) => ({
      code: 'BANK_TRANSFER',
      currency: code,
      processors: isLive ? ['bank-file'] : ['test-bank-file', 'sandbox'],
      fee: { percent: '0', fixed: '0' },
    })),
  })
  for (const code of codes)
    await gateway.credit(shop, { currency: code, amountMinor: minor(1_000_000_000_000n) })

  const world: BankFileWorld = {
    gateway,
    shop,
    anna,
    ben,
    admin,
    operator,
    async payout(amount = 100.5, code = 'THB', account = {}) {
      payouts += 1
      const id = `payout-${payouts}`
      const token = await shop.token()
      const answer = await gateway.request('POST', `/payouts/${id}`, {
        token,
        body: payoutBody(amount, code, account),
      })
      assert(answer.status === 201, answer.text)
      return id
    },
    async statusOf(idPayout) {
      const answer = await gateway.request('GET', `/payouts/${idPayout}`, { token: await shop.token() })
      const { process, failureReasonCode } = answer.body
      return failureReasonCode === undefined ? process?.status : `${process?.status} ${failureReasonCode}`
    },
    async prepare(...accounts) {
      const answer = await admin('POST', '/admin/bank-files/!prepare', { accounts }, anna)
      assert(answer.status === 201, answer.text)
      return String(answer.body.file?.id)
    },
    async released(...accounts) {
      const id = await world.prepare(...accounts)
      const answer = await admin('POST', `/admin/bank-files/${id}/!release`, {}, ben)
      assert(answer.status === 200, answer.text)
      return id
    },
    cases: () => listed<ListedCase>('/admin/cases?limit=200'),
    audit: () => listed<AuditEntry>('/admin/audit?limit=200'),
    async references(fileId) {
      const file = await admin('GET', `/admin/bank-files/${fileId}`)
      const { body } = await admin('GET', `/admin/bank-files/${fileId}/payouts?limit=200`)
      const lines: unknown = body.data
      assert(Array.isArray(lines), 'a list')
      return [String(file.body.messageId), ...lines.map(({ reference }) => String(reference))]
    },
    answered: (xml) =>
      gateway.request('POST', '/admin/bank-files/!readAnswer', {
        token: anna,
        raw: xml,
        headers: { 'content-type': 'application/xml' },
      }),
  }
  return world
}
