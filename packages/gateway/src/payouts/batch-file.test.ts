/** What a file of payouts says, however a spreadsheet has written it. */
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readBatchFile } from './batch-file.ts'

const HEADS = 'id,amount,currency,method,account_name,account_number'
const bytes = (text: string) => Buffer.from(text, 'utf8')
const rowsOf = (file: Uint8Array) => {
  const read = readBatchFile(file)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value.rows
}
const only = (file: Uint8Array) => rowsOf(file)[0]
const fileFaults = (text: string | Uint8Array) => {
  const read = readBatchFile(typeof text === 'string' ? bytes(text) : text)
  return read.ok ? [] : read.failure.map(({ message }) => message)
}
const bodyOf = (file: Uint8Array) => only(file)?.body?.value
const WANTED = {
  paymentRequested: { money: { amount: 1500.5, currencyCode: 'THB' } },
  paymentMethod: {
    paymentMethodCode: 'BANK_TRANSFER',
    account: { accountName: 'Zoë', accountNumber: '0012345678' },
  },
}
const ROW = 'salary-1,1500.50,THB,BANK_TRANSFER,Zoë,0012345678'

describe('a file', () => {
  it.each([
    ['commas', bytes(`${HEADS}\n${ROW}\n`)],
    [
      'semicolons and a decimal comma',
      bytes(`${HEADS}\n${ROW}`.replaceAll(',', ';').replace('1500.50', '1500,50')),
    ],
    ['tabs', bytes(`${HEADS}\r\n${ROW}\r\n`.replaceAll(',', '\t'))],
    ['a byte order mark', bytes(`\uFEFF${HEADS}\n${ROW}`)],
    ['UTF-16', Buffer.from(`\uFEFF${HEADS}\n${ROW}`, 'utf16le')],
    ['heads in another case and empty rows', bytes(`${HEADS.toUpperCase()}\n,,,,,\n\n${ROW}\n,,,,,\n`)],
    ['quotes', bytes(`${HEADS}\n"salary-1","1500.50","THB","BANK_TRANSFER","Zoë","0012345678"`)],
    ['zeros before the amount', bytes(`${HEADS}\n${ROW.replace('1500', '001500')}`)],
  ])('with %s reads the same', (_what, file) => {
    expect(bodyOf(file)).toEqual(WANTED)
  })

  it('has the fingerprint that sha256sum says', () => {
    const read = readBatchFile(bytes(`${HEADS}\n${ROW}`))
    expect(read.ok && read.value.fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['nothing in it', '', 'there is no|is empty'],
    ['no rows', HEADS, 'no payout'],
    ['an unknown column', `${HEADS},acount\n${ROW},1`, 'not a known column'],
    ['a column twice', `${HEADS},id\n${ROW},1`, 'second column id'],
    ['no column for the ID', 'amount,currency,method\n1,THB,X', 'no column id'],
    ['a quotation mark alone', `${HEADS}\n"salary-1,1`, 'quotation marks'],
    ['1001 rows', `${HEADS}\n${`${ROW}\n`.repeat(1_001)}`, 'more than 1000 rows'],
  ])('with %s is refused as a whole', (_what, text, words) => {
    expect(fileFaults(text).join()).toMatch(new RegExp(words))
  })

  it('with more empty rows than are read is refused, and no payout below them is passed over', () => {
    const text = `${HEADS}\n${ROW}\n${',,,,,\n'.repeat(2_000)}${ROW.replace('salary-1', 'salary-2')}`
    expect(fileFaults(text).join()).toContain('more than 2000 lines')
  })

  it('in an old encoding is refused, and no name is guessed at', () => {
    expect(fileFaults(Buffer.from(`${HEADS}\n${ROW}`, 'latin1')).join()).toContain('UTF-8')
  })

  it('never makes the reader throw', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (file) => {
        readBatchFile(file)
      }),
    )
    fc.assert(
      fc.property(anyText({ maxLength: 200 }), (text) => {
        readBatchFile(bytes(`${HEADS}\n${text}`))
      }),
    )
  })
})

describe('a row', () => {
  it.each([
    ['1,500', ';', 'ambiguous'],
    ['1.500', ';', 'ambiguous'],
    ['150.000', ',', 'ambiguous'],
    ['1.500,50', ';', 'must be digits'],
    ['1 500', ',', 'must be digits'],
    ['-5', ',', 'must be digits'],
    ['1e3', ',', 'must be digits'],
    ['฿5', ',', 'must be digits'],
    ['', ',', 'is mandatory'],
  ])('with the amount %j is a fault of the column', (amount, delimiter, words) => {
    const text = `id,amount,currency,method\nx,AMOUNT,THB,M`
      .replaceAll(',', delimiter)
      .replace('AMOUNT', amount)
    expect(only(bytes(text))?.faults).toEqual([
      { column: 'amount', code: expect.any(String), message: expect.stringContaining(words) },
    ])
  })

  it('whose account number a spreadsheet has made a number is a fault', () => {
    const row = only(bytes(`${HEADS}\n${ROW.replace('0012345678', '1.23457E+11')}`))
    expect(row?.faults).toMatchObject([
      { column: 'account_number', message: expect.stringContaining('spreadsheet') },
    ])
  })

  it('says in which line it begins, also below a text of several lines', () => {
    const text = `${HEADS}\nx,1,THB,M,"A\nB",1\n\n${ROW}`
    expect(rowsOf(bytes(text)).map(({ row, line }) => [row, line])).toEqual([
      [1, 2],
      [2, 5],
    ])
  })

  it('with a field too many or too few is a fault, and shifts nothing', () => {
    for (const text of [`${ROW},x`, ROW.replace(',THB', '')])
      expect(only(bytes(`${HEADS}\n${text}`))?.faults[0]?.message).toContain('fields')
  })

  it('takes away the apostrophe by which a spreadsheet keeps a text from being a formula', () => {
    const phone = only(bytes(`${HEADS},phone\n${ROW},'+66812345678`))?.body?.value
    expect(phone).toMatchObject({ paymentMethod: { phoneNumber: '+66812345678' } })
  })

  it('keeps an amount’s digits for the create’s own reader', () => {
    const row = only(bytes(`${HEADS}\n${ROW.replace('1500.50', '12345678901234567.89')}`))
    expect(row?.body?.impreciseNumbers).toEqual(['/paymentRequested/money/amount'])
  })
})
