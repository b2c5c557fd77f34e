import type { Database } from '@sluice/database/port.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { START, type TestMerchant } from '../../../../../test/harness.ts'
import { openTestDatabase } from '../../../../../test/setup/shared.ts'
import { BANGKOK, type BankFileWorld, bankFileWorld, payoutBody } from './bank-files.fixture.ts'

let database: Database
let world: BankFileWorld
/** Nobody but the bank's file pays for it. */
let shop: TestMerchant
let made = 0

beforeAll(async () => {
  database = await openTestDatabase(START)
  world = await bankFileWorld(database)
  const product = { code: 'BANK_TRANSFER', processors: ['test-bank-file', 'test-gone'] }
  shop = await world.gateway.merchant({
    products: [
      { ...product, currency: 'THB' },
      { ...product, currency: 'JPY' },
    ],
  })
})
afterAll(async () => {
  await world?.gateway.stop()
  await database?.close()
})

const payout = async (body: object) => {
  made += 1
  return world.gateway.request('POST', `/payouts/untaken-${made}`, { token: await shop.token(), body })
}
const lastLogged = () =>
  world.gateway.deps.logged.findLast(({ message }) => message === 'no processor accepted the payment')

describe('a payout that no bank can carry', () => {
  it.each([
    ['no bank', payoutBody(100, 'THB', { bankCode: undefined }), '/bankCode', 'REQUIRED', 'BANK_MISSING'],
    [
      'a name in Thai',
      payoutBody(100, 'THB', { accountName: 'สมชาย ใจดี' }),
      '/accountName',
      'INVALID_FORMAT',
      'NAME_NOT_WRITABLE',
    ],
    [
      'a name in kanji',
      payoutBody(5_000, 'JPY', { accountName: '山田太郎' }),
      '/accountName',
      'INVALID_FORMAT',
      'NAME_NOT_WRITABLE',
    ],
    [
      'no branch',
      payoutBody(5_000, 'JPY', { branchCode: undefined }),
      '/branchCode',
      'INVALID_FORMAT',
      'BRANCH_CODE_INVALID',
    ],
  ])('for it has %s is refused, and the merchant reads what to mend', async (_, body, path, code, why) => {
    const answer = await payout(body)
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'METHOD_UNAVAILABLE',
        errors: [{ path: `/paymentMethod/account${path}`, code, message: expect.any(String) }],
      },
    })
    // Nothing of whose account would have paid, of our routing, or of what was sent.
    expect(answer.text).not.toMatch(/bangkok|tokyo|test-|operator is not available|山田|สมชาย/i)
    expect(String(answer.body.detail)).toContain(`/paymentMethod/account${path}`)
    const reported = JSON.stringify(lastLogged()?.fields)
    expect(reported).toContain('test-bank-file: ')
    expect(reported).toContain(why)
    expect(reported).toContain('test-gone: METHOD (this processor no longer exists)')
    expect(reported).not.toMatch(/山田|สมชาย/)
  })

  it('names no operator where none was named', async () => {
    const { body } = await payout(payoutBody(100, 'THB', { bankCode: undefined }))
    expect(body.code).not.toBe('OPERATOR_UNAVAILABLE')
    expect(body.detail).toContain("the payee's bank, by its code here or by paymentOperatorCode")
  })

  it('for it is more than a file may hold says how much is not', async () => {
    const maxTotal = { amount: 50_000, currencyCode: 'THB' }
    const changed = await world.admin('PATCH', `/admin/debtor-accounts/${BANGKOK.id}`, { maxTotal })
    expect(changed.status).toBe(200)
    await world.gateway.advance(6_000)
    const answer = await payout(payoutBody(60_000))
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'AMOUNT_OUT_OF_RANGE',
        errors: [{ path: '/paymentRequested/money/amount', message: 'must be at most 50000.00' }],
      },
    })
  })
})

describe('an operator who asks who would take it', () => {
  const rehearse = (body: unknown, kind = 'payout', token = world.anna) =>
    world.admin('POST', `/admin/payments/${shop.code}/${kind}/!rehearse`, body, token)

  it('reads every reason, and what the merchant would read', async () => {
    const { status, body } = await rehearse(payoutBody(100, 'THB', { bankCode: undefined }))
    const errors = [
      { path: '/paymentMethod/account/bankCode', code: 'REQUIRED', message: expect.any(String) },
    ]
    expect([status, body]).toEqual([
      200,
      {
        takers: [],
        declined: [
          {
            processor: 'test-gone',
            reason: 'METHOD',
            detail: 'this processor no longer exists',
            errors: [],
          },
          {
            processor: 'test-bank-file',
            reason: 'METHOD',
            detail: expect.stringContaining('bangkok pain.001.001.12: BANK_MISSING'),
            errors,
          },
        ],
        refusal: { code: 'METHOD_UNAVAILABLE', detail: expect.any(String), errors },
      },
    ])
  })

  it('reads who would be asked, and nothing is stored or reserved', async () => {
    const { body } = await rehearse(payoutBody(100))
    expect(body).toMatchObject({ takers: ['test-bank-file'], refusal: null })
    const { body: payments } = await world.admin('GET', `/admin/payments?merchantCode=${shop.code}`)
    expect(payments.data).toEqual([])
  })

  it('reads what is wrong with what is no payment, and must be an operator', async () => {
    expect((await rehearse({})).status).toBe(400)
    expect((await rehearse(payoutBody(100), 'loan')).status).toBe(404)
    const { token } = await world.operator('vera', 'VIEWER')
    expect((await rehearse(payoutBody(100), 'payout', token)).status).toBe(403)
  })
})
