/** Who says where a refund's money goes pays out: it takes that right, whoever makes the refund. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId } from '../../../../test/api/api.fixture.ts'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { CALLBACKS, type RefundWorld, refundWorld } from './refunds.fixture.ts'

let gateway: MembersGateway
let world: RefundWorld
let people = 0
beforeAll(async () => {
  gateway = await membersGateway({ started: true })
})
beforeEach(async () => {
  world = await refundWorld(gateway)
})
afterAll(() => gateway?.close())

const member = (role: string) => gateway.member(world.shop.code, `person ${++people}`, role)
const refund = (who: TestMember, id: string, body: object) =>
  who.ask('POST', `/refunds/${id}`, { reason: 'OTHER', callbackUrl: CALLBACKS, ...body })

/** An account of the choice of whoever makes the refund. */
const PAYEE = {
  paymentMethodCode: 'BANK_TRANSFER',
  account: { accountNumber: '1234567890', accountName: 'Nobody Else', bankCode: '004' },
}

/** The payer's rail gives it not back, and nothing shows an account: the payer is to say where to. */
const DECLINED = { amount: 914, currencyCode: 'BRL' }

it('support names no payee, and is told which right that takes', async () => {
  const support = await member('SUPPORT')
  const idPayin = await world.paid('PROMPTPAY', 150)
  const id = newId()
  const refused = await refund(support, id, { idPayin, payee: PAYEE })
  expect([refused.status, refused.body.code], refused.text).toEqual([403, 'SCOPE_EXCEEDED'])
  expect(refused.text).toContain('payouts:act')
  expect((await world.read(`/refunds/${id}`)).status).toBe(404)
  expect((await refund(support, id, { idPayin })).status).toBe(201)
})

it('support never sees the link by which a payee is named, in no answer', async () => {
  const support = await member('SUPPORT')
  const idPayin = await world.paid('PIXQR', 5_000)
  const id = newId()
  const made = await refund(support, id, { idPayin, money: DECLINED })
  expect([made.status, made.body.process?.status], made.text).toEqual([201, 'AWAITING_PAYEE'])
  const answers = [
    made,
    await support.ask('GET', `/refunds/${id}`),
    await support.ask('GET', '/refunds'),
    await support.ask('GET', `/refunds/${id}/explanation`),
    await support.ask('GET', `/refunds/${id}/callbacks`),
  ]
  for (const { text } of answers) expect(text).not.toContain('/claim')
})

it('finance, who pays out, may do both', async () => {
  const finance = await member('FINANCE')
  const named = await refund(finance, newId(), { idPayin: await world.paid('PROMPTPAY', 150), payee: PAYEE })
  expect(named.status, named.text).toBe(201)
  const id = newId()
  await refund(finance, id, { idPayin: await world.paid('PIXQR', 5_000), money: DECLINED })
  expect((await finance.ask('GET', `/refunds/${id}`)).body.claimUrl).toContain('/claim')
})
