/** Refunds above an operator's limit: a merchant asks, an operator looks, on two nodes of one database. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Json, type TestGateway, testGateway } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { type PaidBy, type RefundWorld, refundWorld } from './refunds.fixture.ts'

const network = () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }) as const
const DAY_MS = 86_400_000

let gateway: AdminGateway
/** The same database, with a journal and queues of its own: it serves requests and runs no background work. */
let other: TestGateway
let anna: string
let ben: string
let world: RefundWorld
let ids = 0

beforeAll(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL', network })
  anna = await gateway.operator('anna', 'OPERATOR')
  await gateway.advance(1_000)
  const requested = await gateway.admin('POST', '/admin/operators', { name: 'ben', role: 'OPERATOR' })
  ben =
    requested.status === 201
      ? String(requested.body.token)
      : String((await gateway.collected(requested, anna)).token)
  other = await testGateway(gateway.database, { network, seed: 2, started: false })
})
afterAll(async () => {
  await other?.stop()
  await gateway?.close()
})
beforeEach(async () => {
  await gateway.advance(1_100)
  world = await refundWorld(gateway)
})

const put = (rules: object) =>
  rowsOf(
    gateway.database,
    `insert into approval_policy (id, version, rules, changed_at, changed_by)
      values (1, 1, '${JSON.stringify(rules)}'::jsonb, now(), 'test') on conflict (id) do update set rules = excluded.rules returning 1`,
  )
const above = (limit: number) => ({
  rule: 'ABOVE',
  above: { THB: `${limit}00`, BRL: `${limit}00`, USDT: `${limit}000000` },
})
afterEach(() => put({}))

/** What narrows Ben's role. */
const narrowed = (rights: object | undefined) =>
  rowsOf(
    gateway.database,
    `update operator set rights = ${rights ? `'${JSON.stringify(rights)}'::jsonb` : 'null'} where name = 'ben' returning 1`,
  )

interface Requested {
  readonly id: string
  readonly body: Json
  readonly status: number
}

async function requested(
  amount: number,
  method: PaidBy = 'PROMPTPAY',
  currencyCode = 'THB',
): Promise<Requested> {
  const idPayin = await world.paid(method, 5_000)
  const id = `refund-${++ids}`
  const { status, body } = await world.refund(id, { idPayin, money: { amount, currencyCode } })
  return { id, status, body }
}
const statusOf = async ({ id }: Pick<Requested, 'id'>) => {
  const { process, failureReasonCode } = (await world.read(`/refunds/${id}`)).body
  return [process?.status, failureReasonCode]
}
const approvalOf = async ({ id }: Pick<Requested, 'id'>): Promise<Json | undefined> => {
  const { body } = await gateway.admin('GET', '/admin/approvals?status=WAITING')
  return (body.data as unknown as readonly Json[]).find(
    ({ summary }) => String(summary).includes(world.shop.code) && String(summary).includes(id),
  )
}
const decide = (
  approval: Json | undefined,
  how: 'approve' | 'reject',
  token = anna,
  at: TestGateway = gateway,
) =>
  at.request('POST', `/admin/approvals/${String(approval?.id)}/!${how}`, {
    token,
    ...(how === 'reject' && { body: { note: 'ask the shop first' } }),
  })
const holds = async () =>
  expect((await checkInvariants(gateway.database)).checks.filter((each) => !each.holds)).toEqual([])

describe('a refund above the limit', () => {
  it('waits with its money set aside, says until when, and goes on in the commit that approves it', async () => {
    await put({ refund: above(100) })
    const before = await world.balance('available')
    const given = await requested(400)
    expect(given).toMatchObject({ status: 201, body: { route: 'PAYOUT', process: { status: 'NEW' } } })
    expect(await world.balance('reserved')).toBe(40_000n)
    const { body: reported } = await world.read(`/refunds/${given.id}/explanation`)
    expect(reported).toMatchObject({
      waitingFor: 'OPERATOR',
      next: { operation: 'APPROVE_REFUND', at: given.body.process?.expireAt },
    })
    await gateway.advance(60_000)
    expect(await statusOf(given)).toEqual(['NEW', undefined])
    await holds()
    const approval = await approvalOf(given)
    expect(approval).toMatchObject({
      operation: 'refund',
      requestedBy: `merchant ${world.shop.code}`,
      expiresAt: given.body.process?.expireAt,
    })
    const { body } = await gateway.admin('GET', `/admin/approvals/${String(approval?.id)}`)
    expect(JSON.parse(String((body.request as unknown as Json).body))).toMatchObject({
      idRefund: given.id,
      money: { amount: '400', currencyCode: 'THB' },
      payee: { from: 'PAYIN' },
    })
    expect((await decide(approval, 'approve')).status).toBe(200)
    await gateway.advance(10_000)
    expect(await statusOf(given)).toEqual(['SUCCESS', undefined])
    // What was paid of the payin, less its fee, has come in meanwhile.
    expect(await world.balance('available')).toBeGreaterThan(before)
    expect(await world.balance('reserved')).toBe(0n)
    expect((await decide(approval, 'approve')).status).toBe(409)
    expect(world.announced()).toEqual([`${given.id} 1`, `${given.id} 2`])
    await holds()
  })

  it('has failed where it is rejected, and its amount can be given back by another', async () => {
    await put({ refund: above(4_000) })
    const given = await requested(5_000)
    expect((await decide(await approvalOf(given), 'reject')).status).toBe(200)
    expect(await statusOf(given)).toEqual(['FAILED', 'WITHDRAWN'])
    expect(await world.balance('reserved')).toBe(0n)
    const again = await world.refund(`${given.id}-again`, { idPayin: given.body.idPayin })
    expect([again.status, again.body.money?.amount]).toEqual([201, 5_000])
    await holds()
  })

  it('has failed where nobody approves it in 72 hours, also after a restart, and cannot be approved then', async () => {
    await put({ refund: above(100) })
    const given = await requested(400)
    const approval = await approvalOf(given)
    await gateway.deps.jump(3 * DAY_MS)
    // All that waits stands in rows: whoever works next ends it.
    await gateway.advance(5_000)
    expect(await statusOf(given)).toEqual(['FAILED', 'NOT_APPROVED'])
    expect(await world.balance('reserved')).toBe(0n)
    expect((await decide(approval, 'approve')).body.code).toBe('APPROVAL_DECIDED')
    await holds()
  })

  it('is approved once of two who approve it at once on two nodes', async () => {
    await put({ refund: above(100) })
    const given = await requested(400)
    const approval = await approvalOf(given)
    await other.deps.jump(gateway.deps.clock.now() - other.deps.clock.now())
    const answers = await Promise.all([
      decide(approval, 'approve', anna),
      decide(approval, 'approve', ben, other),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await gateway.advance(10_000)
    expect(await statusOf(given)).toEqual(['SUCCESS', undefined])
    await holds()
  })

  it('given up by an operator waits for nobody any more', async () => {
    await put({ refund: above(100) })
    const given = await requested(400)
    const approval = await approvalOf(given)
    const path = `/admin/refunds/${world.shop.code}/${given.id}/!markFailed`
    expect((await gateway.admin('POST', path, { note: 'a slip' }, anna)).status).toBe(200)
    expect(await statusOf(given)).toEqual(['FAILED', 'WITHDRAWN'])
    expect(await approvalOf(given)).toBeUndefined()
    expect((await decide(approval, 'approve', ben)).status).toBe(409)
    await holds()
  })

  it('is not sent once the money of its payin has come into doubt', async () => {
    await put({ refund: above(100) })
    const given = await requested(400)
    await openCase(gateway.app.gateway, {
      ...{
        merchantId: GATEWAY,
        fact: `reversed ${world.shop.code}`,
        reason: 'CREDIT_REVERSED',
        processor: 'sandbox',
      },
      money: { currency: offered('THB').code, amountMinor: minor(-500_000n) },
      detail: {
        candidates: [
          {
            merchantCode: world.shop.code,
            kind: 'payin',
            id: String(given.body.idPayin),
            why: ['REFERENCE'],
          },
        ],
      },
    })
    const approval = await approvalOf(given)
    expect((await decide(approval, 'approve')).body.code).toBe('PAYIN_NOT_REFUNDABLE')
    expect(await statusOf(given)).toEqual(['NEW', undefined])
    expect((await decide(approval, 'reject')).status).toBe(200)
  })

  it.each([
    ['PIXQR', 'BRL', 'NATIVE', ['SUCCESS', undefined]],
    ['CRYPTO_OFFLINE', 'USDT', 'MANUAL', ['PENDING', undefined]],
  ] as const)('by %s goes the way that it would have gone', async (method, currency, route, end) => {
    await put({ refund: above(100) })
    const given = await requested(400, method, currency)
    expect(given.body).toMatchObject({ route, process: { status: 'NEW' } })
    expect((await decide(await approvalOf(given), 'approve')).status).toBe(200)
    await gateway.advance(10_000)
    expect(await statusOf(given)).toEqual(end)
    await holds()
  })

  it.each([
    ['that move less', { limits: { THB: '39999' } }],
    ['of no refunds', { capabilities: ['approvals:act', 'cases:act'] }],
    ['for another merchant', { merchants: ['ANOTHER'] }],
  ])('is approved by nobody who has rights %s: to approve is to do', async (_whose, rights) => {
    await put({ refund: above(100) })
    const given = await requested(400)
    const approval = await approvalOf(given)
    await narrowed(rights)
    const refused = await decide(approval, 'approve', ben)
    await narrowed(undefined)
    expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
    expect(await statusOf(given)).toEqual(['NEW', undefined])
    expect((await decide(approval, 'approve', ben)).status).toBe(200)
  })

  it('that could not be made is refused at once, and nobody is asked', async () => {
    await put({ refund: above(100) })
    const given = await requested(5_001)
    expect(given).toMatchObject({ status: 422, body: { code: 'REFUND_EXCEEDS_PAYIN' } })
    expect(await approvalOf(given)).toBeUndefined()
  })
})

describe('the limit', () => {
  it('is for all refunds of a merchant within a day together, less those that were not made', async () => {
    await put({ refund: above(1_000) })
    const first = await requested(600)
    expect(first.body.process?.status).toBe('PENDING')
    // A repetition and a refusal move no money.
    expect(
      (
        await world.refund(first.id, {
          idPayin: first.body.idPayin,
          money: { amount: 400, currencyCode: 'THB' },
        })
      ).status,
    ).toBe(409)
    expect((await requested(400)).body.process?.status).toBe('PENDING')
    expect((await requested(1)).body.process?.status).toBe('NEW')
  })

  it('that nobody has set is exceeded by nothing', async () => {
    expect((await requested(5_000)).body.process?.status).toBe('PENDING')
  })
})

describe('a refund that its payer claims', () => {
  const PAYEE = {
    paymentMethodCode: 'BANK_TRANSFER',
    paymentOperatorCode: '001',
    account: { accountName: 'Maria Silva', accountNumber: '12345678' },
  }
  /** The sandbox has this amount claimed. */
  const claimed = async () => {
    const given = await requested(914, 'PIXQR', 'BRL')
    const url = new URL(String(given.body.claimUrl))
    const named = await gateway.request('POST', `${url.pathname}/!payee`, {
      token: url.hash.slice(1),
      body: { payee: PAYEE },
      headers: { 'x-api-version': '' },
    })
    return { ...given, state: named.body.state }
  }

  it('is approved by nobody who may move less', async () => {
    await put({ 'refund.claim': above(100) })
    const given = await claimed()
    const approval = await approvalOf(given)
    await narrowed({ limits: { BRL: '91399' } })
    const refused = await decide(approval, 'approve', ben)
    await narrowed(undefined)
    expect(refused).toMatchObject({ status: 403, body: { code: 'SCOPE_EXCEEDED' } })
    expect((await decide(approval, 'approve', ben)).status).toBe(200)
  })

  it.each([
    ['of its amount', { refund: above(100) }, 'refund'],
    ['of its payee', { 'refund.claim': above(100) }, 'refund.claim'],
    ['of both', { refund: above(100), 'refund.claim': above(100) }, 'refund.claim'],
  ])('waits once for the approval %s, when its payee is known', async (_what, rules, operation) => {
    await put(rules)
    const given = await claimed()
    expect([given.body.process?.status, given.state]).toEqual(['AWAITING_PAYEE', 'CHECKING'])
    const approval = await approvalOf(given)
    expect(approval?.operation).toBe(operation)
    expect((await decide(approval, 'approve')).status).toBe(200)
    await gateway.advance(10_000)
    expect(await statusOf(given)).toEqual(['SUCCESS', undefined])
    await holds()
  })
})
