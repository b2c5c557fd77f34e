import { minor } from '@sluice/core/foundation/money.ts'
import type { PaymentRequest } from '@sluice/core/payment/model.ts'
import { describe, expect, it } from 'vitest'
import { BANGKOK_ACCOUNT, payoutTo } from './bank-file.fixture.ts'
import type { Format } from './debtor-account.ts'
import { isBic, isIban, payeeOf } from './payee.ts'

const PAIN = 'pain.001.001.12'
const GOOD: PaymentRequest = { accountName: 'A', accountNumber: '1234567890', bankCode: '014' }
const KANA: PaymentRequest = {
  accountName: 'ﾃｽﾄ',
  accountNumber: '1234567',
  bankCode: '0005',
  branchCode: '001',
}
type Code = Parameters<typeof payoutTo>[1]

const read = (request: PaymentRequest, code: Code = 'THB', format: Format = PAIN, operator?: string) => {
  const payee = payeeOf({ ...payoutTo(request, code), operator }, BANGKOK_ACCOUNT, format)
  return payee.ok ? payee.value : payee.failure
}

describe('the payee of a bank file', () => {
  it.each<[string, PaymentRequest, Code, Format]>([
    ['NAME_MISSING', { accountNumber: '1' }, 'THB', PAIN],
    ['NAME_NOT_WRITABLE', { ...GOOD, accountName: 'สมชาย' }, 'THB', PAIN],
    ['ACCOUNT_NUMBER_INVALID', { ...GOOD, accountNumber: '1'.repeat(35) }, 'THB', PAIN],
    ['ACCOUNT_NUMBER_INVALID', { ...GOOD, accountNumber: '１２３４ä' }, 'THB', PAIN],
    ['ACCOUNT_NUMBER_INVALID', { ...GOOD, accountNumber: '  ' }, 'THB', PAIN],
    ['BANK_MISSING', { accountName: 'A', accountNumber: '1' }, 'THB', PAIN],
    ['BANK_CODE_INVALID', { ...GOOD, bankCode: '1'.repeat(36) }, 'THB', PAIN],
    ['NAME_NOT_WRITABLE', { ...KANA, accountName: '山田' }, 'JPY', 'zengin'],
    ['ACCOUNT_NUMBER_INVALID', { ...KANA, accountNumber: '12345678' }, 'JPY', 'zengin'],
    ['ACCOUNT_NUMBER_INVALID', { ...KANA, accountNumber: '0000000' }, 'JPY', 'zengin'],
    ['BANK_CODE_INVALID', { ...KANA, bankCode: '005' }, 'JPY', 'zengin'],
    ['BRANCH_CODE_INVALID', { ...KANA, branchCode: '01' }, 'JPY', 'zengin'],
    ['BRANCH_CODE_INVALID', { accountName: 'ｱ', accountNumber: '1', bankCode: '0005' }, 'JPY', 'zengin'],
    ['BANK_MISSING', { accountName: 'ｱ', accountNumber: '1', branchCode: '001' }, 'JPY', 'zengin'],
  ])('%s', (why, request, code, format) => {
    expect(read(request, code, format)).toBe(why)
  })

  it('with a name longer than the bank takes is not cut', () => {
    const payee = payeeOf(
      payoutTo({ ...GOOD, accountName: 'A'.repeat(36) }),
      { ...BANGKOK_ACCOUNT, maxNameCharacters: 35 },
      PAIN,
    )
    expect(payee).toEqual({ ok: false, failure: 'NAME_TOO_LONG' })
  })

  it('with more than 30 half-width characters is cut there, as Japanese banks do', () => {
    expect(read({ ...KANA, accountName: 'ガ'.repeat(20) }, 'JPY', 'zengin')).toMatchObject({
      name: 'ｶﾞ'.repeat(15),
    })
  })

  it('with more yen than a record holds is not written', () => {
    const money = { ...payoutTo(KANA, 'JPY').money, amountMinor: minor(10_000_000_000n) }
    expect(payeeOf({ ...payoutTo(KANA, 'JPY'), money }, BANGKOK_ACCOUNT, 'zengin')).toEqual({
      ok: false,
      failure: 'AMOUNT_TOO_LARGE',
    })
  })

  it('has its bank by code, by BIC, by what the operator is known as, or in the number itself', () => {
    expect(read(GOOD)).toMatchObject({ bankCode: '014' })
    expect(read({ ...GOOD, bankCode: 'KASITHBK' })).toMatchObject({ bic: 'KASITHBK' })
    // Eight letters that are no BIC of that country are a code.
    expect(read({ ...GOOD, bankCode: 'STANDARD' })).toMatchObject({ bankCode: 'STANDARD' })
    expect(read({ accountName: 'A', accountNumber: '1' }, 'THB', PAIN, '004')).toMatchObject({
      bankCode: '004',
    })
    expect(read({ accountName: 'A', accountNumber: '1' }, 'PHP', PAIN, 'BNORPHMMXXX')).toMatchObject({
      bic: 'BNORPHMMXXX',
    })
    expect(read({ accountName: 'A', accountNumber: '1' }, 'ZAR', PAIN, 'ABSA')).toMatchObject({
      bankCode: '632005',
    })
    expect(
      read({ accountName: 'A', accountNumber: '012180001234567899', accountType: 'clabe' }, 'MXN'),
    ).toEqual({
      name: 'A',
      account: { type: 'other', value: '012180001234567899', scheme: 'CLABE' },
      zenginType: '1',
    })
  })

  it('with a kind of account that no bank has says none to the bank: `constructor` is a word of the language alone', () => {
    expect(read({ ...GOOD, accountType: 'constructor' })).not.toHaveProperty('accountType')
    const mexican = { accountName: 'A', accountNumber: '012180001234567899', accountType: 'toString' }
    expect(read(mexican, 'MXN')).toMatchObject({ account: { type: 'other', value: '012180001234567899' } })
    expect(read({ ...KANA, accountType: 'valueOf' }, 'JPY', 'zengin')).toMatchObject({ zenginType: '1' })
  })

  it('with an IBAN is paid by it', () => {
    expect(read({ accountName: 'A', accountNumber: 'de89 3704 0044 0532 0130 00' })).toMatchObject({
      account: { type: 'iban', value: 'DE89370400440532013000' },
    })
    expect(isIban('DE89370400440532013001')).toBe(false)
    expect([isBic('KASITHBK'), isBic('KASITHBKXXX'), isBic('KASITHB'), isBic('HDFC0000001')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})
