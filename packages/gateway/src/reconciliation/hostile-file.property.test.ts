/**
 * Whatever a file holds that calls itself a statement: it is read or refused, and never thrown at. What is read is money of the account's
 * currency, more than nothing, of a day that has begun; and it leads from the opening balance to the closing one.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCsvMapping } from './csv-mapping.ts'
import type { ReadTerms } from './entry.ts'
import { type FileFacts, readStatement } from './read-file.ts'

const NOW = Date.parse('2026-11-22T08:00:00Z')
const DAY_MS = 86_400_000

/** Mostly what is right: a file that is wrong in each place is refused for the first. */
const mostly = (right: readonly string[], ...wrong: readonly string[]) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...right) },
    { weight: 1, arbitrary: fc.constantFrom(...wrong) },
  )

const amounts = mostly(
  ['1', '2', '1.00'],
  ...[
    '0',
    '2.50',
    '-1',
    '1e3',
    '1.005',
    '10,00',
    '٣',
    '1'.repeat(400),
    'Infinity',
    '0x10',
    '',
    ' 7 ',
    '00.10',
  ],
)
const currencies = mostly(['THB'], 'VND', 'thb', '', 'XXX', '__proto__')
const days = mostly(
  ['2026-11-21', '2026-11-22'],
  ...['2026-02-30', '0001-01-01', '9999-12-31', '2026-11-21T23:59:60Z', '', '21.11.2026'],
)
const signs = mostly(['CRDT', 'DBIT'], 'C', '', 'constructor')
const texts = mostly(
  ['x', 'S0AAAAAAAAAAA1'],
  ...['&amp;', '&#0;', '&#x202E;', '&evil;', '<![CDATA[</Ustrd>]]>', '<!-- -', '\u0000', ']]>', ''],
)

function expectSound(text: string, facts: Partial<FileFacts>, code: 'THB' | 'JPY' = 'THB'): boolean {
  const terms: ReadTerms = { now: NOW, currency: offered(code), balances: 'CHECKED' }
  const read = readStatement(Buffer.from(text), { format: undefined, mapping: undefined, terms, ...facts })
  if (!read.ok) {
    expect(read.failure.length).toBeGreaterThan(0)
    return false
  }
  const { entries, spans } = read.value
  for (const { money, bookedAt } of entries) {
    expect(money.currency).toBe(code)
    expect(money.amountMinor > 0n).toBe(true)
    expect(bookedAt >= 0 && bookedAt <= NOW + DAY_MS).toBe(true)
  }
  for (const { openingMinor, closingMinor, first, end } of spans) {
    const moved = entries
      .slice(first, end)
      .reduce(
        (sum, { direction, money }) =>
          sum + (direction === 'credit' ? money.amountMinor : -money.amountMinor),
        0n,
      )
    expect(moved).toBe(closingMinor - openingMinor)
  }
  return entries.length > 0
}

describe('camt', () => {
  const money = fc.tuple(currencies, amounts).map(([code, amount]) => `<Amt Ccy="${code}">${amount}</Amt>`)
  const sign = signs.map((each) => `<CdtDbtInd>${each}</CdtDbtInd>`)
  const detail = fc
    .tuple(fc.option(money, { nil: '' }), fc.option(sign, { nil: '' }), texts)
    .map(([amount, side, text]) => `<TxDtls>${amount}${side}<RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`)
  const entry = fc
    .record({
      money,
      sign,
      reversal: fc.constantFrom('', '<RvslInd>true</RvslInd>'),
      status: fc.constantFrom(
        '<Sts>BOOK</Sts>',
        '<Sts><Cd>BOOK</Cd></Sts>',
        '<Sts><Prtry>BOOK</Prtry></Sts>',
        '<Sts>PDNG</Sts>',
        '',
      ),
      day: days.map((each) => `<BookgDt><Dt>${each}</Dt></BookgDt>`),
      details: fc.array(detail, { maxLength: 3 }),
    })
    .map(
      ({ details, ...parts }) =>
        `<Ntry>${Object.values(parts).join('')}<NtryDtls>${details.join('')}</NtryDtls></Ntry>`,
    )
  const balance = (kind: string) =>
    fc
      .tuple(money, sign)
      .map(([amount, side]) => `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp>${amount}${side}</Bal>`)

  it('of whatever amounts, sides, days and texts', () => {
    let taken = 0
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 2 }),
        balance('OPBD'),
        balance('CLBD'),
        fc.boolean(),
        (entries, opening, closing, isNotice) => {
          const body = [...(isNotice ? [] : [opening, closing]), ...entries].join('')
          const [message, part] = isNotice ? ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'] : ['BkToCstmrStmt', 'Stmt']
          if (expectSound(`<Document><${message}><${part}>${body}</${part}></${message}></Document>`, {}))
            taken += 1
        },
      ),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(2)
  })
})

describe('MT940', () => {
  const written = mostly(['1,', '1,00', '2,'], '2,50', '0,', '1,005', '-1,', '1', '9'.repeat(30), '1,2,3', '')
  const line = fc.oneof(
    fc
      .tuple(mostly(['C', 'D', 'RC', 'RD'], 'EC', 'X'), written)
      .map(([mark, amount]) => `:61:2611211121${mark}${amount}NTRFNONREF//B`),
    fc.constantFrom(
      ':61:2602301121C1,NTRFX',
      ':61:9912311231C1,NTRFX',
      ':86:x?20y?31z',
      ':86:/UTR/1/',
      '-}',
      '{1:',
      ':62F:',
      '\u0000',
      ':25:/',
      ':60F:C261121THB1,',
    ),
  )
  const balance = fc
    .tuple(mostly(['C', 'D'], 'X'), mostly(['261121'], '000000', '261331'), mostly(['THB'], 'VND'), written)
    .map((parts) => parts.join(''))

  it('of whatever lines', () => {
    let taken = 0
    fc.assert(
      fc.property(balance, fc.array(line, { maxLength: 3 }), balance, (opening, lines, closing) => {
        if (
          expectSound([':20:A', ':25:1', `:60F:${opening}`, ...lines, `:62F:${closing}`, ''].join('\n'), {})
        )
          taken += 1
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(2)
  })
})

describe('CSV', () => {
  const cell = fc.constantFrom(
    '1',
    '1.00',
    '1,000.00',
    '500.000',
    '-2',
    '(3)',
    '1 DR',
    'USD 5',
    '฿5',
    '=1+1',
    '1e3',
    '',
    '"',
    ';',
    "'1",
    '−4',
    '１',
  )
  const row = fc.tuple(
    fc.oneof(days, fc.constant('2026-11-21')),
    texts,
    cell,
    cell,
    fc.constantFrom('C', 'D', 'CR', 'x', ''),
  )
  const mapping = checkCsvMapping({
    columns: { bookedAt: 'Date', amount: 'Amount', direction: 'Side', balance: 'Balance' },
    remittance: 'Text',
  })

  it.each(['THB', 'JPY'] as const)('of whatever cells, in %s', (code) => {
    if (!mapping.ok) throw new Error(JSON.stringify(mapping.failure))
    let taken = 0
    fc.assert(
      fc.property(fc.array(row, { maxLength: 2 }), (rows) => {
        const lines = ['Date,Text,Amount,Balance,Side', ...rows.map((each) => each.join(',')), '']
        if (expectSound(lines.join('\n'), { format: 'csv', mapping: mapping.value }, code)) taken += 1
      }),
      { numRuns: 2_000 },
    )
    expect(taken).toBeGreaterThan(2)
  })
})
