import { offered } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { payoutTo, TOKYO_ACCOUNT, ZENGIN_TERMS } from './bank-file.fixture.ts'
import { type Line, payeeOf } from './payee.ts'
import { RECORD_BYTES, zengin } from './zengin.ts'

const lineOf = (line: {
  accountName: string
  accountNumber: string
  amount: bigint
  accountType?: string
}): Line => {
  const money = { currency: offered('JPY').code, amountMinor: minor(line.amount) }
  const { accountName, accountNumber, accountType } = line
  const request = {
    accountName,
    accountNumber,
    bankCode: '0005',
    branchCode: '012',
    ...(accountType && { accountType }),
  }
  const payee = payeeOf({ ...payoutTo(request, 'JPY'), money }, TOKYO_ACCOUNT, 'zengin')
  if (!payee.ok) throw new Error(payee.failure)
  return { reference: 'S0123456789ABC', money, payee: payee.value }
}
const fileOf = (lines: readonly Line[], terms = ZENGIN_TERMS) =>
  zengin({ account: { ...TOKYO_ACCOUNT, zengin: terms }, executionDay: '2026-11-24', lines })
const decode = (bytes: Uint8Array): string => new TextDecoder('shift_jis').decode(bytes)

describe('a Zengin file', () => {
  it('is header, data, trailer and end, field by field', () => {
    const lines = [
      lineOf({ accountName: 'テスト　タロウ', accountNumber: '1234567', amount: 9_800n }),
      lineOf({ accountName: '(ｶ)ﾐﾄﾞﾘ', accountNumber: '42', amount: 1_000_000n, accountType: 'current' }),
    ]
    const records = decode(fileOf(lines)).split('\r\n')
    expect(records.pop()).toBe('')
    expect(records).toEqual([
      `1210${'0123456789'}${'ｽﾙ-ｽ(ｶ'.padEnd(40)}1124${'0001'}${'ﾐｽﾞﾎ'.padEnd(15)}${'001'}${'ﾄｳｷﾖｳ'.padEnd(15)}1${'7654321'}${' '.repeat(17)}`,
      `2${'0005'}${' '.repeat(15)}${'012'}${' '.repeat(15)}${' '.repeat(4)}1${'1234567'}${'ﾃｽﾄ ﾀﾛｳ'.padEnd(30)}${'0000009800'}0${'S0123456789ABC'.padEnd(20)}7Y${' '.repeat(7)}`,
      `2${'0005'}${' '.repeat(15)}${'012'}${' '.repeat(15)}${' '.repeat(4)}2${'0000042'}${'(ｶ)ﾐﾄﾞﾘ'.padEnd(30)}${'0001000000'}0${'S0123456789ABC'.padEnd(20)}7Y${' '.repeat(7)}`,
      `8${'000002'}${'000001009800'}${' '.repeat(101)}`,
      `9${' '.repeat(119)}`,
    ])
  })

  it('has records of exactly 120 bytes, and a trailer that counts and adds them up', () => {
    const name = fc.string({ unit: fc.constantFrom(...'アガパッーabcｱｶﾞ（）'), minLength: 1, maxLength: 60 })
    const lines = fc.array(
      fc.record({
        accountName: name,
        accountNumber: fc.integer({ min: 1, max: 9_999_999 }).map(String),
        amount: fc.bigInt(1n, 9_999_999_999n),
      }),
      { minLength: 1, maxLength: 20 },
    )
    fc.assert(
      fc.property(lines, fc.boolean(), fc.boolean(), (wanted, lineBreaks, ediReference) => {
        const made = wanted.map(lineOf)
        const bytes = fileOf(made, { ...ZENGIN_TERMS, lineBreaks, ediReference })
        const length = RECORD_BYTES + (lineBreaks ? 2 : 0)
        expect(bytes).toHaveLength(length * (made.length + 3))
        const starts = Array.from({ length: made.length + 3 }, (_, index) => bytes[index * length])
        expect(String.fromCharCode(...starts.map(Number))).toBe(`1${'2'.repeat(made.length)}89`)
        const trailer = decode(bytes.slice(length * (made.length + 1), length * (made.length + 2)))
        expect(Number(trailer.slice(1, 7))).toBe(made.length)
        expect(BigInt(trailer.slice(7, 19))).toBe(wanted.reduce((sum, { amount }) => sum + amount, 0n))
      }),
    )
  })

  it('carries no reference where the bank wants none', () => {
    const line = lineOf({ accountName: 'ｱ', accountNumber: '1', amount: 1n })
    const text = decode(fileOf([line], { ...ZENGIN_TERMS, ediReference: false, lineBreaks: false }))
    expect(text.slice(RECORD_BYTES + 91, RECORD_BYTES + 113)).toBe(`${' '.repeat(20)}7 `)
  })
})
