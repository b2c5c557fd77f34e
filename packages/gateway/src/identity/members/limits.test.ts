/** How much money one of a merchant's people lets out, and when they have to prove again that it is them. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newId, thbPayout } from '../../../../../test/api/api.fixture.ts'
import { type RefundWorld, refundWorld } from '../../refunds/refunds.fixture.ts'
import { PROVED_MS } from '../people/sessions.ts'
import { type MembersGateway, membersGateway, type TestMember } from './members.fixture.ts'

let gateway: MembersGateway
let world: RefundWorld
let owner: TestMember
let people = 0
const named = () => `person ${++people}`
beforeAll(async () => {
  gateway = await membersGateway({ started: true })
})
afterAll(() => gateway?.close())
beforeEach(async () => {
  world = await refundWorld(gateway)
  owner = await gateway.member(world.shop.code, named(), 'OWNER')
})

const payout = (who: TestMember, amount: number) => who.ask('POST', `/payouts/${newId()}`, thbPayout(amount))
const refund = (who: TestMember, body: object) =>
  who.ask('POST', `/refunds/${newId()}`, {
    reason: 'OTHER',
    callbackUrl: 'http://127.0.0.1:9/callbacks',
    ...body,
  })

/** @param amount of THB, the only currency that they may move */
async function limitedTo(amount: string): Promise<TestMember> {
  const limited = await gateway.member(world.shop.code, named(), 'FINANCE')
  const rights = { limits: [{ currencyCode: 'THB', amount }] }
  const changed = await owner.ask('PATCH', `/team/${limited.id}`, { rights })
  if (changed.status !== 200) throw new Error(changed.text)
  return limited
}

it('a limit holds for each payout, and nothing of another currency goes out', async () => {
  const limited = await limitedTo('100')
  const beyond = await payout(limited, 100.01)
  expect([beyond.status, beyond.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
  expect((await payout(limited, 100)).status).toBe(201)
  expect((await payout(owner, 100.01)).status).toBe(201)
  const idPayin = await world.paid('PIXQR', 50)
  const other = await refund(limited, { idPayin, money: { amount: 1, currencyCode: 'BRL' } })
  expect([other.status, other.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
})

it('a limit holds for a refund, also of all that is left, whose amount nobody wrote', async () => {
  const limited = await limitedTo('100')
  const idPayin = await world.paid('PROMPTPAY', 150)
  const whole = await refund(limited, { idPayin })
  expect([whole.status, whole.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
  expect((await refund(limited, { idPayin, money: { amount: 100, currencyCode: 'THB' } })).status).toBe(201)
  expect((await refund(limited, { idPayin })).status).toBe(201)
})

it('without a fresh proof no money goes out, and after it the very same request does', async () => {
  const idPayin = await world.paid('PROMPTPAY', 150)
  await gateway.doze(PROVED_MS)
  const id = newId()
  const pay = () => owner.ask('POST', `/payouts/${id}`, thbPayout(40))
  for (const stale of [await pay(), await refund(owner, { idPayin })])
    expect([stale.status, stale.body.code]).toEqual([403, 'STEP_UP_NEEDED'])
  expect((await owner.browser.stepUp(owner.authenticator)).status).toBe(200)
  expect((await pay()).status).toBe(201)
  expect((await refund(owner, { idPayin })).status).toBe(201)
})

it('a token of the shop has no limit of a person, and needs no proof', async () => {
  const paid = await gateway.request('POST', `/payouts/${newId()}`, {
    token: await world.shop.token(),
    body: thbPayout(5_000),
  })
  expect(paid.status).toBe(201)
})
