import { expect, it } from 'vitest'
import { simulatedDeps } from '../foundation/simulated-deps.ts'
import { maker } from '../payments/payments.fixture.ts'
import { payerOf } from './payee.ts'

const make = maker(simulatedDeps(1))

it.each([
  ['a code of the list names it', { bankName: '014' }, '004', ['014', undefined]],
  ['a BIC of that country names it', { bankName: 'KASITHBK' }, '004', [undefined, 'KASITHBK']],
  ['a code that the rail has told names it', { bankCode: 'X-9' }, undefined, [undefined, 'X-9']],
  ['a BIC of another country does not', { bankName: 'DEUTDEFF' }, undefined, [undefined, undefined]],
  ['words do not', { bankName: 'Kasikorn' }, undefined, [undefined, undefined]],
  ['words leave the bank that was chosen', { bankName: 'Kasikorn' }, '004', ['004', undefined]],
])('the bank of the account that paid: %s', (_, seen, operator, [code, bankCode]) => {
  const payerAccount = { accountName: 'Somchai', accountNumber: '9876543210', ...seen }
  const payee = payerOf(make.payment('payin', 'order-1', { method: 'PROMPTPAY', operator, payerAccount }))
  expect([payee?.operator, payee?.fields.bankCode]).toEqual([code, bankCode])
})

it.each(['XXX-X-X1234-5', '****1234', '12'])(
  'a number that is cut or masked names nobody: %s',
  (accountNumber) => {
    const payerAccount = { accountName: 'Somchai', accountNumber }
    expect(payerOf(make.payment('payin', 'order-1', { method: 'PROMPTPAY', payerAccount }))).toBeUndefined()
  },
)
