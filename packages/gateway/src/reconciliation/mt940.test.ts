import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { describe, expect, it } from 'vitest'
import type { ParsedEntry } from './entry.ts'
import { readMt940 } from './mt940.ts'

/** After everything that the samples tell. */
const TERMS = {
  now: Date.parse('2027-01-04T08:00:00Z'),
  currency: offered('ZAR'),
  balances: 'CHECKED',
} as const

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../../../docs/operators/samples', `${name}.sta`), 'utf8')

function entriesOf(text: string): readonly ParsedEntry[] {
  const read = readMt940(text, TERMS)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value.entries
}

const faultsOf = (text: string) => {
  const read = readMt940(text, TERMS)
  return read.ok ? [] : read.failure
}

describe('a statement with numbered subfields', () => {
  const entries = entriesOf(sample('mt940-structured'))

  it('gives a credit with its sender, and words that were cut by length put together', () => {
    expect(entries[0]).toMatchObject({
      reference: 'BREF-61-1',
      bookedAt: Date.UTC(2026, 10, 21),
      bookedPrecision: 'day',
      direction: 'credit',
      money: { currency: 'ZAR', amountMinor: 50_000n },
      endToEndId: 'ORDER',
      sender: { name: 'THANDI NKOSI TRADING', account: '4050607080', bank: 'ABSAZAJJ' },
    })
    expect(entries[0]?.remittance).toContain('SVWZ+S0ABCDEFGHIJKLMNOP')
  })

  it('knows debits, reversals of credits and of debits, and what is only expected', () => {
    expect(entries.map(({ direction, reversal }) => [direction, reversal])).toEqual([
      ['credit', false],
      ['debit', false],
      ['credit', false],
      ['debit', true],
      ['credit', true],
    ])
    expect(readMt940(sample('mt940-structured'), TERMS)).toMatchObject({ ok: true, value: { skipped: 1 } })
  })

  it('books an entry of the last day of December in the old year, although its value is of the new one', () => {
    expect(entries[2]).toMatchObject({ bookedAt: Date.UTC(2026, 11, 31), valueDate: '2027-01-02' })
  })

  it('takes NONREF for none', () => {
    expect(entries[1]?.reference).toBeUndefined()
    expect(entries[1]?.endToEndId).toBeUndefined()
  })
})

describe('a statement with plain words and with code words', () => {
  const entries = entriesOf(sample('mt940-plain'))

  it('joins a line that is full to the next: a reference may stand across', () => {
    expect(entries[0]?.remittance).toContain('S0ABCDEFGHIJKL2')
  })

  it('finds names and accounts behind their words', () => {
    expect(entries[1]).toMatchObject({
      endToEndId: 'ORDER-9',
      sender: { name: 'LERATO DLAMINI', account: '62012345678', bank: 'FIRNZAJJ' },
    })
    expect(entries[1]?.remittance).toContain('S0ABCDEFGHIJKL')
  })
})

describe('a number of the clearing', () => {
  const utrOf = (words: string) =>
    entriesOf(`:20:A\n:60F:C261121ZAR0,\n:61:2611211121C1,NTRFNONREF\n:86:${words}\n:62F:C261121ZAR1,\n`)[0]
      ?.utr

  it('is the bank’s where it stands before what a payer typed, and nobody’s behind it', () => {
    expect(utrOf('/UTR/632509581234/NAME/RAVI/REMI/thanks/UTR/999999999999')).toBe('632509581234')
    expect(utrOf('/NAME/RAVI/REMI/thanks/UTR/999999999999')).toBeUndefined()
  })
})

describe('the account that money came from, to which it may go back', () => {
  const senderOf = (words: string) =>
    entriesOf(`:20:A\n:60F:C261121ZAR0,\n:61:2611211121C1,NTRFNONREF\n:86:${words}\n:62F:C261121ZAR1,\n`)[0]
      ?.sender

  it.each([
    '166?00CREDIT?20HELLO?30ABSAZAJJ?31REAL?32NAME',
    '/TRTP/SEPA/IBAN/REAL/BIC/ABSAZAJJ/NAME/RAVI/REMI/thanks/EREF/x',
    '/EREF/x//CNTP/REAL/ABSAZAJJ/NAME///REMI/thanks',
    '/EREF/x/IBAN/THIEF//CNTP/REAL/ABSAZAJJ/NAME///REMI/thanks',
    '/IBAN/REAL/NAME/RAVI/REMI/thanks/IBAN/THIEF/ACCT/THIEF',
  ])('is the bank’s: %s', (words) => expect(senderOf(words)?.account).toMatch(/^REAL/))

  it.each([
    '166?00CREDIT?20HELLO?30ABSAZAJJ?31REAL?32NAME?60MORE?31THIEF',
    '166?00CREDIT?20A?31THIEF?32ME?30ABSAZAJJ?31REAL?32NAME',
    '166?00CREDIT?20A?31THIEF?21MORE',
    '/NAME/RAVI/REMI/thanks/IBAN/THIEF',
    '/EREF/x/IBAN/THIEF/BIC/HIS/NAME/RAVI/REMI/thanks',
    '/EREF/x//CNTP/THIEF//CNTP/REAL/ABSAZAJJ/NAME///REMI/thanks',
    '/EREF/x/CNTP/THIEF/CNTP/REAL/ABSAZAJJ/NAME/REMI/thanks',
    '/NAME/RAVI/REMI/thanks/ACCT/THIEF/BANK/HIS',
    '/EREF/x/ACCT/THIEF/CNTP/REAL/ABSAZAJJ/NAME/REMI/thanks',
  ])('is none where a payer may have written it: %s', (words) => {
    const { account, bank } = senderOf(words) ?? {}
    expect([account, bank].join()).not.toMatch(/THIEF|HIS/)
    expect(account).toBeUndefined()
  })

  it('leaves the payer’s words whole, whatever signs they have', () => {
    const [entry] = entriesOf(
      ':20:A\n:60F:C261121ZAR0,\n:61:2611211121C1,NTRFNONREF\n:86:166?00CREDIT?20what?S0AB?20CDEFGHIJKL1?21x\n:62F:C261121ZAR1,\n',
    )
    expect(entry?.remittance).toBe('what?S0AB CDEFGHIJKL1 x CREDIT')
  })
})

describe('what is wrong with a file is told with its line', () => {
  it('no MT940 at all', () => {
    expect(faultsOf('hello')[0]?.message).toContain('not MT940')
  })

  it('statements of several accounts', () => {
    const of = (number: string) => `:20:A\n:25:${number}\n:60F:C261121ZAR0,00\n:62F:C261121ZAR0,00\n-\n`
    expect(faultsOf(of('111') + of('111'))).toEqual([])
    expect(faultsOf(of('111') + of('222'))).toMatchObject([
      { line: 7, message: expect.stringContaining('a different account') },
    ])
  })

  it('a statement line that cannot be read', () => {
    expect(faultsOf(':20:A\n:60F:C261121ZAR0,00\n:61:26112X1121C250,NMSC\n')).toMatchObject([{ line: 3 }])
  })

  const page = (opening: string, closing: string) =>
    `:20:A\n:25:1\n:60${opening}\n:61:2611211121C250,NMSCNONREF\n:61:2611211121D50,NMSCNONREF\n:62${closing}\n`

  it('entries that do not lead from the opening to the closing balance, page by page', () => {
    const right = page('F:D261121ZAR100,', 'M:C261121ZAR100,00')
    expect(faultsOf(right + page('M:C261121ZAR100,00', 'F:C261121ZAR300,'))).toEqual([])
    expect(faultsOf(right + page('M:C261121ZAR100,00', 'F:D261121ZAR300,00'))).toEqual([
      { line: 12, column: 6, message: expect.stringContaining('says -300.00 ZAR') },
    ])
    expect(faultsOf(right.replace(/:61:.*D50.*\n/, ''))[0]?.message).toContain('add up to 150.00 ZAR')
  })

  it('statements that do not join, whichever of them comes first', () => {
    const [one, two, three] = [
      page('F:C261119ZAR0,', 'F:C261119ZAR200,'),
      page('F:C261120ZAR200,', 'F:C261120ZAR400,'),
      page('F:C261121ZAR400,', 'F:C261121ZAR600,'),
    ]
    expect(faultsOf(one + two + three)).toEqual([])
    expect(faultsOf(three + two + one)).toEqual([])
    expect(faultsOf(one + three)).toMatchObject([
      { line: 9, column: 6, message: expect.stringContaining('a statement is missing in between') },
    ])
    expect(faultsOf(one + one)).toMatchObject([
      { line: 9, message: expect.stringContaining('appears twice') },
    ])
  })

  it.each([
    ['60F:C261121ZAR', 'C261121ZAR0;00', 3, 'cannot be read'],
    ['60F:C261121ZAR', 'C261321ZAR0,00', 3, 'cannot be read'],
    ['60F:C261121ZAR', 'ZAR0,00', 3, 'cannot be read'],
    ['62F:C261121ZAR200,', 'C261121ZAR', 6, 'cannot be read'],
  ])('a balance that cannot be read: %s', (right, wrong, line, message) => {
    const [tag = '', content = ''] = right.split(/:(.*)/)
    const text = page('F:C261121ZAR0,', 'F:C261121ZAR200,')
    const spoiled = text.replace(new RegExp(`:${tag}:.*`), `:${tag}:${wrong}`)
    expect(text).toContain(content)
    expect(faultsOf(spoiled)[0]).toMatchObject({ line, column: 6, message: expect.stringContaining(message) })
  })

  it('a balance that is missing, or there twice: the check was off from there', () => {
    const text = page('F:C261121ZAR0,', 'F:C261121ZAR200,')
    expect(faultsOf(text.replace(/:60F.*\n/, ''))[0]).toMatchObject({ line: 3, column: 5 })
    expect(faultsOf(text.replace(/:62F.*\n/, ''))).toMatchObject([
      { line: 3, column: 6, message: expect.stringContaining('without a closing balance') },
    ])
    expect(faultsOf(text.replace(/(:60F.*\n)/, '$1$1'))).toMatchObject([
      { line: 4, column: 6, message: expect.stringContaining('another opening balance') },
    ])
    expect(faultsOf(text.replace(/(:62F.*\n)/, '$1$1'))).toMatchObject([
      { line: 7, column: 6, message: expect.stringContaining('closing balance without an opening balance') },
    ])
  })

  it('but for a bank that gives no true balances, of which it says so', () => {
    const made = page('F:C261121ZAR0,', 'F:C261121ZAR0,') + ':25:1\n:61:2611211121C7,NMSCNONREF\n'
    const read = readMt940(made, { ...TERMS, balances: 'NOT_PROVIDED_BY_BANK' })
    expect(read).toMatchObject({
      ok: true,
      value: { balances: 'NOT_PROVIDED_BY_BANK', entries: { length: 3 } },
    })
    expect(faultsOf(made)).not.toEqual([])
    const foreign = readMt940(made.replaceAll('ZAR', 'THB'), { ...TERMS, balances: 'NOT_PROVIDED_BY_BANK' })
    expect(foreign).toMatchObject({
      ok: false,
      failure: [{ message: expect.stringContaining('account is in ZAR') }, {}],
    })
  })

  it('a reference of the bank behind one of the payer that holds two slashes', () => {
    const text = ':20:A\n:60F:C261121ZAR0,00\n:61:2611211121C1,NTRFmine//yours//BANK-7\n:62F:C261121ZAR1,\n'
    expect(entriesOf(text)[0]).toMatchObject({ reference: 'BANK-7' })
  })

  it('a day that is not', () => {
    expect(faultsOf(':20:A\n:60F:C261121ZAR0,00\n:61:261131C250,NMSCNONREF\n')[0]?.message).toContain(
      'no such value date',
    )
  })

  it.each([
    ['261301C250,NMSCNONREF', 'value date'],
    ['260010C250,NMSCNONREF', 'value date'],
    ['2611211321C250,NMSCNONREF', 'entry date'],
    ['2611210010C250,NMSCNONREF', 'entry date'],
    ['2611210230C250,NMSCNONREF', 'entry date'],
  ])('a date that there is not, never made another one: %s', (line, which) => {
    expect(faultsOf(`:20:A\n:60F:C261121ZAR0,00\n:61:${line}\n`)).toMatchObject([
      { line: 3, column: 5, message: expect.stringContaining(`no such ${which}`) },
    ])
  })

  it('a booking more than a day from now', () => {
    expect(faultsOf(':20:A\n:60F:C261121ZAR0,00\n:61:2701060106C250,NMSCNONREF\n')).toMatchObject([
      { line: 3, message: expect.stringContaining('more than a day from now') },
    ])
  })

  it('a currency that is not offered', () => {
    expect(faultsOf(':20:A\n:60F:C261121CHF0,00\n')).toEqual([
      { line: 2, column: 13, message: 'is in CHF, which is not supported' },
    ])
  })
})
