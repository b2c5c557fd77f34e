/**
 * Whatever a payer writes, the entries of a statement are the same but for that text, or the file is refused. The files are written
 * as banks write them, the careless ones too: words are cut at the line's length whatever the next line begins with, and texts
 * stand between delimiters without quotation marks.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkCsvMapping } from './csv-mapping.ts'
import type { BankStatement, ReadTerms } from './entry.ts'
import { type FileFacts, readStatement } from './read-file.ts'

const NOW = Date.parse('2026-11-22T08:00:00Z')
const TERMS: ReadTerms = { now: NOW, currency: offered('ZAR'), balances: 'CHECKED' }

interface Movement {
  readonly minor: number
  readonly direction: 'C' | 'D'
  readonly text: string
  readonly name: string
}

/** Few amounts, so that made-up entries cancel each other out, and real ones too. */
const amounts = fc.constantFrom(10_000, 20_000, 30_000, 50_000)
const major = (minor: number, sign = '.') => (minor / 100).toFixed(2).replace('.', sign)

/** What matters of an entry: all that a payer must not change. */
const shown = ({ entries }: BankStatement) =>
  entries.map(({ reference, bookedAt, direction, reversal, money, utr }) => [
    ...[reference, bookedAt, direction, reversal, money.amountMinor, utr],
  ])
const expected = (movements: readonly Movement[]) =>
  movements.map(({ minor, direction }, index) => [
    ...[
      `BANK-${index}`,
      Date.UTC(2026, 10, 21),
      direction === 'C' ? 'credit' : 'debit',
      false,
      BigInt(minor),
    ],
    undefined,
  ])

function sameOrRefused(text: string, movements: readonly Movement[], facts: Partial<FileFacts>): boolean {
  const read = readStatement(Buffer.from(text), {
    format: undefined,
    mapping: undefined,
    terms: TERMS,
    ...facts,
  })
  if (read.ok) expect(shown(read.value)).toEqual(expected(movements))
  return read.ok
}

const movementsOf = (text: fc.Arbitrary<string>, name: fc.Arbitrary<string> = fc.constant('')) =>
  fc.array(fc.record({ minor: amounts, direction: fc.constantFrom('C', 'D'), text, name }), {
    minLength: 1,
    maxLength: 5,
  })

const sum = (movements: readonly Movement[]): number =>
  movements.reduce((total, { minor, direction }) => total + (direction === 'C' ? minor : -minor), 0)

describe('MT940', () => {
  const OPENING = 1_000_000
  const SWIFT = " ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-?:().,'+"
  const letters = fc.string({ unit: fc.constantFrom(...SWIFT), maxLength: 40 })
  /** Lines that mean something where they begin one; each filled up to the next line's beginning. */
  const tagged = fc.oneof(
    fc
      .tuple(amounts, fc.constantFrom('C', 'D', 'RC', 'RD', 'EC'))
      .map(([minor, mark]) => `:61:2611211121${mark}${major(minor, ',')}NTRFNONREF//MADE-UP`),
    fc.constantFrom(
      ':86:words',
      ':20:X',
      ':25:62001234567',
      ':25:999',
      ':28C:1/1',
      ':62F:C261121ZAR10000,00',
      ':60F:C261121ZAR10000,00',
      ':62M:C261121ZAR10000,00',
      ':60F:garbage',
      ':64:C261121ZAR0,00',
      '-}',
      '-',
      '{5:}',
      '{1:F01}{4:',
      ':99:what',
      '/UTR/632509581234/',
    ),
  )
  /** The payer knows the bank's line, and how much of the first one it fills itself. */
  const attack = (width: number, before: number) =>
    fc.array(tagged, { minLength: 1, maxLength: 4 }).map((lines) => {
      const first = 'x'.repeat(width - before)
      return (
        first +
        lines.map((line, index) => (index === lines.length - 1 ? line : line.padEnd(width, 'y'))).join('')
      )
    })

  const PREFIX = 'CREDIT TRANSFER '
  function written(movements: readonly Movement[], width: number, tagWidth: number): string {
    const entries = movements.flatMap(({ minor, direction, text }, index) => {
      const words = `${PREFIX}${text}`
      const first = words.slice(0, width - tagWidth)
      const rest = words.slice(width - tagWidth).match(new RegExp(`.{1,${width}}`, 'gs')) ?? []
      return [
        `:61:2611211121${direction}${major(minor, ',')}NTRFNONREF//BANK-${index}`,
        `:86:${first}`,
        ...rest,
      ]
    })
    const closing = OPENING + sum(movements)
    const balance = (minor: number) => `${minor < 0 ? 'D' : 'C'}261121ZAR${major(Math.abs(minor), ',')}`
    const head = [':20:S', ':25:62001234567', ':28C:1/1', `:60F:${balance(OPENING)}`]
    return [...head, ...entries, `:62F:${balance(closing)}`, '-', ''].join('\r\n')
  }

  it.each([
    [65, 0],
    [65, 4],
    [80, 0],
  ])('cut at %i characters, of which the tag takes %i', (width, tagWidth) => {
    const texts = fc.oneof(letters, attack(width, PREFIX.length + tagWidth))
    let taken = 0
    fc.assert(
      fc.property(movementsOf(texts), (movements) => {
        if (sameOrRefused(written(movements, width, tagWidth), movements, {})) taken += 1
      }),
      { numRuns: 1_500 },
    )
    expect(taken).toBeGreaterThan(20)
  })

  it('two payers who make up a credit and the debit that hides it are found out', () => {
    const made = (mark: string) =>
      `${'x'.repeat(65 - PREFIX.length)}:61:2611211121${mark}500,00NTRFNONREF//MADE-UP-${mark}`
    const of = (text: string): Movement => ({ minor: 100, direction: 'C', text, name: '' })
    const file = written([of(made('C')), of('in between'), of(made('D'))], 65, 0)
    const read = readStatement(Buffer.from(file), { format: undefined, mapping: undefined, terms: TERMS })
    expect(read).toMatchObject({
      ok: false,
      failure: [{ line: 7, message: expect.stringContaining('text from a payer') }],
    })
  })
})

describe('CSV', () => {
  const HEAD = ['Date', 'Text', 'Amount', 'Name', 'Ref']
  const chunks = fc.constantFrom(
    '"',
    ',',
    ';',
    '\r',
    '9999.00',
    '-5',
    '2026-11-21',
    'x',
    ' ',
    '""',
    '"x"',
    ',"',
    '",',
  )
  const text = fc.oneof(
    fc.array(chunks, { maxLength: 8 }).map((each) => each.join('')),
    fc.string({ maxLength: 20 }).map((each) => each.replace(/\n/g, ' ')),
    fc.constantFrom('a,9999.00,"', 'x"', '"y', 'z"', 'x,9999.00,"y', '5,"6', '000",y'),
  )
  const mapping = (changes: object) => {
    const columns = { bookedAt: 'Date', amount: 'Amount', senderName: 'Name', reference: 'Ref' }
    const checked = checkCsvMapping({ columns, remittance: 'Text', ...changes })
    if (!checked.ok) throw new Error(JSON.stringify(checked.failure))
    return checked.value
  }
  const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
  const carelessly = (cell: string) => cell

  const written = (movements: readonly Movement[], how: (cell: string) => string, heads = HEAD): string => {
    let balance = 0
    const rows = movements.map(({ minor, direction, text: words, name }, index) => {
      const amount = direction === 'C' ? minor : -minor
      balance += amount
      const cells: Readonly<Record<string, string>> = {
        Date: '2026-11-21',
        Text: how(words),
        Amount: major(amount),
        Name: how(name),
        Ref: `BANK-${index}`,
        Balance: major(balance),
      }
      return heads.map((head) => cells[head]).join(',')
    })
    return [heads.join(','), ...rows, ''].join('\r\n')
  }

  it.each([
    ['of a bank that quotes as it should', { quotes: true }, quoted],
    ['of a bank that never quotes, and is known to', { quotes: false }, carelessly],
    ['of a bank that never quotes, of which nobody knows', {}, carelessly],
  ] as const)('%s', (_, changes, how) => {
    let taken = 0
    fc.assert(
      fc.property(
        movementsOf(text, text),
        fc.shuffledSubarray(HEAD, { minLength: HEAD.length }),
        (movements, heads) => {
          const file = written(movements, how, heads)
          if (sameOrRefused(file, movements, { format: 'csv', mapping: mapping(changes) })) taken += 1
        },
      ),
      { numRuns: 1_500 },
    )
    expect(taken).toBeGreaterThan(20)
  })

  it('whose rows have a balance, whatever is known of the quotation marks', () => {
    const columns = {
      bookedAt: 'Date',
      amount: 'Amount',
      senderName: 'Name',
      reference: 'Ref',
      balance: 'Balance',
    }
    const heads = [...HEAD, 'Balance']
    fc.assert(
      fc.property(
        movementsOf(text, text),
        fc.shuffledSubarray(heads, { minLength: heads.length }),
        (movements, order) => {
          sameOrRefused(written(movements, carelessly, order), movements, {
            format: 'csv',
            mapping: mapping({ columns }),
          })
        },
      ),
      { numRuns: 1_500 },
    )
  })
})

describe('camt', () => {
  const escaped = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const chunks = fc.constantFrom(
    ...[
      '</Ustrd>',
      '<Ntry>',
      '<Amt Ccy="ZAR">9</Amt>',
      '&lt;',
      '&#60;',
      ']]>',
      '<![CDATA[',
      '<!--',
      '-->',
      '&',
      '"',
      'x',
    ],
  )
  const text = fc.oneof(
    fc.array(chunks, { maxLength: 6 }).map((each) => each.join('')),
    fc.string({ maxLength: 30 }).map((each) => each.replace(/\p{Cc}/gu, '')),
  )

  it('whose texts are escaped', () => {
    fc.assert(
      fc.property(movementsOf(text, text), (movements) => {
        const balance = (code: string, minor: number) =>
          `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="ZAR">${major(Math.abs(minor))}</Amt><CdtDbtInd>${minor < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
        const entries = movements.map(
          ({ minor, direction, text: words, name }, index) => `<Ntry><Amt Ccy="ZAR">${major(minor)}</Amt>
            <CdtDbtInd>${direction === 'C' ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>
            <AcctSvcrRef>BANK-${index}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Nm>${escaped(name)}</Nm></Dbtr></RltdPties>
            <RmtInf><Ustrd>${escaped(words)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
        )
        const inside = [balance('OPBD', 0), balance('CLBD', sum(movements)), ...entries].join('')
        const file = `<Document><BkToCstmrStmt><Stmt>${inside}</Stmt></BkToCstmrStmt></Document>`
        expect(sameOrRefused(file, movements, {})).toBe(!/<!(?:DOCTYPE|ENTITY)/i.test(file))
      }),
      { numRuns: 500 },
    )
  })
})
