import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type AdminGateway, adminGateway } from '../admin.fixture.ts'

/** The accounts that operators are shown. */
const EXAMPLES = [
  ...readFileSync(join(import.meta.dirname, '../../../../../docs/operators/accounts.md'), 'utf8').matchAll(
    /^```json\n(\{\n {2}"id"[\s\S]*?)^```$/gm,
  ),
].map(([, text = '']): [string, object] => [/"id": "([^"]*)"/.exec(text)?.[1] ?? '', JSON.parse(text)])

const HOUR_MS = 3_600_000

const THAI = {
  id: 'kbank-1',
  name: 'KBank, main',
  kind: 'BANK_ACCOUNT',
  currencyCode: 'THB',
  isTest: true,
  timeZone: 'Asia/Bangkok',
  methods: [
    {
      code: 'PROMPTPAY',
      receiving: {
        accountName: 'Siam Shop Co',
        accountNumber: '1234567890',
        bankCode: '004',
        bankName: 'KBank',
        billerId: '010555812345601',
      },
    },
    {
      code: 'OFFLINE',
      recognisedBy: 'reference',
      receiving: {
        accountName: 'Siam Shop Co',
        accountNumber: '1234567890',
        bankCode: '004',
        bankName: 'KBank',
      },
    },
  ],
  openingHours: [{ days: ['MON', 'SUN'], from: '05:00', to: '24:00' }],
  max: 200000,
  dayCount: 500,
}

describe('receiving accounts', () => {
  let gateway: AdminGateway
  beforeEach(async () => {
    gateway = await adminGateway()
    return () => gateway.close()
  })

  const register = async (body: object = THAI) => {
    const made = await gateway.admin('POST', '/admin/accounts', body)
    expect(made.status, made.text).toBe(201)
    return made
  }

  it('are registered with the way in which money is recognised filled in, and read back as they were put in', async () => {
    const made = await register()
    expect(made.headers.location).toBe('/admin/accounts/kbank-1')
    expect(made.body).toMatchObject({
      status: 'ACTIVE',
      min: null,
      max: 200000,
      dayAmount: null,
      methods: [
        { code: 'PROMPTPAY', recognisedBy: 'reference' },
        { code: 'OFFLINE', recognisedBy: 'reference' },
      ],
    })
    expect((await gateway.admin('GET', '/admin/accounts/kbank-1')).body).toEqual(made.body)
    expect((await gateway.admin('GET', '/admin/accounts')).body.data).toEqual([made.body])
    expect((await gateway.admin('POST', '/admin/accounts', THAI)).status).toBe(409)
    expect(gateway.app.gateway.receivingAccounts.all.map(({ id }) => id)).toEqual(['kbank-1'])
  })

  it('are changed by administrators, paused by any operator, and every act is in the audit log with what was before', async () => {
    await register()
    const operator = await gateway.operator('olga', 'OPERATOR')
    expect((await gateway.admin('PATCH', '/admin/accounts/kbank-1', { max: null }, operator)).status).toBe(
      403,
    )
    const changed = await gateway.admin('PATCH', '/admin/accounts/kbank-1', { max: 1000, name: 'Main' })
    expect(changed.body).toMatchObject({ name: 'Main', max: 1000, dayCount: 500 })
    const paused = await gateway.admin('POST', '/admin/accounts/kbank-1/!pause', undefined, operator)
    expect(paused.body.status).toBe('PAUSED')
    expect((await gateway.admin('POST', '/admin/accounts/kbank-1/!resume', undefined, operator)).status).toBe(
      200,
    )
    const audit = (await gateway.admin('GET', '/admin/audit?limit=3')).body.data
    expect(audit).toMatchObject([
      { action: 'account.resume', operator: 'olga' },
      { action: 'account.pause', operator: 'olga', subject: 'account kbank-1' },
      { action: 'account.change', detail: { changed: ['name', 'max'], before: { max: 200000 } } },
    ])
  })

  it('keep their id, currency and being for tests', async () => {
    await register()
    const answer = await gateway.admin('PATCH', '/admin/accounts/kbank-1', {
      currencyCode: 'VND',
      isTest: false,
      id: 'other',
    })
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([
      { path: '/id' },
      { path: '/currencyCode' },
      { path: '/isTest' },
    ])
    expect((await gateway.admin('PATCH', '/admin/accounts/nowhere', { max: 1 })).status).toBe(404)
  })

  it('have one method by amount and another by reference neither when they are made nor when they are changed', async () => {
    await register()
    const [biller = {}, transfer = {}] = THAI.methods
    const mixed = [biller, { ...transfer, recognisedBy: 'amount' }]
    const fault = {
      path: '/methods',
      code: 'CONFLICT',
      message: expect.stringContaining('second receiving account'),
    }
    const made = await gateway.admin('POST', '/admin/accounts', { ...THAI, id: 'mixed', methods: mixed })
    expect([made.status, made.body.errors]).toMatchObject([400, [fault]])
    const changed = await gateway.admin('PATCH', '/admin/accounts/kbank-1', { methods: mixed })
    expect([changed.status, changed.body.errors]).toMatchObject([400, [fault]])
    // One that stands from before the rule can be paused, and every change must put it right.
    const text = `update receiving_account set methods = jsonb_set(methods, '{1,recognisedBy}', to_jsonb($1::text))`
    await gateway.database.run({ name: '', text }, ['amount'])
    expect((await gateway.admin('PATCH', '/admin/accounts/kbank-1', { max: 1 })).body.errors).toMatchObject([
      fault,
    ])
    expect((await gateway.admin('POST', '/admin/accounts/kbank-1/!pause')).status).toBe(200)
    expect((await gateway.admin('PATCH', '/admin/accounts/kbank-1', { methods: [biller] })).status).toBe(200)
  })

  it('do not change from amounts to references, or back, while payers may pay what they were shown', async () => {
    const [biller = {}, transfer = {}] = THAI.methods
    const methods = { byWords: [biller], byAmount: [{ ...transfer, recognisedBy: 'amount' }] }
    await register({ ...THAI, id: 'changing', methods: methods.byWords, openingHours: [] })
    const shop = await gateway.merchant({
      products: ['PROMPTPAY', 'OFFLINE'].map((code) => ({
        code,
        currency: 'THB',
        processors: ['test-own-account'],
      })),
    })
    const create = async (id: string, paymentMethodCode: string) => {
      const answer = await gateway.request('POST', `/payins/${id}`, {
        token: await shop.token(),
        body: {
          paymentRequested: { money: { amount: 500, currencyCode: 'THB' } },
          paymentMethod: { paymentMethodCode, account: { accountNumber: '9876543210' } },
        },
      })
      expect(answer.status, answer.text).toBe(201)
    }
    const change = async (to: keyof typeof methods) =>
      (await gateway.admin('PATCH', '/admin/accounts/changing', { methods: methods[to] })).body
    const later = async (ms: number) => {
      await gateway.deps.jump(ms)
      await gateway.advance(2_000)
    }
    const refused = (shown: string) => ({
      errors: [{ path: '/methods', code: 'CONFLICT', message: expect.stringContaining(shown) }],
    })

    await create('by-reference', 'PROMPTPAY')
    expect(await change('byAmount')).toMatchObject(refused('shown a reference'))
    expect(await change('byWords')).toMatchObject({ id: 'changing' })
    await later(71 * HOUR_MS)
    expect(await change('byAmount')).toMatchObject(refused('shown a reference'))
    await later(2 * HOUR_MS)
    expect(await change('byAmount')).toMatchObject({ methods: [{ recognisedBy: 'amount' }] })

    await create('by-amount', 'OFFLINE')
    expect(await change('byWords')).toMatchObject(refused('a unique amount'))
    expect((await gateway.admin('PATCH', '/admin/accounts/changing', { max: 100 })).status).toBe(200)
    await later(8 * 24 * HOUR_MS)
    expect(await change('byWords')).toMatchObject(refused('a unique amount'))
    await later(73 * HOUR_MS)
    expect(await change('byWords')).toMatchObject({ methods: [{ recognisedBy: 'reference' }] })
  })
})

describe('a request for a receiving account', () => {
  let gateway: AdminGateway
  beforeAll(async () => {
    gateway = await adminGateway()
  })
  afterAll(() => gateway.close())

  it('is refused with all faults at once', async () => {
    const answer = await gateway.admin('POST', '/admin/accounts', {
      id: 'KBANK',
      kind: 'PIGGY_BANK',
      currencyCode: 'THB',
      timeZone: 'Asia/Nowhere',
      methods: [
        { code: 'PROMPTPAY', receiving: { billerId: '12' } },
        { code: 'MOMOPAY', receiving: {} },
      ],
      openingHours: [{ days: ['MON'], from: '18:00', to: '9:00' }],
      min: 0.001,
      colour: 'red',
    })
    expect(answer.status).toBe(400)
    const paths = (answer.body.errors as unknown as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(
      expect.arrayContaining([
        '/id',
        '/isTest',
        '/name',
        '/kind',
        '/timeZone',
        '/methods/0/receiving/accountName',
        '/methods/1/code',
        '/openingHours/0',
        '/min',
        '/colour',
      ]),
    )
  })

  const one = (currencyCode: string, method: object) => ({
    ...THAI,
    id: `a-${Math.abs(JSON.stringify(method).length)}`,
    currencyCode,
    openingHours: [],
    max: null,
    methods: [method],
  })
  const bank = { accountName: 'A', accountNumber: '123456789012', bankCode: '014', bankName: 'B' }

  it.each([
    [
      'a Pix key that is none',
      'BRL',
      { code: 'PIXQR', receiving: { payeeName: 'L', city: 'SP', key: 'x' } },
      '/methods/0/receiving/key',
    ],
    [
      'a BIN that is no Vietnamese bank’s',
      'VND',
      { code: 'VIETQR', receiving: { ...bank, bankCode: '123456' } },
      '/methods/0/receiving/bankCode',
    ],
    [
      'an IFSC in small letters',
      'INR',
      { code: 'P2A_V2', operators: ['IMPS'], receiving: { ...bank, bankCode: 'hdfc0000001' } },
      '/methods/0/receiving/bankCode',
    ],
    [
      'neither biller nor PromptPay ID',
      'THB',
      { code: 'PROMPTPAY', receiving: { ...bank, bankCode: '004' } },
      '/methods/0/receiving/billerId',
    ],
    [
      'a PromptPay ID recognised by reference',
      'THB',
      {
        code: 'PROMPTPAY',
        recognisedBy: 'reference',
        receiving: { ...bank, bankCode: '004', promptPayId: '0812345678' },
      },
      '/methods/0/recognisedBy',
    ],
    [
      'a virtual account without its digits',
      'IDR',
      { code: 'VAPAY', operators: ['BCA'], receiving: bank },
      '/methods/0/virtualDigits',
    ],
    [
      'a CLABE that would be too long',
      'MXN',
      { code: 'OFFLINE', virtualDigits: 10, receiving: { ...bank, accountNumber: '646180157' } },
      '/methods/0/virtualDigits',
    ],
    [
      'a method of somebody else’s page',
      'INR',
      { code: 'NETBANKING', receiving: { pageUrl: 'https://x.example' } },
      '/methods/0/code',
    ],
    [
      'a till without its number',
      'KES',
      { code: 'MOBILE_MONEY', receiving: { tillName: 'SHOP' } },
      '/methods/0/receiving/tillNumber',
    ],
    ['a method twice', 'THB', THAI.methods[0] ?? {}, undefined],
  ])('is refused with %s', async (_, currency, method, path) => {
    const body = one(currency, method)
    const answer = await gateway.admin(
      'POST',
      '/admin/accounts',
      path === undefined ? { ...body, methods: [method, method] } : body,
    )
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ path: path ?? '/methods/1' }])
  })

  it.each(EXAMPLES)('is accepted as the documents show it: %s', async (_, example) => {
    expect((await gateway.admin('POST', '/admin/accounts', example)).body.errors ?? []).toEqual([])
  })

  it.each([
    ['VND', { code: 'VIETQR', receiving: { ...bank, bankCode: '970416' } }, 'reference'],
    [
      'BRL',
      { code: 'PIXQR', receiving: { payeeName: 'Loja', city: 'SAO PAULO', key: 'loja@example.com' } },
      'reference',
    ],
    [
      'INR',
      { code: 'P2A_V2', operators: ['IMPS'], receiving: { ...bank, bankCode: 'HDFC0000001' } },
      'external-reference',
    ],
    [
      'INR',
      { code: 'UPIQR', receiving: { address: 'shop@okhdfcbank', payeeName: 'Shop', categoryCode: '5999' } },
      'reference',
    ],
    [
      'IDR',
      {
        code: 'VAPAY',
        operators: ['BCA'],
        virtualDigits: 11,
        receiving: { ...bank, accountNumber: '88810' },
      },
      'account',
    ],
    [
      'KES',
      {
        code: 'MOBILE_MONEY',
        operators: ['MPESA_KEN'],
        receiving: { tillNumber: '522522', tillName: 'SHOP' },
      },
      'reference',
    ],
  ])('in %s says that money is recognised as the rail allows', async (currency, method, recognisedBy) => {
    const answer = await gateway.admin('POST', '/admin/accounts', one(currency, method))
    expect(answer.body.errors ?? []).toEqual([])
    expect(answer.body.methods).toMatchObject([{ recognisedBy }])
  })
})
