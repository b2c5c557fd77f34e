import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StatementEntry } from './entry.ts'
import { readMt940 } from './mt940.ts'

/** After everything that the samples tell. */
const TERMS = { now: Date.parse('2027-01-04T08:00:00Z') }

const sample = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'samples', `${name}.sta`), 'utf8')

function entriesOf(text: string): readonly StatementEntry[] {
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

describe('what is wrong with a file is told with its line', () => {
  it('no MT940 at all', () => {
    expect(faultsOf('hello')[0]?.message).toContain('no MT940')
  })

  it('statements of several accounts', () => {
    const of = (number: string) => `:20:A\n:25:${number}\n:60F:C261121ZAR0,00\n:62F:C261121ZAR0,00\n-\n`
    expect(faultsOf(of('111') + of('111'))).toEqual([])
    expect(faultsOf(of('111') + of('222'))).toMatchObject([
      { line: 7, message: expect.stringContaining('another account') },
    ])
  })

  it('a statement line that can not be read', () => {
    expect(faultsOf(':20:A\n:60F:C261121ZAR0,00\n:61:26112X1121C250,NMSC\n')).toMatchObject([{ line: 3 }])
  })

  it('entries that do not lead from the opening to the closing balance, page by page', () => {
    const page = (opening: string, closing: string) =>
      `:20:A\n:25:1\n:60F:${opening}\n:61:2611211121C250,NMSCNONREF\n:61:2611211121D50,NMSCNONREF\n:62M:${closing}\n`
    const right = page('D261121ZAR100,', 'C261121ZAR100,00')
    expect(faultsOf(right + page('C261121ZAR100,00', 'C261121ZAR300,'))).toEqual([])
    expect(faultsOf(right + page('C261121ZAR100,00', 'D261121ZAR300,00'))).toEqual([
      { line: 12, column: 6, message: expect.stringContaining('says -300 ZAR') },
    ])
    expect(faultsOf(right.replace(/:61:.*D50.*\n/, ''))[0]?.message).toContain('come to 150 ZAR')
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
      { line: 2, column: 13, message: 'is in CHF, which is not offered here' },
    ])
  })
})
