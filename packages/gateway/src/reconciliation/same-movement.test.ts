import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCamt } from './camt.ts'
import { type BankEntry, dayOf } from './entry.ts'
import { credit, ref } from './match.fixture.ts'
import { readMt940 } from './mt940.ts'
import { named } from './naming.ts'
import { isSameMovement, mayBeReportedTwice } from './same-movement.ts'

const DAY_MS = 86_400_000
const reported: BankEntry = credit(150_000n, 'FOR ORDER S0K3V9Q2M7X1ZB', {
  source: 'camt.054',
  valueDate: '2026-11-21',
  endToEndId: 'ORDER-17',
  utr: '632509581234',
  sender: { name: 'RAHUL KUMAR', account: '50100099990000', bank: 'HDFC' },
})
const again = (changes: Partial<BankEntry>): BankEntry => ({ ...reported, source: 'camt.053', ...changes })

describe('a movement that is told twice under one bank reference', () => {
  it.each<[string, Partial<BankEntry>]>([
    ['just so', {}],
    ['with the day only', { bookedAt: dayOf('2026-11-21') ?? 0, bookedPrecision: 'day' }],
    [
      'with little',
      { valueDate: undefined, endToEndId: undefined, utr: undefined, sender: undefined, remittance: '' },
    ],
    ['with a name that was cut', { sender: { name: 'RAHUL KUM' } }],
    ['with an account that is masked', { sender: { account: 'XXXXXXXXXX0000' } }],
    ['with an account that has its bank beside it', { sender: { account: '50100099990000/HDFCINBB' } }],
    ['with zeros before its number', { utr: '0000632509581234' }],
    ['with another kind of number', { utr: '97ed4827-7b6f-4491-a06f-b548d5a7512d' }],
    ['with an end-to-end reference that was cut', { endToEndId: 'ORDER' }],
    ['as MT940, with the owner’s reference', { source: 'mt940', endToEndId: 'NMSC-1' }],
    ['with other words, in another format', { remittance: 'IMPS S0K3 V9Q2 M7X1 ZB 166 GUTSCHRIFT' }],
    ['a day later', { bookedAt: reported.bookedAt + DAY_MS }],
    ['a weekend later', { bookedAt: reported.bookedAt + 3 * DAY_MS }],
  ])('%s is one', (_, changes) => {
    expect(isSameMovement(reported, again(changes))).toBe(true)
    expect(isSameMovement(again(changes), reported)).toBe(true)
  })

  it.each<[string, Partial<BankEntry>]>([
    ['value date', { valueDate: '2026-11-22' }],
    ['number of the transfer', { utr: '632509589999' }],
    ['end-to-end reference', { endToEndId: 'ORDER-18' }],
    ['sender’s account', { sender: { account: '111122223333' } }],
    ['sender’s account behind a mask', { sender: { account: 'XXXXXXXXXX1111' } }],
    ['sender’s name', { sender: { name: 'RAHUL KAPOOR' } }],
    ['reference of ours', { remittance: 'FOR ORDER S0AAAAAAAAAAAA' }],
    ['reference of ours, in groups', { remittance: 'FOR ORDER S0AA-AAAA AAAA AA' }],
    ['amount', { money: credit(150_001n, '').money }],
    ['direction', { direction: 'debit' }],
    ['text, in the same format', { source: 'camt.054', remittance: 'FOR THE SHOES' }],
  ])('with another %s is another one, were it a minute later', (_, changes) => {
    const other = again({ bookedAt: reported.bookedAt + 60_000, ...changes })
    expect(isSameMovement(reported, other)).toBe(false)
    expect(isSameMovement(other, reported)).toBe(false)
  })

  it('on two days, by the same format and with nothing that names it, is another one', () => {
    const day = (text: string) =>
      credit(7_700n, 'TRANSFER', { source: 'csv', bookedAt: dayOf(text) ?? 0, bookedPrecision: 'day' })
    expect(isSameMovement(day('2026-11-21'), day('2026-11-22'))).toBe(false)
    expect(isSameMovement(day('2026-11-21'), day('2026-11-21'))).toBe(true)
  })

  describe('by the same format, which says the same of one movement', () => {
    const bare: BankEntry = credit(7_700n, '')
    const again = (changes: Partial<BankEntry>): BankEntry => ({ ...bare, ...changes })
    it.each<[string, Partial<BankEntry>, Partial<BankEntry>]>([
      ['a reference of ours that one lacks', {}, { remittance: 'S0K3V9Q2M7X1ZB' }],
      ['a reference of ours beside words', { remittance: 'BILL' }, { remittance: 'BILL S0K3V9Q2M7X1ZB' }],
      ['two references of ours', { remittance: ref(1) }, { remittance: `${ref(1)} ${ref(2)}` }],
      ['a reference of ours in the end-to-end field', {}, { endToEndId: 'S0K3V9Q2M7X1ZB' }],
      ['a virtual number that one lacks', {}, { remittance: 'TO 77123458305570' }],
      ['the time of another day', {}, { bookedAt: bare.bookedAt + DAY_MS }],
      ['a time hours later', {}, { bookedAt: bare.bookedAt + 7 * 3_600_000 }],
    ])('with %s is another one', (_, one, two) => {
      expect(isSameMovement(again(one), again(two))).toBe(false)
      expect(isSameMovement(again(two), again(one))).toBe(false)
    })

    it.each<[string, Partial<BankEntry>, Partial<BankEntry>]>([
      ['just so', {}, {}],
      ['with words that were set otherwise', { remittance: 'BILL/S0K3' }, { remittance: 'bill s0k3' }],
      ['with a detail that came later', {}, { sender: { name: 'RAHUL' }, utr: '632509581234' }],
      ['by a clock that was put an hour forward', {}, { bookedAt: bare.bookedAt + 3_600_000 }],
      [
        'days later under the same number',
        { utr: '632509581234' },
        { utr: '632509581234', bookedAt: bare.bookedAt + 2 * DAY_MS },
      ],
    ])('%s is one', (_, one, two) => {
      expect(isSameMovement(again(one), again(two))).toBe(true)
      expect(isSameMovement(again(two), again(one))).toBe(true)
    })
  })

  it('is one whichever is told first, and never with a detail that both have and that differs', () => {
    const one = <Value>(...values: Value[]) => fc.constantFrom(undefined, ...values)
    const entries = fc
      .record({
        source: fc.constantFrom('camt.053' as const, 'camt.054' as const, 'csv' as const),
        valueDate: one('2026-11-21', '2026-11-22'),
        endToEndId: one('A-1', 'B-1'),
        utr: one('632509581234', '632509589999'),
        name: one('RAHUL', 'SOMCHAI'),
        account: one('50100099990000', '111122223333'),
        hours: fc.integer({ min: 0, max: 300 }),
      })
      .map(({ name, account, hours, ...known }): BankEntry => {
        const sender = { ...(name && { name }), ...(account && { account }) }
        return credit(500n, 'x', { ...known, sender, bookedAt: reported.bookedAt + hours * 3_600_000 })
      })
    const DETAILS = [
      (each: BankEntry) => each.valueDate,
      (each: BankEntry) => each.endToEndId,
      (each: BankEntry) => each.utr,
      (each: BankEntry) => each.sender?.name,
      (each: BankEntry) => each.sender?.account,
    ]
    fc.assert(
      fc.property(entries, entries, (a, b) => {
        const isOne = isSameMovement(a, b)
        expect(isSameMovement(b, a)).toBe(isOne)
        const differs = DETAILS.some((of) => of(a) !== undefined && of(b) !== undefined && of(a) !== of(b))
        if (differs) expect(isOne).toBe(false)
      }),
    )
  })
})

describe('two entries under two names', () => {
  const first = credit(500n, 'ORDER 1', { reference: 'A', source: 'camt.054', receivedAt: 1 })
  const like = (changes: Partial<BankEntry>) =>
    mayBeReportedTwice(first, { ...first, reference: 'B', receivedAt: 2, ...changes })

  it.each([
    ['of another format', { source: 'csv' }],
    [
      'of another format, a day later and with other words',
      { source: 'mt940', bookedAt: first.bookedAt + 86_400_000, remittance: 'x' },
    ],
    ['whose name was derived from its words', { referenceDerived: true, remittance: 'ORDER  1 (TRF)' }],
  ] as const)('may be one movement: one %s', (_, changes) => expect(like(changes)).toBe(true))

  it.each([
    ['with two names of the bank', {}],
    ['with two names of the bank, in its statement', { source: 'camt.053' }],
    ['of one delivery', { referenceDerived: true, receivedAt: 1 }],
    ['of another amount', { source: 'csv', money: credit(501n, '').money }],
    ['of another sender', { source: 'csv', sender: { name: 'Bob' } }],
    ['of another week', { source: 'csv', bookedAt: first.bookedAt + 7 * 86_400_000 }],
  ] as const)('are two: %s', (_, changes) => {
    const named = { ...first, sender: { name: 'Ann' } }
    expect(mayBeReportedTwice(named, { ...named, reference: 'B', receivedAt: 2, ...changes })).toBe(false)
  })
})

describe('a transfer that a notification, a statement and an MT940 tell', () => {
  const sample = readFileSync(
    join(import.meta.dirname, '../../../../docs/operators/samples/camt.054.001.12.xml'),
    'utf8',
  )
  const statement = sample
    .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
    .replaceAll('Ntfctn>', 'Stmt>')
    .replace('<ns2:DtTm>2026-11-21T09:58:12Z</ns2:DtTm>', '<ns2:Dt>2026-11-21</ns2:Dt>')
    .replace('RAVI KUMAR/HDFC', 'RAVI KUMAR/HDFC CREDITED')
  const mt940 = [
    ':20:1',
    ':25:0021000123456',
    ':28C:1/1',
    ':60F:C261121INR0,00',
    ':61:2611211121C1500,00NTRFNONREF//IMPS632509581234',
    ':86:/UTR/632509581234/ORDP//NAME/RAVI KUMAR/REMI/IMPS/632509581234/RAVI',
    ':62F:C261121INR1500,00',
  ].join('\n')

  it('is one', () => {
    const balances = 'NOT_PROVIDED_BY_BANK'
    const terms = { now: reported.bookedAt + DAY_MS, currency: offered('INR'), balances } as const
    const files = [readCamt(sample, terms), readCamt(statement, terms), readMt940(mt940, terms)]
    const entries = files.flatMap((read) =>
      read.ok ? named('hdfc', read.value.source, read.value.entries) : [],
    )
    expect(entries.map(({ source, reference }) => [source, reference])).toEqual([
      ['camt.054', 'IMPS632509581234'],
      ['camt.053', 'IMPS632509581234'],
      ['mt940', 'IMPS632509581234'],
    ])
    for (const a of entries) for (const b of entries) expect(isSameMovement(a, b)).toBe(true)
  })
})
