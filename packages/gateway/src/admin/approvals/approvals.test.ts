/** Acts that wait for a second pair of eyes, as operators ask for them, approve and reject them. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '../../../../../test/harness.ts'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

const HOUR_MS = 3_600_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const PEM = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .publicKey.export({ type: 'spki', format: 'pem' })
  .toString()

let gateway: AdminGateway
/** Who asks, and who approves: both may everything. */
let anna: string
let ben: string
let shop: string

beforeEach(async () => {
  gateway = await adminGateway({ approvals: 'AS_USUAL', started: false })
  anna = await gateway.operator('anna', 'ADMIN')
  await gateway.advance(1)
  const requested = await gateway.admin('POST', '/admin/operators', { name: 'ben', role: 'ADMIN' })
  expect(requested.status).toBe(202)
  ben = String((await gateway.collected(requested, anna)).token)
  shop = (await gateway.merchant({ isTest: false })).code
  await gateway.advance(1)
})
afterEach(() => gateway.close())

const idOf = (body: Json) => String(body.approval?.id)
const approve = (requested: Json, token = ben) =>
  gateway.admin('POST', `/admin/approvals/${idOf(requested)}/!approve`, undefined, token)
const reject = (requested: Json, token = ben, note: string | undefined = 'no') =>
  gateway.admin('POST', `/admin/approvals/${idOf(requested)}/!reject`, { note }, token)
const show = async (requested: Json) =>
  (await gateway.admin('GET', `/admin/approvals/${idOf(requested)}`)).body
const listed = async (query = '') =>
  (await gateway.admin('GET', `/admin/approvals${query}`)).body.data as unknown as readonly Json[]

let references = 0
const money = (amount: number, currencyCode = 'THB') => ({ amount, currencyCode })
const topUp = (amount = 500, more: object = {}) => ({
  merchantCode: shop,
  money: money(amount),
  reference: `top-up ${++references}`,
  ...more,
})
const credit = (body: object = topUp(), token = anna) =>
  gateway.admin('POST', '/admin/balances/!credit', body, token)
const balance = async () => {
  const { body } = await gateway.admin('GET', `/admin/balances/${shop}`)
  const row = (body.data as unknown as readonly Json[]).find(
    ({ currencyCode }) => String(currencyCode) === 'THB',
  )
  return Number(row?.available?.amount ?? 0)
}
const put = (data: readonly object[], token = anna) =>
  gateway.admin('PUT', '/admin/approval-policy', { data }, token)
const policy = async (data: readonly object[]) => {
  const requested = await put(data)
  expect(requested.status).toBe(202)
  expect((await approve(requested.body)).status).toBe(200)
}
const audit = async (query = '') =>
  (await gateway.admin('GET', `/admin/audit?limit=200${query}`)).body.data as unknown as readonly Json[]
const idOfOperator = async (name: string) => {
  const { body } = await gateway.admin('GET', '/admin/operators')
  return String((body.data as unknown as readonly Json[]).find((each) => String(each.name) === name)?.id)
}

describe('an act under policy', () => {
  it('waits, and says what will be done, with the hash of what was sent', async () => {
    const raw = JSON.stringify(topUp(500))
    const headers = { 'content-type': 'application/json' }
    const requested = await gateway.request('POST', '/admin/balances/!credit', { token: anna, raw, headers })
    expect(requested.status).toBe(202)
    expect(requested.headers.location).toBe(`/admin/approvals/${idOf(requested.body)}`)
    expect(requested.body).toEqual({
      approval: {
        id: expect.any(String),
        operation: 'balance.credit',
        summary: `Credit 500.00 THB to the balance of ${shop}: top-up ${references}`,
        sha256: sha256(raw),
        status: 'WAITING',
        requestedBy: 'anna',
        expiresAt: new Date(gateway.deps.clock.now() + 72 * HOUR_MS).toISOString(),
      },
    })
    expect(await balance()).toBe(0)
    expect(await show(requested.body)).toMatchObject({
      role: 'OPERATOR',
      request: { operation: 'POST /admin/balances/!credit', path: '/admin/balances/!credit', body: raw },
      approvers: ['ben', 'bootstrap'],
    })
  })

  it('is done by whoever approves it, once, as it was sent', async () => {
    const requested = await credit()
    const done = await approve(requested.body)
    expect(done).toMatchObject({
      status: 200,
      body: {
        approval: { id: idOf(requested.body), status: 'APPROVED', decidedBy: 'ben', requestedBy: 'anna' },
        answer: { status: 200, body: { merchantCode: shop, money: money(500) } },
      },
    })
    expect(await balance()).toBe(500)
    expect(await approve(requested.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } })
    expect(await balance()).toBe(500)
  })

  it('answers a repetition of what was asked with the same approval while it waits, and with the movement after it', async () => {
    const body = topUp()
    const [first, second] = [await credit(body), await credit(body)]
    expect(idOf(second.body)).toBe(idOf(first.body))
    await approve(first.body)
    expect(await credit(body)).toMatchObject({ status: 200, body: { money: money(500) } })
    expect(await balance()).toBe(500)
  })

  it('is refused at once where it could not be done: nobody is asked to approve a mistake', async () => {
    expect((await credit(topUp(-1))).status).toBe(400)
    expect((await credit(topUp(1, { merchantCode: 'NOBODY' }))).status).toBe(404)
    expect(await listed('?status=WAITING')).toEqual([])
  })

  it('still waits where the act itself refuses', async () => {
    const requested = await gateway.admin('POST', '/admin/balances/!debit', topUp(900), anna)
    expect(await approve(requested.body)).toMatchObject({
      status: 422,
      body: { code: 'INSUFFICIENT_BALANCE' },
    })
    expect(await show(requested.body)).toMatchObject({ status: 'WAITING' })
    expect((await audit()).map(({ action }) => action)).not.toContain('balance.debit')
    await gateway.credit({ code: shop as never }, { currency: 'THB' as never, amountMinor: 90_000n as never })
    expect((await approve(requested.body)).status).toBe(200)
  })

  it('stands in the audit log: who asked, who tried, who approved', async () => {
    const requested = await credit()
    await approve(requested.body, anna)
    await approve(requested.body)
    const lines = (await audit()).filter(({ subject }) => String(subject).includes(idOf(requested.body)))
    expect(lines.toReversed()).toMatchObject([
      { operator: 'anna', action: 'approval.request', detail: { operation: 'balance.credit' } },
      { operator: 'anna', action: 'approval.approve.refused', detail: { refused: 'dual-approval' } },
      { operator: 'ben', action: 'approval.approve', approval: idOf(requested.body) },
    ])
  })
})

describe('nobody approves', () => {
  it('what they asked for themselves', async () => {
    const requested = await credit()
    expect(await approve(requested.body, anna)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES' } })
    expect(await balance()).toBe(0)
  })

  it('what their role could not have asked for', async () => {
    const made = await gateway.admin('POST', '/admin/operators', { name: 'olga', role: 'OPERATOR' }, anna)
    const olga = String((await gateway.collected(made, ben, anna)).token)
    await gateway.advance(1)
    const requested = await put([])
    expect(await approve(requested.body, olga)).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_EXCEEDED' },
    })
    expect(await reject(requested.body, olga)).toMatchObject({
      status: 403,
      body: { code: 'SCOPE_EXCEEDED' },
    })
  })

  it('as somebody who became an operator only after it was asked for', async () => {
    const requested = await credit()
    const made = await gateway.admin('POST', '/admin/operators', { name: 'eve', role: 'ADMIN' }, anna)
    const eve = String((await gateway.collected(made, ben, anna)).token)
    expect(await approve(requested.body, eve)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES' } })
  })

  it('what somebody asked for who was revoked since', async () => {
    const requested = await credit()
    await gateway.admin('DELETE', `/admin/operators/${await idOfOperator('anna')}`, undefined, ben)
    expect(await approve(requested.body)).toMatchObject({ status: 403, body: { code: 'FOUR_EYES' } })
    expect((await reject(requested.body)).status).toBe(200)
  })

  it('after 72 hours', async () => {
    const requested = await credit()
    await gateway.deps.jump(72 * HOUR_MS)
    expect(await approve(requested.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } })
    expect(await reject(requested.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } })
    expect((await listed('?status=EXPIRED')).map(({ id }) => String(id))).toContain(idOf(requested.body))
    expect(idOf((await credit()).body)).not.toBe(idOf(requested.body))
  })

  it('what was rejected', async () => {
    const requested = await credit()
    expect(await reject(requested.body, ben, '')).toMatchObject({ status: 400 })
    expect(await reject(requested.body, ben, 'the amount is wrong')).toMatchObject({
      status: 200,
      body: { status: 'REJECTED', decidedBy: 'ben', note: 'the amount is wrong' },
    })
    expect(await approve(requested.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_DECIDED' } })
  })

  it('what whoever asked has taken back', async () => {
    const requested = await credit()
    expect(await reject(requested.body, anna, 'typed wrong')).toMatchObject({ body: { status: 'REJECTED' } })
    expect((await approve(requested.body)).status).toBe(409)
  })

  it('an approval that there is not', async () => {
    for (const id of ['nothing', '019aa5b2-7c40-7d6e-9f3b-0c1d2e3f4a5b', '%00']) {
      expect((await approve({ approval: { id } } as unknown as Json)).status).toBe(404)
      expect((await reject({ approval: { id } } as unknown as Json)).status).toBe(404)
      expect((await gateway.admin('GET', `/admin/approvals/${id}`)).status).toBe(404)
    }
  })
})

describe('what has changed since is stale', () => {
  it('products of a live merchant', async () => {
    const path = `/admin/merchants/${shop}`
    const change = (paymentMethods: readonly object[]) =>
      gateway.admin('PATCH', path, { paymentMethods }, anna)
    const [first, second] = [
      await change([{ code: 'PROMPTPAY', currency: 'THB' }]),
      await change([{ code: 'ONLINE', currency: 'THB' }]),
    ]
    expect([first.status, second.status]).toEqual([202, 202])
    expect(await approve(first.body)).toMatchObject({
      status: 200,
      body: { answer: { body: { paymentMethods: [{ code: 'PROMPTPAY' }] } } },
    })
    expect(await approve(second.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
    expect((await gateway.admin('GET', path)).body).toMatchObject({ paymentMethods: [{ code: 'PROMPTPAY' }] })
  })

  it('keys of a live merchant', async () => {
    const path = `/admin/merchants/${shop}/keys`
    const requested = await gateway.admin('POST', path, { publicKey: PEM }, anna)
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'merchant.keys' } } })
    const { body } = await gateway.admin('GET', `/admin/merchants/${shop}`)
    const [key] = body.keys as unknown as readonly Json[]
    expect((await gateway.admin('DELETE', `${path}/${key?.id}`, undefined, anna)).status).toBe(204)
    expect(await approve(requested.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
  })

  it('the policy', async () => {
    const [first, second] = [await put([{ operation: 'balance.credit', rule: 'NONE' }]), await put([])]
    expect((await approve(second.body)).status).toBe(200)
    expect(await approve(first.body)).toMatchObject({ status: 409, body: { code: 'APPROVAL_STALE' } })
    expect((await credit()).status).toBe(202)
  })
})

describe('the policy', () => {
  it('is the default until somebody says otherwise', async () => {
    const { body } = await gateway.admin('GET', '/admin/approval-policy')
    const rules = (body.data as unknown as readonly Json[]).map(({ operation, rule }) => [
      String(operation),
      String(rule),
    ])
    expect(Object.fromEntries(rules)).toMatchObject({
      'balance.credit': 'ALWAYS',
      'merchant.keys': 'ALWAYS',
      'approval-policy.change': 'ALWAYS',
    })
    expect(body.isDefault).toBe(true)
  })

  it('lets small amounts go, and counts all of a day together', async () => {
    await policy([{ operation: 'balance.credit', rule: 'ABOVE', above: [money(1000)] }])
    const statuses = async (...amounts: readonly number[]) => {
      const all: number[] = []
      for (const amount of amounts) all.push((await credit(topUp(amount))).status)
      return all
    }
    expect(await statuses(1001, 600, 401, 400, 1)).toEqual([202, 200, 202, 200, 202])
    expect((await credit(topUp(1, { money: money(1, 'JPY') }))).status).toBe(202)
    // Another operator has a day of their own.
    expect((await credit(topUp(1000), ben)).status).toBe(200)
    await gateway.deps.jump(24 * HOUR_MS)
    expect(await statuses(1000)).toEqual([200])
  })

  it('does not count what was refused', async () => {
    await policy([{ operation: 'balance.debit', rule: 'ABOVE', above: [money(1000)] }])
    const debit = () => gateway.admin('POST', '/admin/balances/!debit', topUp(1000), anna)
    expect([(await debit()).status, (await debit()).status]).toEqual([422, 422])
  })

  it('is told all that is wrong with it', async () => {
    const answer = await put([
      { operation: 'balance.credit', rule: 'ABOVE' },
      { operation: 'bank-file.release', rule: 'NONE' },
      { operation: 'balance.credit', rule: 'NONE' },
      { operation: 'balance.debit', rule: 'NONE', above: [money(1)] },
      { operation: 'case.return', rule: 'ABOVE', above: [money(1), money(2)] },
      { operation: 'steal', rule: 'NONE' },
    ])
    expect(answer.status).toBe(400)
    const paths = (answer.body.errors as unknown as readonly Json[]).map(({ path }) => String(path))
    expect(paths).toEqual(
      expect.arrayContaining([
        '/data/0/above',
        '/data/1/rule',
        '/data/2',
        '/data/3/above',
        '/data/4/above',
        '/data/5/operation',
      ]),
    )
  })

  it('asks nothing of test merchants’ keys and products, nor where a key is taken away', async () => {
    const { code } = await gateway.merchant()
    expect((await gateway.admin('POST', `/admin/merchants/${code}/secrets`, undefined, anna)).status).toBe(
      201,
    )
    const body = { paymentMethods: [{ code: 'PROMPTPAY', currency: 'THB' }] }
    expect((await gateway.admin('PATCH', `/admin/merchants/${code}`, body, anna)).status).toBe(200)
    expect(
      (await gateway.admin('PATCH', `/admin/merchants/${shop}`, { status: 'SUSPENDED' }, anna)).status,
    ).toBe(200)
  })
})

describe('a thief among the operators', () => {
  it('cannot make a second operator of his own', async () => {
    const requested = await gateway.admin(
      'POST',
      '/admin/operators',
      { name: 'second me', role: 'ADMIN' },
      anna,
    )
    expect(requested).toMatchObject({ status: 202, body: { approval: { operation: 'operator.create' } } })
    expect((await approve(requested.body, anna)).status).toBe(403)
  })

  it('gains nothing for three days by revoking all others', async () => {
    await gateway.deps.jump(100 * HOUR_MS)
    for (const name of ['ben', 'bootstrap']) {
      const path = `/admin/operators/${await idOfOperator(name)}`
      expect((await gateway.request('DELETE', path, { token: anna })).status).toBe(204)
    }
    expect((await credit()).status).toBe(202)
    await gateway.deps.jump(71 * HOUR_MS)
    expect((await credit()).status).toBe(202)
    await gateway.deps.jump(HOUR_MS)
    expect((await credit()).status).toBe(200)
  })

  it('cannot take the policy away, by himself or with a body that is another than was looked at', async () => {
    const free = async () => {
      const { body } = await gateway.admin('GET', '/admin/approval-policy')
      const rules = body.data as unknown as readonly Json[]
      return rules.filter(({ rule }) => String(rule) === 'NONE').map(({ operation }) => String(operation))
    }
    const before = await free()
    const requested = await put([{ operation: 'balance.credit', rule: 'NONE' }])
    expect(requested.body.approval?.summary).toBe('Change the approval policy: balance.credit NONE')
    expect((await approve(requested.body, anna)).status).toBe(403)
    const path = `/admin/approvals/${idOf(requested.body)}/!approve`
    await gateway.admin('POST', path, { data: [{ operation: 'operator.create', rule: 'NONE' }] }, ben)
    expect((await free()).filter((operation) => !before.includes(operation))).toEqual(['balance.credit'])
  })
})

it('an operator alone is asked nothing, and whoever is the only one of that role neither', async () => {
  await gateway.close()
  gateway = await adminGateway({ approvals: 'AS_USUAL', started: false })
  const alone = (body: object) => gateway.admin('POST', '/admin/operators', body)
  shop = (await gateway.merchant()).code
  expect((await gateway.admin('POST', '/admin/balances/!credit', topUp())).status).toBe(200)
  expect((await alone({ name: 'vera', role: 'VIEWER' })).status).toBe(201)
  expect((await gateway.admin('POST', '/admin/balances/!credit', topUp())).status).toBe(200)
  expect((await alone({ name: 'olga', role: 'OPERATOR' })).status).toBe(201)
  expect((await gateway.admin('POST', '/admin/balances/!credit', topUp())).status).toBe(202)
  expect((await alone({ name: 'ann', role: 'ADMIN' })).status).toBe(201)
  expect((await alone({ name: 'bob', role: 'ADMIN' })).status).toBe(202)
})
