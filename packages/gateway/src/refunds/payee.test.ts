import { PAYOUT_METHODS } from '@sluice/core/catalogue/all-methods.ts'
import type { CurrencyCode } from '@sluice/core/foundation/money.ts'
import { simulatedDeps } from '@sluice/core/foundation/simulated-deps.ts'
import { expect, it } from 'vitest'
import { maker, thb } from '../payments/payments.fixture.ts'
import { payerOf } from './payee.ts'

const KES = 'KES' as CurrencyCode
const make = maker(simulatedDeps(1))

it.each([
  ['a code of the list names it', { bankName: '014' }, '004', ['014', undefined]],
  ['a BIC of that country names it', { bankName: 'KASITHBK' }, '004', [undefined, 'KASITHBK']],
  ['a code that the rail has told names it', { bankCode: 'X-9' }, undefined, [undefined, 'X-9']],
  ['a BIC of another country does not', { bankName: 'DEUTDEFF' }, undefined, [undefined, undefined]],
  ['words do not', { bankName: 'Kasikorn' }, undefined, [undefined, undefined]],
  ['nor does the bank that its payer chose', { bankName: 'Kasikorn' }, '004', [undefined, undefined]],
  ['nor does it where no bank is told', {}, '004', [undefined, undefined]],
])('the bank of the account that paid: %s', (_, seen, operator, [code, bankCode]) => {
  const payerAccount = { accountName: 'Somchai', accountNumber: '9876543210', ...seen }
  const payee = payerOf(make.payment('payin', 'order-1', { method: 'PROMPTPAY', operator, payerAccount }))
  expect([payee?.operator, payee?.fields.bankCode]).toEqual([code, bankCode])
})

it('the wallet of the account that paid is the one that was asked for the money', () => {
  const kenyan = PAYOUT_METHODS.find(({ code }) => code === 'WALLET_TRANSFER')?.currencies.get(KES)
  const [wallet] = kenyan?.operators ?? []
  const payin = make.payment('payin', 'order-1', {
    ...{ method: 'MOBILE_MONEY', operator: wallet?.code, money: { ...thb(10_000n), currency: KES } },
    payerAccount: { accountName: 'Wanjiru', accountNumber: '+254712345678' },
  })
  expect(wallet).toBeDefined()
  expect(payerOf(payin)?.operator).toBe(wallet?.code)
})

it.each(['XXX-X-X1234-5', '****1234', '12'])(
  'a number that is cut or masked names nobody: %s',
  (accountNumber) => {
    const payerAccount = { accountName: 'Somchai', accountNumber }
    expect(payerOf(make.payment('payin', 'order-1', { method: 'PROMPTPAY', payerAccount }))).toBeUndefined()
  },
)
