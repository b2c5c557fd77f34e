/** Refunds that an operator makes in a merchant's place: the merchant's rules, the operator's rights, and a merchant who is told. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { rowsOf } from '../../payments/payments.fixture.ts'
import { type RefundWorld, refundWorld } from '../../refunds/refunds.fixture.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'
import { checkInvariants } from '../invariants/invariants.ts'

let gateway: AdminGateway
let anna: string
let ben: string
let world: RefundWorld
let ids = 0

beforeAll(async () => {
  gateway = await adminGateway({
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  anna = await gateway.operator('anna', 'OPERATOR')
  ben = await gateway.operator('ben', 'OPERATOR')
})
afterAll(() => gateway?.close())
beforeEach(async () => {
  await gateway.advance(1_100)
  world = await refundWorld(gateway)
})

const policy = (rules: object) =>
  rowsOf(
    gateway.database,
    `update approval_policy set rules = rules || '${JSON.stringify(rules)}'::jsonb returning 1`,
  )
const narrowed = (name: string, rights: object | null) =>
  rowsOf(
    gateway.database,
    `update operator set rights = ${rights === null ? 'null' : `'${JSON.stringify(rights)}'::jsonb`} where name = '${name}' returning 1`,
  )
afterEach(async () => {
  await policy({ refund: { rule: 'NONE' } })
  await narrowed('anna', null)
  const { checks } = await checkInvariants(gateway.database)
  expect(checks.filter(({ holds }) => !holds)).toEqual([])
})

const thb = (amount: number) => ({ amount, currencyCode: 'THB' })
const brl = (amount: number) => ({ amount, currencyCode: 'BRL' })
const give = (body: object, { id = `operator-${++ids}`, token = anna } = {}) =>
  gateway.admin('POST', `/admin/refunds/${world.shop.code}/${id}`, { reason: 'OTHER', ...body }, token)
const rehearse = async (body: object, token = anna): Promise<Json> =>
  (await gateway.admin('POST', `/admin/refunds/${world.shop.code}/!rehearse`, body, token)).body

describe('a refund in a merchant’s place', () => {
  it('goes as the merchant’s own would, and the merchant is told of it and reads who made it', async () => {
    const idPayin = await world.paid('PIXQR', 1_000)
    const made = await give({ idPayin, money: brl(400), note: 'by telephone' })
    expect([made.status, made.body]).toMatchObject([
      201,
      { kind: 'refund', money: { amount: 400 }, merchantCode: world.shop.code },
    ])
    const id = String(made.body.id)
    await gateway.advance(10_000)
    expect(world.announced()[0]).toBe(`${id} 1`)
    expect((await world.read(`/refunds/${id}`)).body).toMatchObject({
      madeBy: 'OPERATOR',
      note: 'by telephone',
      route: 'NATIVE',
      process: { status: 'SUCCESS' },
    })
    const { body } = await gateway.admin('GET', `/admin/payments/${world.shop.code}/refund/${id}`)
    expect((body.states as unknown as readonly Json[])[0]).toMatchObject({
      actor: 'operator:anna',
      callbackSequence: 1,
    })
    const audit = await gateway.admin('GET', '/admin/audit?limit=20')
    expect(JSON.stringify(audit.body)).toContain('refund.create')
  })

  it('of all that is left takes what the merchant’s own has left', async () => {
    const idPayin = await world.paid('PIXQR', 1_000)
    await world.refund('own-half', { idPayin, money: brl(300) })
    expect((await give({ idPayin })).body).toMatchObject({ money: { amount: 700 } })
    const more = await give({ idPayin, money: brl(1) }, { id: 'operator-more' })
    expect([more.status, more.body.code]).toEqual([422, 'REFUND_EXCEEDS_PAYIN'])
    expect((await gateway.admin('GET', '/admin/audit?subject=operator-more')).body.data).toEqual([])
  })

  it('is made once, however often it is asked for', async () => {
    const idPayin = await world.paid('PIXQR', 1_000)
    const body = { idPayin, money: brl(100) }
    const [one, two] = await Promise.all([
      give(body, { id: 'operator-once' }),
      give(body, { id: 'operator-once' }),
    ])
    expect([one.status, two.status].sort()).toEqual([201, 409])
    const again = await give(body, { id: 'operator-once' })
    expect(again.body).toMatchObject({ code: 'ALREADY_EXISTS', sameRequest: true })
  })

  it('has an ID that no merchant would give, and names no payee', async () => {
    const idPayin = await world.paid('PROMPTPAY', 500)
    const named = await give({ idPayin }, { id: 'refund-1' })
    expect([named.status, named.body.errors]).toMatchObject([400, [{ path: 'path:idRefund' }]])
    const payee = { paymentMethodCode: 'BANK_TRANSFER', account: { accountNumber: '999', bankCode: '004' } }
    const paid = await give({ idPayin, payee })
    expect([paid.status, paid.body.errors]).toMatchObject([400, [{ path: '/payee', code: 'NOT_ALLOWED' }]])
  })

  it('that the payer has to claim is told to the merchant at once, who alone has the link', async () => {
    const idPayin = await world.paid('PROMPTPAY', 500)
    await rowsOf(
      gateway.database,
      `update payment set payer_account = null where id = '${idPayin}' and merchant_id = '${world.shop.code}' returning 1`,
    )
    const made = await give({ idPayin })
    expect(made.body).toMatchObject({ status: 'AWAITING_PAYEE' })
    expect(made.text).not.toContain('/claim/')
    await gateway.advance(2_000)
    const id = String(made.body.id)
    expect(world.announced()).toEqual([`${id} 1`])
    expect(String((await world.read(`/refunds/${id}`)).body.claimUrl)).toContain('/claim/')
  })

  it.each([
    ['another merchant', { merchants: ['SOMEBODY'] }, 'a right for the merchant'],
    ['a smaller amount', { limits: { BRL: '39999' } }, 'more than your limit in BRL'],
    ['another currency', { limits: { THB: '900000000' } }, 'more than your limit in BRL'],
    ['other capabilities', { capabilities: ['refunds:read', 'payments:act'] }, 'refunds:act'],
  ])('is refused to whoever has rights for %s alone, and nothing is made', async (_what, rights, words) => {
    const idPayin = await world.paid('PIXQR', 400)
    await narrowed('anna', rights)
    const requested = await give({ idPayin })
    expect([requested.status, requested.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    expect(String(requested.body.detail)).toContain(words)
    expect((await world.read('/refunds')).body.data).toEqual([])
  })

  it('above the merchant’s limit waits for an operator who has not asked for it', async () => {
    await policy({ refund: { rule: 'ABOVE', above: { BRL: '50000' } } })
    const idPayin = await world.paid('PIXQR', 1_000)
    // What the merchant itself has given back counts towards the same limit.
    await world.refund('own-part', { idPayin, money: brl(300) })
    const made = await give({ idPayin, money: brl(300) })
    expect(made.body).toMatchObject({ status: 'NEW' })
    const id = String(made.body.id)
    const { body } = await gateway.admin('GET', '/admin/approvals?status=WAITING')
    const [approval] = body.data as unknown as readonly Json[]
    expect(approval).toMatchObject({ operation: 'refund', requestedBy: 'anna' })
    const decide = (token: string) =>
      gateway.admin('POST', `/admin/approvals/${String(approval?.id)}/!approve`, undefined, token)
    expect((await decide(anna)).body.code).toBe('FOUR_EYES')
    expect((await decide(ben)).status).toBe(200)
    await gateway.advance(10_000)
    expect((await world.read(`/refunds/${id}`)).body).toMatchObject({ process: { status: 'SUCCESS' } })
  })
})

describe('the rehearsal of a refund', () => {
  it('says by which way, to whom in part, and at what price, and keeps nothing', async () => {
    const idPayin = await world.paid('PIXQR', 1_000)
    expect(await rehearse({ idPayin, money: brl(250) })).toMatchObject({
      money: { amount: 250 },
      refundable: { amount: 1_000 },
      route: 'NATIVE',
      fee: { amount: 0 },
      refusal: null,
    })
    const byPayout = await world.paid('PROMPTPAY', 500)
    const reported = await rehearse({ idPayin: byPayout })
    expect(reported).toMatchObject({ route: 'PAYOUT', payee: { account: '…7890' }, money: { amount: 500 } })
    expect(JSON.stringify(reported)).not.toContain('1234567890')
    expect((await world.read('/refunds')).body.data).toEqual([])
  })

  it('says who has to act first and until when, and takes nothing of a limit', async () => {
    await policy({ refund: { rule: 'ABOVE', above: { BRL: '30000' } } })
    const idPayin = await world.paid('PIXQR', 1_000)
    expect(await rehearse({ idPayin })).toMatchObject({
      waitsFor: 'APPROVAL',
      waitsUntil: expect.stringMatching(/Z$/),
    })
    for (let times = 0; times < 3; times += 1) {
      const reported = await rehearse({ idPayin, money: brl(300) })
      expect([reported.route, reported.waitsFor]).toEqual(['NATIVE', undefined])
    }
  })

  it('says why it would be refused', async () => {
    const idPayin = await world.paid('PIXQR', 1_000)
    expect(await rehearse({ idPayin, money: brl(1_001) })).toMatchObject({
      refusal: { code: 'REFUND_EXCEEDS_PAYIN' },
    })
    expect(await rehearse({ idPayin: 'nobody' })).toMatchObject({ refusal: { code: 'NOT_FOUND' } })
    expect(await rehearse({ idPayin, money: thb(1) })).toMatchObject({
      refusal: { code: 'VALIDATION_FAILED', errors: [{ path: '/money/currencyCode' }] },
    })
  })
})
