/** A file of payouts: looked at, then paid, once each, by whoever may. */
import { createHash } from 'node:crypto'
import { type CurrencyCode, minor } from '@sluice/core/foundation/money.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json, TestMerchant } from '../../../../test/harness.ts'
import type { SignedInPerson } from '../identity/access/grant.ts'
import { type MembersGateway, membersGateway, type TestMember } from '../identity/members/members.fixture.ts'
import { PROVED_MS } from '../identity/people/sessions.ts'
import { payBatch } from './batch.ts'
import { readBatchFile } from './batch-file.ts'
import { BATCH_EXAMPLE } from './batch-schemas.ts'

let gateway: MembersGateway
let shop: TestMerchant
let token: string
let made = 0
beforeAll(async () => {
  gateway = await membersGateway()
})
afterAll(() => gateway?.close())
beforeEach(async () => {
  shop = await gateway.merchant()
  await gateway.credit(shop, { currency: 'THB' as CurrencyCode, amountMinor: minor(100_000_00n) })
  token = await shop.token()
})

const HEADS = 'id,amount,currency,method,account_name,account_number,bank_code'
const row = (id: string, amount: number | string, account = '1234567890') =>
  `${id},${amount},THB,BANK_TRANSFER,Somchai Jaidee,${account},014`
const file = (...rows: readonly string[]) => [HEADS, ...rows].join('\n')
const fresh = () => `salary-${++made}`
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const CSV = { 'content-type': 'text/csv', 'x-api-version': '2' }
const look = (text: string, headers: object = {}) =>
  gateway.request('POST', '/payout-batches/!preview', { token, raw: text, headers: { ...CSV, ...headers } })
const pay = (text: string, fingerprint = sha256(text), query = '') =>
  gateway.request('POST', `/payout-batches/${fingerprint}${query}`, { token, raw: text, headers: CSV })
const ask = (who: TestMember, path: string, text: string) => who.browser.send('POST', path, text, CSV)
const list = (value: Json | undefined) => value as unknown as readonly Json[]
const payouts = async () => list((await gateway.request('GET', '/payouts?limit=100', { token })).body.data)

it('the example of the description is a file that can be paid', async () => {
  const { text } = await gateway.request('GET', '/openapi.json')
  expect(text).toContain(JSON.stringify(BATCH_EXAMPLE).slice(1, -1))
  const { body } = await look(BATCH_EXAMPLE)
  expect([body.isGood, list(body.rows).length]).toEqual([true, 2])
})

describe('a file that is looked at', () => {
  it('tells each row’s fate with its fault’s line and column, the sums, and stores nothing', async () => {
    const [good, wrong] = [fresh(), fresh()]
    const { status, body } = await look(
      file(
        row(good, '1500.50'),
        row(wrong, '1234.567'),
        row(good, 700),
        row(fresh(), '1500.50'),
        'x y,1,THB,NONE,a,1,1',
      ),
    )
    expect(status).toBe(200)
    expect(list(body.rows).map(({ line, fate, duplicateOf }) => [line, fate, duplicateOf])).toEqual([
      [2, 'VALID', undefined],
      [3, 'INVALID', undefined],
      [4, 'DUPLICATE', 1],
      [5, 'VALID', 1],
      [6, 'INVALID', undefined],
    ])
    expect(list(body.rows)[1]?.errors).toMatchObject([{ column: 'amount', code: 'TOO_MANY_DECIMALS' }])
    expect(list(list(body.rows)[4]?.errors).map(({ column }) => column)).toContain('method')
    expect(body.totals).toMatchObject([
      { money: { amount: 3001, currencyCode: 'THB' }, rows: 2, suffices: true, beyondLimit: false },
    ])
    expect([body.isGood, body.needsProof]).toEqual([false, false])
    expect(await payouts()).toEqual([])
  })

  it('says that the balance has too little', async () => {
    const { body } = await look(file(row(fresh(), 60_000), row(fresh(), 60_000, '9876543210')))
    expect([body.isGood, list(body.totals)[0]?.suffices]).toEqual([false, false])
  })

  it('is told apart from what a payout of another kind has as its ID', async () => {
    const id = fresh()
    await pay(file(row(id, 500)))
    const { body } = await look(file(row(id, 600)))
    expect(list(body.rows)[0]?.fate).toBe('EXISTS')
  })
})

describe('a file that is paid', () => {
  it('makes each row a payout, and sent again makes nothing twice', async () => {
    const text = file(row(fresh(), 100), row(fresh(), '200.25', '9876543210'))
    const first = await pay(text)
    expect([first.status, first.body.made, first.body.nextRow]).toEqual([200, 2, undefined])
    const again = await pay(text)
    expect([again.body.made, list(again.body.rows).map(({ outcome }) => outcome)]).toEqual([
      0,
      ['MADE_BEFORE', 'MADE_BEFORE'],
    ])
    expect(await payouts()).toHaveLength(2)
  })

  it('is paid by no other fingerprint: a changed account is another file', async () => {
    const looked = file(row(fresh(), 100))
    const { status, body } = await pay(looked.replace('1234567890', '6666666666'), sha256(looked))
    expect([status, body.code]).toEqual([409, 'FILE_CHANGED'])
    expect(await payouts()).toEqual([])
  })

  it('with one bad row pays none, and names it', async () => {
    const { status, body } = await pay(file(row(fresh(), 100), row(fresh(), 0)))
    expect([status, body.code, list(body.errors)[0]?.path]).toEqual([422, 'BATCH_REFUSED', 'file:3:amount'])
    expect(await payouts()).toEqual([])
  })

  it('beyond the balance pays none', async () => {
    const { status, body } = await pay(file(row(fresh(), 60_000), row(fresh(), 60_000, '9876543210')))
    expect([status, body.code]).toEqual([422, 'INSUFFICIENT_BALANCE'])
    expect(await payouts()).toEqual([])
  })

  it('goes on where a crash has left it', async () => {
    const [one, two] = [row(fresh(), 100), row(fresh(), 200)]
    // Of the file's rows the first was made when the node died.
    await pay(file(one))
    const text = file(one, two)
    expect((await look(text)).body.isGood).toBe(true)
    const { body } = await pay(text)
    expect(list(body.rows).map(({ outcome }) => outcome)).toEqual(['MADE_BEFORE', 'MADE'])
    expect(await payouts()).toHaveLength(2)
  })

  it('of more rows than one request pays says where to go on', async () => {
    const rows = Array.from({ length: 230 }, () => row(fresh(), 100, String(1e9 + made)))
    const text = file(...rows)
    const first = await pay(text)
    expect([first.body.made, first.body.nextRow]).toEqual([200, 201])
    const rest = await pay(text, sha256(text), '?from=201')
    expect([rest.body.made, rest.body.nextRow]).toEqual([30, undefined])
  })

  it('on two nodes at once is paid once', async () => {
    const text = file(...Array.from({ length: 30 }, () => row(fresh(), 100, String(1e9 + made))))
    const read = readBatchFile(Buffer.from(text))
    if (!read.ok) throw new Error('the file is right')
    const profile = await gateway.app.gateway.merchants.find(shop.code)
    const grant = { ...ANY_GRANT, merchantCode: shop.code }
    if (!profile) throw new Error('the shop is there')
    const node = () =>
      payBatch(gateway.app.gateway, { profile, grant }, read.value, { fingerprint: sha256(text), from: 1 })
    const paid = await Promise.all([node(), node()])
    const outcomes = paid.flatMap((each) => (each.ok ? each.value.rows.map(({ outcome }) => outcome) : []))
    expect(outcomes.filter((outcome) => outcome === 'MADE')).toHaveLength(30)
    expect(outcomes.filter((outcome) => outcome === 'MADE_BEFORE')).toHaveLength(30)
  })
})

const ANY_GRANT = {
  scope: { kind: 'operations', operations: ['.*'] },
  madeWith: 'key:x',
  jti: 'x',
  issuedAtSecs: 0,
  expiresAtSecs: 0,
} as const

describe('somebody signed in', () => {
  const PREVIEW = '/payout-batches/!preview'

  it('does not split what is beyond their limit into rows, nor into what was made before', async () => {
    const owner = await gateway.member(shop.code, `owner ${fresh()}`, 'OWNER')
    const limited = await gateway.member(shop.code, `finance ${fresh()}`, 'FINANCE')
    const rights = { limits: [{ currencyCode: 'THB', amount: '1000' }] }
    await owner.ask('PATCH', `/team/${limited.id}`, { rights })
    const small = row(fresh(), 600)
    const text = file(small, row(fresh(), 600, '9876543210'))
    const looked = (await ask(limited, PREVIEW, text)).body
    expect([looked.isGood, list(looked.totals)[0]?.beyondLimit]).toEqual([false, true])
    const refused = await ask(limited, `/payout-batches/${sha256(text)}`, text)
    expect([refused.status, refused.body.code]).toEqual([403, 'SCOPE_EXCEEDED'])
    await pay(file(small))
    expect((await ask(limited, `/payout-batches/${sha256(text)}`, text)).status).toBe(403)
    expect(await payouts()).toHaveLength(1)
  })

  it('shows again that it is them, once for all rows', async () => {
    const finance = await gateway.member(shop.code, `finance ${fresh()}`, 'FINANCE')
    const text = file(row(fresh(), 100), row(fresh(), 200))
    await gateway.deps.jump(PROVED_MS)
    expect((await ask(finance, PREVIEW, text)).body.needsProof).toBe(true)
    const refused = await ask(finance, `/payout-batches/${sha256(text)}`, text)
    expect([refused.status, refused.body.code]).toEqual([403, 'STEP_UP_NEEDED'])
  })

  it('pays no more rows once their rights do not reach so far any more', async () => {
    const rows = Array.from({ length: 30 }, () => row(fresh(), 100, String(1e9 + made)))
    const text = file(...rows)
    const read = readBatchFile(Buffer.from(text))
    const profile = await gateway.app.gateway.merchants.find(shop.code)
    if (!read.ok || !profile) throw new Error('the file is right, and the shop is there')
    const limit = (amount: bigint) => ({ limits: new Map([['THB' as CurrencyCode, minor(amount)]]) })
    const who = { id: 'x', name: 'Fin', held: [], isWholeOwner: false, isProved: true }
    const may = { ...who, lacks: () => undefined, ...limit(1_000_000n) }
    // What is true of them when the second group of rows begins.
    const since = [{ lacks: () => 'payouts:act' }, limit(10_000n)]
    for (const lowered of since) {
      let looks = 0
      const again = async (): Promise<SignedInPerson> => ({ ...may, again, ...(++looks > 1 && lowered) })
      const grant = {
        ...ANY_GRANT,
        merchantCode: shop.code,
        scope: { kind: 'person', person: { ...may, again } },
      } as const
      const fingerprint = sha256(text)
      const paid = await payBatch(gateway.app.gateway, { profile, grant }, read.value, {
        fingerprint,
        from: 1,
      })
      expect(!paid.ok && paid.failure.code).toBe('SCOPE_EXCEEDED')
    }
    expect(await payouts()).toHaveLength(20)
  })

  it('of support neither looks at a file nor pays it', async () => {
    const support = await gateway.member(shop.code, `support ${fresh()}`, 'SUPPORT')
    const text = file(row(fresh(), 100))
    for (const path of [PREVIEW, `/payout-batches/${sha256(text)}`])
      expect((await ask(support, path, text)).status).toBe(403)
  })
})
