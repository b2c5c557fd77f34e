/** Money that does not fit its payin, and products that say that it goes back. What counts is what is told of the money itself. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { AccountView } from '@sluice/core/catalogue/response-fields.ts'
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { StatusUpdate } from '@sluice/core/processor/port.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import type { Product } from '../merchants/merchant.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { settleCase } from '../payments/settling.ts'
import { CALLBACKS, type RefundWorld, refundWorld } from './refunds.fixture.ts'

const network = () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const
const HOUR_MS = 3_600_000

let gateway: AdminGateway
/** The same database, with a journal and queues of its own: it serves requests and runs no background work. */
let other: TestGateway
let world: RefundWorld
let ids = 0

beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL', network })
  await gateway.operator('anna', 'OPERATOR')
  other = await testGateway(gateway.database, { network, seed: 2, started: false })
})
afterAll(async () => {
  await other?.stop()
  await gateway?.close()
})

const products = (policies: Partial<Product>): readonly Product[] => [
  { code: 'PROMPTPAY', currency: 'THB', fee: { percent: '1' }, refundFee: { fixed: '3' }, ...policies },
  { code: 'BANK_TRANSFER', currency: 'THB' },
]
const ALL_BACK = {
  late: 'REFUND',
  overpaid: 'CREDIT_ORDER_AND_REFUND_EXCESS',
  second: 'REFUND',
} as const satisfies Partial<Product>

const begin = async (policies: Partial<Product>) => {
  await gateway.advance(1_100)
  world = await refundWorld(gateway, { products: products(policies) })
}
beforeEach(() => begin(ALL_BACK))

const SENDER: AccountView = { accountName: 'Malee Sender', accountNumber: '9876543210' }
const thb = (amount: number) => ({ currency: offered('THB').code, amountMinor: minor(BigInt(amount) * 100n) })

/** Of 907 THB, which the sandbox leaves unpaid. */
async function unpaid(): Promise<string> {
  ids += 1
  const id = `unpaid-${ids}`
  const made = await gateway.request('POST', `/payins/${id}`, {
    token: await world.shop.token(),
    body: {
      paymentRequested: { money: { amount: 907, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        account: { accountNumber: '1234567890', accountName: 'Somchai Jaidee' },
      },
      callbackUrl: CALLBACKS,
    },
  })
  if (made.status !== 201) throw new Error(made.text)
  return id
}
async function expired(): Promise<string> {
  const id = await unpaid()
  await gateway.deps.jump(24 * HOUR_MS)
  await gateway.advance(5_000)
  expect(await statusOf(id)).toBe('EXPIRED')
  return id
}
const reported = (
  id: string,
  amount: number,
  statusChange: Partial<Extract<StatusUpdate['statusChange'], { type: 'paid' }>> = {},
): StatusUpdate => ({
  processor: 'sandbox',
  statusUpdateId: `money for ${id} of ${world.shop.code}`,
  merchantId: world.shop.code,
  kind: 'payin',
  id: id as MerchantOrderId,
  at: gateway.deps.clock.now(),
  statusChange: { type: 'paid', received: thb(amount), customerAccount: SENDER, ...statusChange },
})
const take = (statusUpdate: StatusUpdate, at: TestGateway = gateway) =>
  at.app.gateway.statusUpdates.take(statusUpdate)

const statusOf = async (id: string) => (await world.read(`/payins/${id}`)).body.process?.status
const refunds = async (): Promise<readonly Json[]> =>
  (await world.read('/refunds')).body.data as unknown as readonly Json[]
const payees = () =>
  rowsOf(
    gateway.database,
    `select request ->> 'accountNumber' as account from payment where merchant_id = '${world.shop.code}' and kind = 'refund'`,
  )
const cases = () =>
  rowsOf(
    gateway.database,
    `select c.key, c.reason, p.id from case_file c join payment p on p.merchant_id = c.merchant_id and p.key = c.payment_key
      where c.merchant_id = '${world.shop.code}' and c.closed_at is null`,
  )
const holds = async () =>
  expect((await checkInvariants(gateway.database)).checks.filter((each) => !each.holds)).toEqual([])

describe('money that comes late', () => {
  it('goes back to whoever sent it, once, and the payin stays EXPIRED and costs nothing', async () => {
    const before = await world.balance('available')
    const id = await expired()
    expect(await take(reported(id, 900))).toBe('sent-back')
    expect([await world.balance('available'), await world.balance('reserved')]).toEqual([before, 90_000n])
    await holds()
    expect(await take(reported(id, 900))).toBe('repeated')
    await gateway.advance(10_000)
    expect(await statusOf(id)).toBe('EXPIRED')
    expect(await refunds()).toMatchObject([
      {
        idPayin: id,
        money: { amount: 900 },
        route: 'PAYOUT',
        fee: { amount: 0 },
        process: { status: 'SUCCESS' },
      },
    ])
    // Not to the account that the payin was ordered with.
    expect(await payees()).toEqual([{ account: SENDER.accountNumber }])
    expect([await world.balance('available'), await world.balance('reserved')]).toEqual([before, 0n])
    const [refund] = await refunds()
    expect((await world.read(`/refunds/${String(refund?.idRefund)}/explanation`)).text).toContain(
      'the money arrived after the payin had expired',
    )
    expect((await world.read(`/payins/${id}/explanation`)).text).toContain('is refunded to the sender')
    await holds()
  })

  it('makes one refund where it is told at once on two nodes', async () => {
    const id = await expired()
    await other.deps.jump(gateway.deps.clock.now() - other.deps.clock.now())
    const answers = await Promise.all([take(reported(id, 907)), take(reported(id, 907), other)])
    expect(answers.toSorted()).toEqual(['repeated', 'sent-back'])
    expect(await refunds()).toHaveLength(1)
    await holds()
  })

  it('is credited where it came in time and was told late', async () => {
    const { clock } = gateway.deps
    const at = clock.now()
    const id = await expired()
    expect(await take(reported(id, 907, { cameAt: at }))).toBe('applied')
    expect([await statusOf(id), await refunds()]).toEqual(['SUCCESS', []])
    await holds()
  })
})

describe('more than was asked for', () => {
  it('is credited as far as it was ordered, and the rest goes back and has no part in the payin’s refunds', async () => {
    const before = await world.balance('available')
    const id = await unpaid()
    expect(await take(reported(id, 1_000))).toBe('applied')
    expect(await statusOf(id)).toBe('SUCCESS')
    const credited = (await world.balance('available')) - before
    expect(credited).toBeGreaterThan(89_000n)
    expect(await world.balance('reserved')).toBe(9_300n)
    expect(await take(reported(id, 1_000))).toBe('repeated')
    await gateway.advance(10_000)
    expect(await refunds()).toMatchObject([{ money: { amount: 93 }, process: { status: 'SUCCESS' } }])
    const whole = await world.refund(`whole-${id}`, { idPayin: id })
    expect(whole).toMatchObject({ status: 201, body: { money: { amount: 907 } } })
    await holds()
  })

  it('less than was asked for is a case as ever', async () => {
    const id = await unpaid()
    expect(await take(reported(id, 900))).toBe('suspended')
    expect(await cases()).toMatchObject([{ reason: 'AMOUNT_DIFFERS', id }])
  })
})

describe('a second payment', () => {
  it('goes back to the account that it came from, whoever paid the first', async () => {
    const id = await world.paid('PROMPTPAY', 1_000)
    expect(await take(reported(id, 50))).toBe('sent-back')
    await gateway.advance(10_000)
    expect(await payees()).toEqual([{ account: SENDER.accountNumber }])
    expect(await cases()).toEqual([])
    await holds()
  })

  it('is a case again where it could not be sent back, and can be settled as one', async () => {
    const id = await world.paid('PROMPTPAY', 1_000)
    expect(await take(reported(id, 902))).toBe('sent-back')
    await gateway.advance(10_000)
    expect(await refunds()).toMatchObject([
      { process: { status: 'FAILED' }, failureReasonCode: 'ACCOUNT_INVALID' },
    ])
    const [open] = await cases()
    expect(open).toMatchObject({ reason: 'SECOND_PAYMENT', id })
    expect(await world.balance('reserved')).toBe(0n)
    await holds()
    const settled = await settleCase(gateway.app.gateway, {
      caseKey: String(open?.key),
      settlement: { action: 'credit', to: { merchantId: world.shop.code, isTest: true } },
      operator: 'anna',
      note: undefined,
    })
    expect(settled.ok).toBe(true)
    await holds()
  })

  it('waits for an approval above the operator’s limit, and is a case where it is rejected', async () => {
    const put = (rules: object) =>
      rowsOf(
        gateway.database,
        `insert into approval_policy (id, version, rules, changed_at, changed_by)
          values (1, 1, '${JSON.stringify(rules)}'::jsonb, now(), 'test') on conflict (id) do update set rules = excluded.rules returning 1`,
      )
    await put({ refund: { rule: 'ALWAYS' } })
    const id = await world.paid('PROMPTPAY', 1_000)
    expect(await take(reported(id, 50))).toBe('sent-back')
    await put({})
    expect(await refunds()).toMatchObject([{ process: { status: 'NEW' } }])
    const { body } = await gateway.admin('GET', '/admin/approvals?status=WAITING')
    const [approval] = body.data as unknown as readonly Json[]
    await gateway.admin('POST', `/admin/approvals/${String(approval?.id)}/!reject`, { note: 'look first' })
    expect(await cases()).toMatchObject([{ reason: 'SECOND_PAYMENT', id }])
    await holds()
  })

  it.each([
    ['nobody knows its sender', undefined],
    ['the account is masked', { accountNumber: 'XXX-X-X1234' }],
  ])('is a case as ever where %s, also if the first payer is known', async (_what, customerAccount) => {
    const id = await world.paid('PROMPTPAY', 1_000)
    const { statusChange, ...rest } = reported(id, 50)
    const { received } = statusChange as Extract<StatusUpdate['statusChange'], { type: 'paid' }>
    const statusUpdate: StatusUpdate = {
      ...rest,
      statusChange: { type: 'paid', received, ...(customerAccount && { customerAccount }) },
    }
    expect(await take(statusUpdate)).toBe('suspended')
    expect([await refunds(), await cases()]).toMatchObject([[], [{ reason: 'SECOND_PAYMENT', id }]])
  })

  it('that comes for the eleventh time is a case: somebody plays', async () => {
    const id = await world.paid('PROMPTPAY', 1_000)
    const answers: string[] = []
    for (let time = 1; time <= 11; time += 1)
      answers.push(
        await take({ ...reported(id, 20), statusUpdateId: `${id} time ${time} of ${world.shop.code}` }),
      )
    expect(answers.filter((answer) => answer === 'sent-back')).toHaveLength(10)
    expect(answers.at(-1)).toBe('suspended')
    await holds()
  })
})

describe('without such a policy', () => {
  it.each([
    ['late money is credited', {}, expired, 907, 'applied'],
    ['more than was asked for is a case', {}, unpaid, 1_000, 'suspended'],
    ['a second payment is a case', {}, () => world.paid('PROMPTPAY', 1_000), 50, 'suspended'],
    ['one policy is not another', { second: 'REFUND' } as const, expired, 907, 'applied'],
  ])('%s', async (_what, policies, payin, amount, answer) => {
    await begin(policies)
    expect(await take(reported(await payin(), amount))).toBe(answer)
    expect(await refunds()).toEqual([])
  })
})

describe('an operator', () => {
  const put = (paymentMethods: readonly object[]) =>
    gateway.admin('PATCH', `/admin/merchants/${world.shop.code}`, { paymentMethods })
  it('says it in the product of the payin', async () => {
    const said = await put([{ code: 'PROMPTPAY', currency: 'THB', ...ALL_BACK }])
    expect([said.status, said.body.paymentMethods]).toMatchObject([200, [ALL_BACK]])
  })
  it.each([
    [{ late: 'SOMETIMES' }, '/paymentMethods/0/late'],
    [{ code: 'BANK_TRANSFER', second: 'REFUND' }, '/paymentMethods/0/second'],
  ])('is told what is wrong with %j', async (wrong, path) => {
    const { status, body } = await put([{ code: 'PROMPTPAY', currency: 'THB', ...wrong }])
    expect([status, body.errors]).toMatchObject([400, [{ path }]])
  })
})
