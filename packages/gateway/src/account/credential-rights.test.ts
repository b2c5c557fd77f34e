/** A key or secret does no more than whoever made it may, until an owner says that it does everything. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId, thbPayout } from '../../../../test/api/api.fixture.ts'
import type { Answer } from '../../../../test/harness.ts'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { PROVED_MS } from '../identity/people/sessions.ts'
import { CALLBACKS } from '../refunds/refunds.fixture.ts'

let gateway: MembersGateway
let code: string
let owner: TestMember
let developer: TestMember
let people = 0
beforeAll(async () => {
  gateway = await membersGateway()
})
beforeEach(async () => {
  code = (await gateway.merchant()).code
  owner = await member(code, 'OWNER')
  developer = await member(code, 'DEVELOPER')
})
afterAll(() => gateway?.close())

const member = (shop: string, role: string) => gateway.member(shop, `person ${++people}`, role)

interface Made {
  readonly id: string
  readonly secret: string
}
async function secretOf(who: TestMember): Promise<Made> {
  const { status, body, text } = await who.ask('POST', '/secrets')
  if (status !== 201) throw new Error(text)
  return { id: String(body.id), secret: String(body.secret) }
}
const tokenOf = ({ secret }: Made, terms: object, path = '/auth-tokens', shop = code) =>
  gateway.request('POST', path, {
    body: { merchantCode: shop, secret, timestamp: Math.floor(gateway.deps.clock.now() / 1_000), ...terms },
  })
/** For whatever a pattern lets through. */
async function anyToken(made: Made, shop = code): Promise<string> {
  const given = await tokenOf(made, { operations: ['GET .*', 'POST .*'] }, '/auth-tokens', shop)
  if (given.status !== 201) throw new Error(given.text)
  return String(given.body.token)
}
const payout = (token: string) =>
  gateway.request('POST', `/payouts/${newId()}`, { token, body: thbPayout(40) })
const payin = (token: string, id = newId()) =>
  gateway.request('POST', `/payins/${id}`, {
    token,
    body: {
      paymentRequested: { money: { amount: 100, currencyCode: 'THB' } },
      paymentMethod: {
        paymentMethodCode: 'PROMPTPAY',
        account: { accountNumber: '1234567890', accountName: 'Somchai Jaidee' },
      },
      callbackUrl: CALLBACKS,
    },
  })

function expectNotCarried({ status, body, text }: Answer, id: string, right = 'payouts:act'): void {
  expect([status, body.code], text).toEqual([403, 'SCOPE_EXCEEDED'])
  expect(text).toContain(right)
  expect(text).toContain(id)
  expect(text).toContain('owner')
}

describe('a secret that a developer has made', () => {
  it('gets no token for payouts, by neither endpoint, and is told what to do', async () => {
    const made = await secretOf(developer)
    const byAction = { action: 'PAYOUT_CREATE', idPayment: newId() }
    expectNotCarried(await tokenOf(made, byAction, '/auth-tokens-by-action'), made.id)
    const byOperations = { operations: ['POST /payins/.*', 'POST /payouts/[^/]+'] }
    expectNotCarried(await tokenOf(made, byOperations), made.id)
    const refunds = { operations: ['POST /refunds/.*'] }
    expectNotCarried(await tokenOf(made, refunds), made.id, 'refunds:act')
  })

  it('pays nothing out with a token of a pattern that says nothing, and does all that its maker may', async () => {
    const made = await secretOf(developer)
    const token = await anyToken(made)
    expectNotCarried(await payout(token), made.id)
    const batch = { token, raw: 'a,b', headers: { 'content-type': 'text/csv' } }
    expectNotCarried(await gateway.request('POST', '/payout-batches/!preview', batch), made.id)
    expectNotCarried(
      await gateway.request('POST', `/refunds/${newId()}`, { token, body: {} }),
      made.id,
      'refunds:act',
    )
    expect((await payin(token)).status).toBe(201)
    expect((await gateway.request('GET', '/payouts', { token })).status).toBe(200)
    const options = { money: { amount: 100, currencyCode: 'THB' } }
    const requested = await gateway.request('POST', '/payins/!availablePaymentOptions', {
      token,
      body: options,
    })
    expect(requested.status, requested.text).toBe(200)
  })

  it('pays out once an owner has confirmed it, and not any more once that is taken back, with the very token', async () => {
    const made = await secretOf(developer)
    const token = await anyToken(made)
    const confirmed = await owner.ask('POST', `/secrets/${made.id}/!confirm`)
    expect(confirmed.status, confirmed.text).toBe(200)
    expect(confirmed.body).not.toHaveProperty('carries')
    // No balance: it came as far as the money.
    expect((await payout(token)).body.code).toBe('INSUFFICIENT_BALANCE')
    expect((await tokenOf(made, { operations: ['POST /payouts/.*'] })).status).toBe(201)
    expect((await owner.ask('POST', `/secrets/${made.id}/!unconfirm`)).status).toBe(200)
    expectNotCarried(await payout(token), made.id)
  })

  it('is listed with who made it and what it carries, to the team and to operators', async () => {
    const made = await secretOf(developer)
    const own = await secretOf(owner)
    const listed = async () => {
      const { body } = await owner.ask('GET', '/credentials')
      return [made, own].map(({ id }) => Object(body.secrets).find((each: Made) => each.id === id))
    }
    const [first, second] = await listed()
    expect(first.madeBy).toMatch(/^person /)
    expect(first.carries).toContain('payins:act')
    expect(first.carries).not.toContain('payouts:act')
    expect(second).not.toHaveProperty('carries')
    await owner.ask('POST', `/secrets/${made.id}/!confirm`)
    const [after] = await listed()
    expect([after.carries, after.confirmedBy]).toEqual([undefined, second.madeBy])
    const seen = (await gateway.admin('GET', `/admin/merchants/${code}`)).body
    const shown = Object(seen.secrets).find((each: Made) => each.id === made.id)
    expect([shown.madeBy, shown.confirmedBy]).toEqual([first.madeBy, second.madeBy])
    const audit = (await gateway.admin('GET', '/admin/audit?limit=3')).text
    expect(audit).toContain('secrets.confirm')
    expect((await owner.ask('GET', '/team/activity')).text).toContain('secrets.confirm')
  })
})

describe('who confirms', () => {
  it('is neither its maker nor an owner who is narrowed', async () => {
    const made = await secretOf(developer)
    const narrowed = await member(code, 'OWNER')
    const rights = { capabilities: ['payouts:act', 'developers:read', 'developers:manage'] }
    expect((await owner.ask('PATCH', `/team/${narrowed.id}`, { rights })).status).toBe(200)
    for (const who of [developer, narrowed]) {
      const refused = await who.ask('POST', `/secrets/${made.id}/!confirm`)
      expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    }
    expectNotCarried(await payout(await anyToken(made)), made.id)
  })

  it('shows again that it is really them', async () => {
    const made = await secretOf(developer)
    await gateway.deps.jump(PROVED_MS)
    for (const verb of ['!confirm', '!unconfirm'])
      expect((await owner.ask('POST', `/secrets/${made.id}/${verb}`)).body.code).toBe('STEP_UP_NEEDED')
  })

  it('confirms nothing of another merchant, and nothing of another kind', async () => {
    const other = await member((await gateway.merchant()).code, 'OWNER')
    const made = await secretOf(developer)
    expect((await other.ask('POST', `/secrets/${made.id}/!confirm`)).status).toBe(404)
    expect((await owner.ask('POST', `/keys/${made.id}/!confirm`)).status).toBe(404)
    expectNotCarried(await payout(await anyToken(made)), made.id)
  })
})

describe('a live merchant', () => {
  let live: string
  let whole: TestMember
  beforeEach(async () => {
    live = (await gateway.merchant({ isTest: false, callbackUrl: 'https://shop.example/callbacks' })).code
    whole = await member(live, 'OWNER')
  })
  const paysOut = { operations: ['POST /payouts/.*'] }

  it('has a key that pays out only by an owner whom nothing narrows', async () => {
    const narrowed = await member(live, 'OWNER')
    const rights = { capabilities: ['payouts:read', 'payouts:act', 'developers:read', 'developers:manage'] }
    expect((await whole.ask('PATCH', `/team/${narrowed.id}`, { rights })).status).toBe(200)
    const made = await secretOf(narrowed)
    expectNotCarried(await tokenOf(made, paysOut, '/auth-tokens', live), made.id)
    expectNotCarried(await payout(await anyToken(made, live)), made.id)
    expect((await whole.ask('POST', `/secrets/${made.id}/!confirm`)).status).toBe(200)
    expect((await tokenOf(made, paysOut, '/auth-tokens', live)).status).toBe(201)
    const own = await secretOf(whole)
    expect((await tokenOf(own, paysOut, '/auth-tokens', live)).status).toBe(201)
  })
})

describe('a key that carries no right to pay out', () => {
  it('names no payee of a refund, and does not read where the payer would', async () => {
    const narrowed = await member(code, 'OWNER')
    const rights = {
      capabilities: ['payins:read', 'payins:act', 'refunds:read', 'refunds:act', 'developers:manage'],
    }
    expect((await owner.ask('PATCH', `/team/${narrowed.id}`, { rights })).status).toBe(200)
    const made = await secretOf(narrowed)
    const token = await anyToken(made)
    const refused = await gateway.request('POST', `/refunds/${newId()}`, {
      token,
      body: {
        idPayin: await paid(token),
        reason: 'OTHER',
        callbackUrl: CALLBACKS,
        payee: {
          paymentMethodCode: 'BANK_TRANSFER',
          account: { accountNumber: '1234567890', accountName: 'Nobody Else', bankCode: '004' },
        },
      },
    })
    expectNotCarried(refused, made.id)
  })
})

/** Of a payin that was paid. */
async function paid(token: string): Promise<string> {
  const id = newId()
  const made = await payin(token, id)
  if (made.status !== 201) throw new Error(made.text)
  await gateway.advance(5_000)
  return id
}
