/** A payer with a refund's link, and strangers with parts of it. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin/admin.fixture.ts'
import { checkInvariants } from '../admin/invariants/invariants.ts'
import { GATEWAY, openCase } from '../payments/cases.ts'
import { rowsOf } from '../payments/payments.fixture.ts'
import { openClaim } from '../refunds/claiming.ts'
import { type RefundWorld, refundWorld } from '../refunds/refunds.fixture.ts'

let gateway: AdminGateway
let world: RefundWorld
let ids = 0

beforeAll(async () => {
  gateway = await adminGateway({
    approvals: 'AS_USUAL',
    network: () => ({ ok: true, status: 204, headers: {}, body: '', durationMs: 1 }),
  })
  await gateway.operator('anna', 'OPERATOR')
})
afterAll(() => gateway.close())
beforeEach(async () => {
  // One gateway for all: each test has a shop of its own, and begins in a second of its own.
  await gateway.advance(1_100)
  world = await refundWorld(gateway)
})

interface Claim {
  readonly id: string
  readonly path: string
  readonly secret: string
}

/** The sandbox has this amount claimed: its rail and the payer's account are declined. */
async function claim(amount = 914): Promise<Claim> {
  const idPayin = await world.paid('PIXQR', 5_000)
  const id = `claim-${++ids}`
  const made = await world.refund(id, { idPayin, money: { amount, currencyCode: 'BRL' } })
  const url = new URL(String(made.body.claimUrl))
  return { id, path: url.pathname, secret: url.hash.slice(1) }
}

const look = ({ path, secret }: Claim, more: { readonly secret?: string } = {}) =>
  gateway.request('GET', `${path}/!refund`, {
    token: more.secret ?? secret,
    headers: { 'x-api-version': '' },
  })
const name = ({ path, secret }: Claim, payee: unknown = MARIA) =>
  gateway.request('POST', `${path}/!payee`, {
    token: secret,
    body: { payee },
    headers: { 'x-api-version': '' },
  })

const MARIA = {
  paymentMethodCode: 'BANK_TRANSFER',
  paymentOperatorCode: '001',
  account: { accountName: 'Maria da Silva', accountNumber: '12345678', branchCode: '0001' },
}
const JOAO = { ...MARIA, account: { ...MARIA.account, accountName: 'Joao Souza', accountNumber: '87654321' } }

const statusOf = async ({ id }: Claim) => (await world.read(`/refunds/${id}`)).body.process?.status
const stateOf = async (given: Claim) => (await look(given)).body.state
const payeesOf = ({ id }: Claim) =>
  rowsOf(
    gateway.app.gateway.database,
    `select request -> 'refund' -> 'payee' -> 'fields' ->> 'accountName' as payee from payment
      where kind = 'refund' and id = '${id}'`,
  )
const holds = async () =>
  expect((await checkInvariants(gateway.app.gateway.database)).checks.filter((each) => !each.holds)).toEqual(
    [],
  )

describe('the link of a claim', () => {
  it('shows whose refund it is, how much, and what each payout must know, and nothing of the payer', async () => {
    const { status, body, headers, text } = await look(await claim())
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'channelInfo',
      'expireAt',
      'isTest',
      'money',
      'options',
      'state',
    ])
    expect(body).toMatchObject({
      state: 'OPEN',
      isTest: true,
      money: { amount: 914, currencyCode: 'BRL' },
    })
    const options = body.options as unknown as readonly Json[]
    expect(options.map(({ paymentMethodCode }) => String(paymentMethodCode))).toEqual(
      expect.arrayContaining(['BANK_TRANSFER', 'EMAIL_TRANSFER']),
    )
    expect(options.every(({ fields }) => JSON.stringify(fields).includes('"accountName"'))).toBe(true)
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(text).not.toContain('Somchai')
  })

  it('pays where the payer says, once, and then says only what became of it', async () => {
    const given = await claim()
    expect((await name(given)).body).toMatchObject({ state: 'SENT' })
    expect((await world.read(`/refunds/${given.id}`)).body).not.toHaveProperty('claimUrl')
    const again = await name(given, JOAO)
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE'])
    await gateway.advance(10_000)
    expect(await statusOf(given)).toBe('SUCCESS')
    const after = await look(given)
    expect(after.body.state).toBe('PAID')
    expect(Object.keys(after.body).sort()).toEqual(['channelInfo', 'isTest', 'money', 'state'])
    expect(await payeesOf(given)).toEqual([{ payee: 'Maria da Silva' }])
    await holds()
  })

  it('pays one of two who use it at once', async () => {
    const given = await claim()
    const answers = await Promise.all([name(given), name(given, JOAO)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    await gateway.advance(10_000)
    const winner = answers[0]?.status === 200 ? 'Maria da Silva' : 'Joao Souza'
    expect(await payeesOf(given)).toEqual([{ payee: winner }])
    await holds()
  })

  it('is one answer for a wrong secret, another’s, and a refund that there is not, and soon a 429', async () => {
    const [given, other] = [await claim(), await claim()]
    const wrong = await look(given, { secret: 'A'.repeat(32) })
    const others = await look(given, { secret: other.secret })
    const nothing = await look({ ...given, path: given.path.replace(given.id, 'no-such') })
    expect(wrong.status).toBe(401)
    const { instance: _, ...said } = wrong.body as Record<string, unknown>
    for (const each of [others, nothing])
      expect([each.status, each.body]).toMatchObject([401, { code: said.code, detail: said.detail }])
    expect((await gateway.request('GET', `${given.path}/!refund`, {})).status).toBe(401)
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, index) => look(given, { secret: `${index}`.padStart(32, 'x') })),
    )
    expect(guesses.some(({ status }) => status === 429)).toBe(true)
    // What is right passes all the same.
    expect((await look(given)).status).toBe(200)
  })

  it('has limits, of size and of rate', async () => {
    const given = await claim()
    expect((await name(given, { ...MARIA, more: 'x'.repeat(5_000) })).status).toBe(413)
    const answers = await Promise.all(Array.from({ length: 12 }, () => look(given)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  it('is over after its time, also before anybody has noticed', async () => {
    const given = await claim()
    await gateway.deps.jump(30 * 86_400_000)
    expect(await stateOf(given)).toBe('EXPIRED')
    expect((await name(given)).status).toBe(409)
  })

  it('says that it could not be paid where a later link asks again, and opens nothing by then', async () => {
    const given = await claim()
    const { gateway: app } = gateway.app
    const opened = await openClaim(app, {
      merchantCode: world.shop.code,
      idRefund: given.id,
      secret: given.secret,
    })
    if (!opened) throw new Error('the link is open')
    expect((await name(given)).status).toBe(200)
    // As if the payout had failed for certain, and the payer were asked once more.
    const next = app.claimLinks.hashOf(opened.refund, 2)
    const row = `from payment where kind = 'refund' and id = '${given.id}'`
    const [before] = await rowsOf(app.database, `select status, request::text as request ${row}`)
    const change = (status: string, request: string) =>
      rowsOf(
        app.database,
        `update payment set status = '${status}', request = ${request} where kind = 'refund' and id = '${given.id}' returning 1`,
      )
    await change(
      'AWAITING_PAYEE',
      `jsonb_set(request, '{refund}', request -> 'refund' || '{"tried": ["CLAIM:a", "PAYOUT:b"],
        "route": "CLAIM", "claimHash": "${next}"}')`,
    )
    expect(await stateOf(given)).toBe('FAILED')
    expect((await name(given)).status).toBe(409)
    await change(String(before?.status), `'${String(before?.request)}'::jsonb`)
  })
})

describe('what is typed', () => {
  it.each([
    ['nothing', null, '/payee', 'REQUIRED'],
    ['no method', {}, '/payee/paymentMethodCode', 'REQUIRED'],
    ['a text', 'Maria', '/payee', 'WRONG_TYPE'],
    [
      'a payin’s method',
      { ...MARIA, paymentMethodCode: 'PIXQR' },
      '/payee/paymentMethodCode',
      'UNKNOWN_VALUE',
    ],
    ['no bank', { ...MARIA, paymentOperatorCode: undefined }, '/payee/paymentOperatorCode', 'REQUIRED'],
    [
      'another country’s bank',
      { ...MARIA, paymentOperatorCode: 'KBANK' },
      '/payee/paymentOperatorCode',
      'UNKNOWN_VALUE',
    ],
    [
      'no name',
      { ...MARIA, account: { accountNumber: '12345678' } },
      '/payee/account/accountName',
      'REQUIRED',
    ],
    [
      'a script for a name',
      { ...MARIA, account: { ...MARIA.account, accountName: '<script>alert(1)</script>' } },
      '/payee/account/accountName',
      'INVALID_FORMAT',
    ],
    [
      'a tax number with a wrong digit',
      {
        paymentMethodCode: 'TAX_PAYER_ID_TRANSFER',
        paymentOperatorCode: '001',
        identifyingReference: '11144477736',
        account: { accountName: 'Maria da Silva' },
      },
      '/payee/identifyingReference',
      'INVALID_CHECK_DIGIT',
    ],
  ])('is refused field by field, and changes nothing: %s', async (_what, payee, path, code) => {
    const given = await claim()
    const { status, body } = await name(given, payee)
    expect(status).toBe(400)
    expect(body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ path, code })]))
    expect(await stateOf(given)).toBe('OPEN')
  })
})

describe('above the operator’s limit', () => {
  const put = (rules: object) =>
    rowsOf(
      gateway.app.gateway.database,
      `insert into approval_policy (id, version, rules, changed_at, changed_by)
        values (1, 1, '${JSON.stringify(rules)}'::jsonb, now(), 'test') on conflict (id) do update set rules = excluded.rules returning 1`,
    )
  const policy = (limit: number) => put({ 'refund.claim': { rule: 'ABOVE', above: { BRL: `${limit}00` } } })
  afterEach(() => put({}))
  const waiting = async () => {
    const { body } = await gateway.admin('GET', '/admin/approvals?status=WAITING')
    const all = body.data as unknown as readonly Json[]
    return all.filter(({ summary }) => String(summary).includes(world.shop.code))
  }
  const decide = (approval: Json | undefined, how: '!approve' | '!reject') =>
    gateway.admin(
      'POST',
      `/admin/approvals/${String(approval?.id)}/${how}`,
      how === '!reject' ? { note: 'no' } : undefined,
    )

  it('waits, shows both names side by side to the operator, and goes on in the commit that approves it', async () => {
    await policy(100)
    const given = await claim()
    expect((await name(given)).body).toMatchObject({ state: 'CHECKING' })
    expect((await world.read(`/refunds/${given.id}`)).body).not.toHaveProperty('claimUrl')
    expect((await name(given, JOAO)).status).toBe(409)
    const [approval] = await waiting()
    expect(approval?.summary).toContain(`Pay 914.00 BRL of refund ${given.id} of ${world.shop.code}`)
    expect(approval?.summary).not.toContain('Maria')
    const { body } = await gateway.admin('GET', `/admin/approvals/${String(approval?.id)}`)
    const requested = JSON.parse(String((body.request as unknown as Json).body))
    expect(requested).toMatchObject({ nameGiven: 'Maria da Silva', idRefund: given.id })
    expect(Object.keys(requested).indexOf('nameThatPaid') - Object.keys(requested).indexOf('nameGiven')).toBe(
      1,
    )
    const done = await decide(approval, '!approve')
    expect([done.status, done.text]).toEqual([200, expect.stringContaining('APPROVED')])
    expect(await stateOf(given)).toBe('SENT')
    await gateway.advance(10_000)
    expect([await statusOf(given), await stateOf(given)]).toEqual(['SUCCESS', 'PAID'])
    expect((await decide(approval, '!approve')).status).toBe(409)
    await holds()
  })

  it('is refused by what it is where the money of its payin has come into doubt, and still waits', async () => {
    await policy(100)
    const given = await claim()
    await name(given)
    const { idPayin } = (await world.read(`/refunds/${given.id}`)).body
    const about = {
      merchantId: GATEWAY,
      fact: `reversed ${given.id} of ${world.shop.code}`,
      processor: 'sandbox',
    }
    const payin = { merchantCode: world.shop.code, kind: 'payin', id: String(idPayin), why: ['REFERENCE'] }
    await openCase(gateway.app.gateway, {
      ...about,
      reason: 'CREDIT_REVERSED',
      money: { currency: offered('BRL').code, amountMinor: minor(-500_000n) },
      detail: { candidates: [payin] },
    })
    const [approval] = await waiting()
    expect((await decide(approval, '!approve')).body).toMatchObject({
      code: 'PAYIN_NOT_REFUNDABLE',
      detail: expect.stringContaining('in doubt'),
    })
    expect(await stateOf(given)).toBe('CHECKING')
    expect((await decide(approval, '!reject')).status).toBe(200)
  })

  it('ends where it is rejected: the money is the merchant’s again', async () => {
    await policy(100)
    const before = await world.balance('available', 'BRL')
    const given = await claim()
    await name(given)
    const [approval] = await waiting()
    expect((await decide(approval, '!reject')).status).toBe(200)
    expect([await statusOf(given), await stateOf(given)]).toEqual(['FAILED', 'FAILED'])
    expect((await name(given)).status).toBe(409)
    expect(await world.balance('reserved', 'BRL')).toBe(0n)
    expect(await world.balance('available', 'BRL')).toBeGreaterThan(before)
    await holds()
  })

  it('ends where nobody decides in 72 hours, and is stale from then on', async () => {
    await policy(100)
    const given = await claim()
    await name(given)
    const [approval] = await waiting()
    await gateway.deps.jump(72 * 3_600_000)
    await gateway.advance(5_000)
    expect(await statusOf(given)).toBe('EXPIRED')
    expect((await decide(approval, '!approve')).status).toBe(409)
    await holds()
  })

  it('lets one count of two at once, where both would wait', async () => {
    await policy(100)
    const given = await claim()
    const answers = await Promise.all([name(given), name(given, JOAO)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await waiting()).toHaveLength(1)
  })

  it('counts all that a merchant’s refunds have claimed in a day', async () => {
    await policy(1_500)
    const [first, second] = [await claim(), await claim()]
    expect((await name(first)).body.state).toBe('SENT')
    expect((await name(second)).body.state).toBe('CHECKING')
  })
})
