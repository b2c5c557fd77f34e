/** Who changed a merchant or an operator reads in the audit log as what it was and what it is; a key by its fingerprint, a secret never. */
import { createHash, generateKeyPairSync } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '../../../../test/harness.ts'
import { openCase } from '../payments/cases.ts'
import { type AdminGateway, adminGateway } from './admin.fixture.ts'

let gateway: AdminGateway
beforeAll(async () => {
  gateway = await adminGateway({ started: false })
})
afterAll(() => gateway.close())

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const FINGERPRINT = createHash('sha256')
  .update(publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')

const make = (merchantCode: string, more = {}) =>
  gateway.admin('POST', '/admin/merchants', { merchantCode, name: 'Lotus', isTest: true, ...more })
/** The newest line. */
const line = async (): Promise<Json> => {
  const { body } = await gateway.admin('GET', '/admin/audit?limit=1')
  return (body.data as unknown as Json[])[0] as Json
}

it('of a new merchant: all that it is, and the fingerprints of its keys', async () => {
  const made = await make('new', { publicKeys: [PEM], callbackUrl: 'http://127.0.0.1:9/c' })
  expect(made.status).toBe(201)
  const found = await line()
  expect(found).toMatchObject({
    action: 'merchant.create',
    subject: 'merchant new',
    detail: {
      after: { name: 'Lotus', isTest: true, status: 'ACTIVE', callbackUrl: 'http://127.0.0.1:9/c' },
      added: [
        { kind: 'key', fingerprint: FINGERPRINT },
        { kind: 'secret', id: expect.any(String) },
        { kind: 'callback-secret', id: expect.any(String) },
      ],
    },
  })
  for (const secret of [made.body.secret, made.body.callbackSecret])
    expect(JSON.stringify(found)).not.toContain(String(secret))
})

it('of a changed merchant: each property that changed, before and after, and no other', async () => {
  await make('changed', { callbackUrl: 'http://127.0.0.1:9/old' })
  const body = { callbackUrl: 'http://127.0.0.1:9/new', status: 'SUSPENDED', name: 'Lotus' }
  await gateway.admin('PATCH', '/admin/merchants/changed', body)
  expect(await line()).toMatchObject({ action: 'merchant.change', operator: 'bootstrap' })
  expect((await line()).detail).toMatchObject({
    before: { callbackUrl: 'http://127.0.0.1:9/old', status: 'ACTIVE' },
    after: { callbackUrl: 'http://127.0.0.1:9/new', status: 'SUSPENDED' },
  })
  expect(Object.keys(((await line()).detail as Json).before as Json)).toHaveLength(2)
  await gateway.admin('PATCH', '/admin/merchants/changed', { callbackUrl: null })
  expect((await line()).detail).toMatchObject({
    before: { callbackUrl: 'http://127.0.0.1:9/new' },
    after: { callbackUrl: null },
  })
})

it('of its payment methods: those that differ', async () => {
  const promptPay = { code: 'PROMPTPAY', currency: 'THB' }
  const fee = { percent: '1', fixed: '0' }
  await make('products', { paymentMethods: [promptPay, { code: 'ONLINE', currency: 'THB', fee }] })
  const cheaper = { code: 'ONLINE', currency: 'THB', fee: { percent: '0.1', fixed: '0' } }
  await gateway.admin('PATCH', '/admin/merchants/products', { paymentMethods: [promptPay, cheaper] })
  const { before, after } = (await line()).detail as unknown as Record<string, { paymentMethods: Json[] }>
  expect(before?.paymentMethods).toMatchObject([{ code: 'ONLINE', fee }])
  expect(after?.paymentMethods).toMatchObject([cheaper])
})

it.each(['keys', 'secrets', 'callback-secrets'])(
  'of %s: what was added and what was removed',
  async (noun) => {
    const code = `with-${noun}`
    await make(code)
    const path = `/admin/merchants/${code}/${noun}`
    const body = noun === 'keys' ? { publicKey: PEM } : undefined
    const added = await gateway.admin('POST', path, body)
    expect(added.status).toBe(201)
    const shown = {
      kind: noun.slice(0, -1),
      id: added.body.id,
      ...(noun === 'keys' && { fingerprint: FINGERPRINT }),
    }
    expect(await line()).toMatchObject({ action: `${noun}.add`, detail: { added: [shown] } })
    expect((await gateway.admin('DELETE', `${path}/${String(added.body.id)}`)).status).toBe(204)
    expect(await line()).toMatchObject({ action: `${noun}.remove`, detail: { removed: [shown] } })
    const { text } = await gateway.admin('GET', '/admin/audit')
    for (const name of ['secret', 'callbackSecret'])
      if (added.body[name] !== undefined) expect(text).not.toContain(String(added.body[name]))
  },
)

it('of operators: the role, and whether it is in force', async () => {
  const made = await gateway.admin('POST', '/admin/operators', { name: 'olga', role: 'OPERATOR' })
  const inForce = { role: 'OPERATOR', status: 'IN_FORCE' }
  expect((await line()).detail).toMatchObject({ before: null, after: inForce })
  await gateway.admin('DELETE', `/admin/operators/${String(made.body.id)}`)
  expect((await line()).detail).toMatchObject({
    before: inForce,
    after: { role: 'OPERATOR', status: 'REVOKED' },
  })
})

describe('is read by whoever looks for', () => {
  const found = async (query: string): Promise<readonly (readonly [string, string])[]> => {
    const { status, body } = await gateway.admin('GET', `/admin/audit?limit=100&${query}`)
    expect(status).toBe(200)
    return (body.data as unknown as Json[]).map(({ action, subject }) => [String(action), String(subject)])
  }
  beforeAll(async () => {
    await make('asked')
    await make('asked-too')
    await gateway.admin('PATCH', '/admin/merchants/asked', { name: 'Other' })
  })

  it('one act, or all whose names begin alike', async () => {
    const subject = 'subject=merchant%20asked'
    expect(await found(`action=merchant.change&${subject}`)).toEqual([['merchant.change', 'merchant asked']])
    expect(await found(`action=merchant&${subject}`)).toHaveLength(3)
    expect(await found(`action=merch&${subject}`)).toEqual([])
  })

  it('a part of what it was done to, in whatever case, to the letter', async () => {
    expect(new Set((await found('subject=ASKED-T')).map(([, subject]) => subject))).toEqual(
      new Set(['merchant asked-too']),
    )
    for (const subject of ['ask%25', 'requested_too', '%00'])
      expect(await found(`subject=${subject}`)).toEqual([])
  })

  it('a merchant, and none whose code begins alike', async () => {
    expect(new Set((await found('merchantCode=asked')).map(([, subject]) => subject))).toEqual(
      new Set(['merchant asked']),
    )
    await gateway.admin('POST', '/admin/operators', { name: 'asked', role: 'OPERATOR' })
    expect((await found('merchantCode=asked')).some(([action]) => action === 'operator.create')).toBe(false)
    expect(await found('merchantCode=%27or')).toEqual([])
  })

  it('a merchant, whose cases name it in none of their lines', async () => {
    const caseOf = async (code: string): Promise<string> => {
      await openCase(gateway.app.gateway, {
        merchantId: code as MerchantCode,
        processor: 'sandbox',
        fact: `credit ${code}`,
        reason: 'UNKNOWN_CREDIT',
        detail: {},
      })
      const { body } = await gateway.admin('GET', `/admin/cases?merchantCode=${code}`)
      return String((body.data as unknown as Json[])[0]?.id)
    }
    const [own, others] = [await caseOf('asked'), await caseOf('asked-too')]
    for (const id of [own, others]) {
      const noted = await gateway.admin('POST', `/admin/cases/${id}/!note`, { note: 'looked at' })
      expect(noted.status, noted.text).toBeLessThan(300)
    }
    const lines = await found('merchantCode=asked&action=case')
    expect(lines).toEqual([['case.note', `case ${own}`]])
    expect(await found(`merchantCode=asked-too&subject=case%20`)).toEqual([['case.note', `case ${others}`]])
  })
})
