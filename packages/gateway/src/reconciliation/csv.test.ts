import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { describe, expect, it } from 'vitest'
import { tryCsv } from './csv.ts'
import { signedAmount } from './csv-amount.ts'
import { dateReader } from './csv-date.ts'
import { checkCsvMapping, filledIn, KNOWN_MAPPINGS } from './csv-mapping.ts'
import type { BankStatement, ReadTerms } from './entry.ts'
import { evidenceOf } from './evidence.ts'
import { readStatement } from './read-file.ts'

const DATA = JSON.parse(readFileSync(join(import.meta.dirname, 'samples/csv.json'), 'utf8')) as readonly {
  readonly mapping: string
  readonly currency: Parameters<typeof offered>[0]
  readonly base64?: string
  readonly lines: readonly string[]
  readonly entries: readonly (readonly [day: string, direction: string, amountMinor: string, text: string])[]
}[]

/** After everything that the samples tell. */
const termsIn = (code: Parameters<typeof offered>[0]): ReadTerms => ({
  now: Date.parse('2026-11-23T08:00:00Z'),
  currency: offered(code),
  balances: 'CHECKED',
})

const mappingOf = (changes: object) => {
  const checked = checkCsvMapping({
    columns: { bookedAt: 'Date', amount: 'Amount' },
    remittance: 'Text',
    ...changes,
  })
  if (!checked.ok) throw new Error(JSON.stringify(checked.failure))
  return checked.value
}

const read = (text: string | Uint8Array, changes: object = {}, code: Parameters<typeof offered>[0] = 'THB') =>
  readStatement(typeof text === 'string' ? Buffer.from(text) : text, {
    format: 'csv',
    mapping: mappingOf(changes),
    terms: termsIn(code),
  })

const shown = ({ entries }: BankStatement) =>
  entries.map((each) => [
    new Date(each.bookedAt).toISOString().slice(0, 10),
    each.direction,
    each.money.amountMinor.toString(),
    each.remittance,
  ])

describe('a column of cheques and transfers', () => {
  const numbersOf = (name: string, lines: readonly string[]) => {
    const mapping = KNOWN_MAPPINGS.find((each) => each.name === name)?.mapping
    if (!mapping) throw new Error(`there is no mapping ${name}`)
    const text = Buffer.from(lines.join('\n'))
    const statement = readStatement(text, { format: 'csv', mapping, terms: termsIn('INR') })
    return statement.ok ? statement.value.entries.map((entry) => evidenceOf(entry).utr) : statement.failure
  }

  it('of HDFC names a transfer by UPI or IMPS, and no cheque and no transfer of another rail', () => {
    const rows = [
      'UPI-RAVI KUMAR-RAVI@YBL,21/11/26,0.00,"1,500.00",0000632509581234,51500.00',
      'IMPS-632509581235-RAVI,21/11/26,0.00,500.00,0000632509581235,52000.00',
      'CHQ PAID-RENT,21/11/26,900.00,0.00,0000000000123456,51100.00',
      'NEFT CR-SBIN0001234-RAVI,21/11/26,0.00,900.00,SBIN226325001122,52000.00',
    ]
    const head = 'Date,Narration,Value Dat,Debit Amount,Credit Amount,Chq/Ref Number,Closing Balance'
    expect(numbersOf('hdfc-in', [head, ...rows.map((row) => `21/11/26,${row}`)])).toEqual([
      '632509581234',
      '632509581235',
      undefined,
      undefined,
    ])
  })

  it('of SBI names no transfer, which its description does', () => {
    const day = '21 Nov 2026,21 Nov 2026'
    expect(
      numbersOf('sbi-in', [
        'Txn Date,Value Date,Description,Ref No./Cheque No.,Debit,Credit,Balance',
        `${day},BY TRANSFER-UPI/CR/632509581234/RAVI,TRANSFER FROM 4897695162092,,10.00,110.00`,
        `${day},BY CLEARING-CHEQUE,123456,,10.00,120.00`,
        `${day},BY TRANSFER-NEFT*HDFC0000001*N325,TRANSFER FROM 489769516209,,10.00,130.00`,
      ]),
    ).toEqual(['632509581234', undefined, undefined])
  })
})

describe('the column of directions', () => {
  const columns = { bookedAt: 'Date', amount: 'Amount', direction: 'Way' }
  const directions = (words: readonly string[], changes: object = {}) => {
    const rows = words.map((word) => `2026-11-21,5.00,${word},x\n`).join('')
    const statement = read(`Date,Amount,Way,Text\n${rows}`, { columns, ...changes })
    return statement.ok ? statement.value.entries.map(({ direction }) => direction) : statement.failure
  }

  it('is read by the words of its mapping, in any case of letters', () => {
    expect(directions(['CR', 'dr', 'Debit', 'credit'])).toEqual(['credit', 'debit', 'debit', 'credit'])
    const words = { creditWords: ['入金'], debitWords: ['出金', ''] }
    expect(directions(['入金', '出金', ''], words)).toEqual(['credit', 'debit', 'debit'])
  })

  it.each([
    ['Kredit', 'is "Kredit"'],
    ['', 'is empty'],
  ])(
    'refuses a word that the mapping does not have (%j), with its line: no credit is taken for a debit',
    (word, said) => {
      expect(directions(['CR', word, 'DR'])).toEqual([
        {
          line: 3,
          column: 3,
          message: expect.stringContaining(`the column "Way" ${said}, which is neither among creditWords`),
        },
      ])
    },
  )

  it('may not have one word for both ways', () => {
    const checked = checkCsvMapping({ columns, creditWords: ['X', 'in'], debitWords: ['IN '] })
    expect(checked).toMatchObject({ ok: false, failure: [{ path: '/debitWords', code: 'CONFLICT' }] })
  })
})

describe('a mapping that was stored before a property was there', () => {
  it('has what is left out of a new one', () => {
    expect(filledIn({ columns: { bookedAt: 'Date' } })).toMatchObject({
      narrative: [],
      debitWords: ['D', 'DR', 'DEBIT', 'DBIT'],
    })
  })
})

describe('a negative amount in a column of its own', () => {
  const columns = { bookedAt: 'Date', credit: 'In', debit: 'Out' }
  const HEAD = 'Date,In,Out,Text\n'
  const entriesOf = (rows: string) => {
    const statement = read(HEAD + rows, { columns })
    if (!statement.ok) throw new Error(JSON.stringify(statement.failure))
    return statement.value.entries.map(({ direction, reversal }) => [direction, reversal])
  }

  it('takes an earlier one back', () => {
    expect(entriesOf('2026-11-21,-5.00,,a\n2026-11-21,,-5.00,b\n2026-11-21,5.00,,c\n')).toEqual([
      ['debit', true],
      ['credit', true],
      ['credit', false],
    ])
  })
})

describe('a word that says in which direction money moved', () => {
  const columns = { bookedAt: 'Date', amount: 'Amount', direction: 'D/C' }
  const entriesOf = (rows: string) => {
    const statement = read(`Date,Amount,D/C,Text\n${rows}`, { columns })
    if (!statement.ok) throw new Error(JSON.stringify(statement.failure))
    return statement.value.entries.map(({ direction, reversal }) => [direction, reversal])
  }

  it('makes no credit of one that is taken back: below zero it is a debit, as in a column of its own', () => {
    const rows = ['5.00,C', '-5.00,C', '(5.00),CR', '5.00-,CREDIT', '5.00,D', '-5.00,D']
    expect(entriesOf(rows.map((row) => `2026-11-21,${row},x\n`).join(''))).toEqual([
      ['credit', false],
      ['debit', true],
      ['debit', true],
      ['debit', true],
      ['debit', false],
      ['debit', false],
    ])
  })
})

describe('the ready-made mappings', () => {
  it.each(DATA)(
    '$mapping reads a file of that bank',
    ({ mapping: name, currency: code, lines, base64, entries }) => {
      const mapping = KNOWN_MAPPINGS.find((each) => each.name === name)?.mapping
      const bytes = base64 === undefined ? Buffer.from(lines.join('\r\n')) : Buffer.from(base64, 'base64')
      const statement = readStatement(bytes, { format: undefined, mapping, terms: termsIn(code) })
      if (!statement.ok) throw new Error(JSON.stringify(statement.failure))
      expect(shown(statement.value)).toEqual(entries)
    },
  )

  it('are all read here', () => {
    expect(DATA.map(({ mapping }) => mapping).sort()).toEqual(KNOWN_MAPPINGS.map(({ name }) => name).sort())
  })
})

describe('a CSV statement', () => {
  it('has its heads found below whatever stands above them', () => {
    const statement = read('Bank of Somewhere\n\nAccount;1\nDate,Text,Amount\n2026-11-21,hi,5\n')
    expect(statement).toMatchObject({ ok: true, value: { entries: [{ remittance: 'hi' }] } })
  })

  it('keeps a quoted field with a line break and a delimiter whole', () => {
    const statement = read('Date,Text,Amount\n2026-11-21,"S0AB,\nCDEF",5.00\n', { quotes: true })
    expect(statement).toMatchObject({ value: { entries: [{ remittance: 'S0AB, CDEF' }] } })
  })

  it('reads Thai in its old encoding, and says so when it is another', () => {
    const thai = Buffer.from([0x74, 0xca, 0xc1, 0xaa, 0xd2, 0xc2])
    const bytes = Buffer.concat([Buffer.from('Date,Text,Amount\n2026-11-21,'), thai, Buffer.from(',5\n')])
    expect(read(bytes, { encoding: 'tis-620' })).toMatchObject({
      value: { entries: [{ remittance: 'tสมชาย' }] },
    })
    expect(read(bytes)).toMatchObject({
      failure: [{ line: 2, message: expect.stringContaining('not valid utf-8') }],
    })
  })

  it('takes local times to UTC', () => {
    const statement = read('Date,Time,Amount\n21/11/2569,23:30,5\n', {
      columns: { bookedAt: 'Date', bookedTime: 'Time', amount: 'Amount' },
      remittance: [],
      dateFormat: 'DD/MM/BBBB',
      utcOffset: '+07:00',
    })
    expect(statement).toMatchObject({
      value: { entries: [{ bookedAt: Date.UTC(2026, 10, 21, 16, 30), bookedPrecision: 'time' }] },
    })
  })

  it('takes the direction from its column', () => {
    const changes = {
      columns: { bookedAt: 1, amount: 2, direction: 3 },
      remittance: [],
      headerRow: false,
      fieldCount: 3,
    }
    const statement = read('2026-11-21,5,CR\n2026-11-21,6,DR\n', changes)
    expect(statement).toMatchObject({ value: { entries: [{ direction: 'credit' }, { direction: 'debit' }] } })
  })

  it('says which columns are missing, in the row that comes nearest', () => {
    expect(read('x\nDate,Amount\n')).toEqual({
      ok: false,
      failure: [
        {
          line: 2,
          column: 1,
          message: `lacks the columns "Text": correct the mapping's columns, delimiter or encoding`,
        },
      ],
    })
  })

  it('tells all faulty rows with line, field and what was expected, and takes none', () => {
    const statement = read('Date,Text,Amount\n2026-11-21,a,5\n21.11.2026,b,6\n2026-11-21,c,1.234.5\n,d,7\n')
    expect(statement).toMatchObject({
      ok: false,
      failure: [
        { line: 3, column: 1, message: expect.stringContaining('not a date like YYYY-MM-DD') },
        { line: 4, column: 3, message: expect.stringContaining('not an amount') },
        { line: 5, column: 1, message: expect.stringContaining('skipRowsWithoutDate') },
      ],
    })
  })

  it('refuses a column that is there twice, unless its number says which', () => {
    const rows = 'Date,Text,Amount,amount \n2026-11-21,a,5,9999\n'
    expect(read(rows)).toMatchObject({
      failure: [{ line: 1, column: 4, message: expect.stringContaining('"Amount" twice') }],
    })
    expect(read(rows, { columns: { bookedAt: 'Date', amount: 3 } })).toMatchObject({
      value: { entries: [{ money: { amountMinor: 500n } }] },
    })
  })

  it.each(['USD 5', '5 USD', '="VND 5"'])('refuses an amount that says another currency: %s', (amount) => {
    const quoted = `"${amount.replaceAll('"', '""')}"`
    expect(
      read(`Date,Text,Amount\n2026-11-21,a,THB 5\n2026-11-21,a,5 Bht\n2026-11-21,a,${quoted}\n`),
    ).toMatchObject({
      failure: [{ line: 4, column: 3, message: expect.stringContaining('account is in THB') }],
    })
  })

  it('refuses an amount in another currency than the account has', () => {
    const columns = { bookedAt: 'Date', amount: 'Amount', currency: 'Ccy' }
    expect(read('Date,Amount,Ccy,Text\n2026-11-21,5,USD,x\n', { columns })).toMatchObject({
      failure: [{ line: 2, column: 3, message: expect.stringContaining('account is in THB') }],
    })
  })

  it('is refused when it is empty, and when the quotation never ends', () => {
    expect(read('')).toMatchObject({ failure: [{ message: 'is empty' }] })
    expect(read('Date,Text,Amount\n2026-11-21,"a,5\n')).toMatchObject({ ok: false })
  })
})

describe('a row', () => {
  const columns = { bookedAt: 'Date', amount: 'Amount' }
  const faultsIn = (rows: string, changes: object = {}) => {
    const statement = read(`Date,Text,Amount,Ref\n${rows}`, { columns, ...changes })
    return statement.ok ? [] : statement.failure
  }

  it('with more or fewer fields than there are heads is refused: what follows a text has moved', () => {
    expect(faultsIn('2026-11-21,a,5,R1\n2026-11-21,b,9999,5,R2\n2026-11-21,c\n')).toMatchObject([
      { line: 3, column: 1, message: expect.stringContaining('has 5 fields instead of 4') },
      { line: 4, column: 1, message: expect.stringContaining('has 2 fields instead of 4') },
    ])
    expect(faultsIn('2026-11-21,a,5,R1,\n', { fieldCount: 5 })).toEqual([])
  })

  it('without a date may be a note, but never longer than a row', () => {
    const notes = { skipRowsWithoutDate: true }
    expect(faultsIn('2026-11-21,a,5,R1\n** computer generated\n,total,5,\n', notes)).toEqual([])
    expect(faultsIn('x,2026-11-21,a,5,R1\n', notes)).toHaveLength(1)
  })

  it('that reads otherwise without its quotation marks is refused until somebody says what they are', () => {
    const row = '2026-11-21,a,9999.00,",5.00,R1"\n'
    expect(faultsIn(row)).toMatchObject([{ line: 2, message: expect.stringContaining('Set quotes') }])
    expect(faultsIn(row, { quotes: false })).toMatchObject([{ message: expect.stringContaining('fields') }])
    expect(faultsIn(row, { quotes: true })).toEqual([])
  })

  it('that a quotation swallows is missed', () => {
    const rows = '2026-11-21,"y,5,R1\n2026-11-21,b,6,R2\n2026-11-21,z",7,R3\n'
    expect(faultsIn(rows, { quotes: true })).toMatchObject([
      { message: expect.stringContaining('contains another row within quotation marks') },
    ])
  })
})

describe('a running balance', () => {
  const columns = { bookedAt: 'Date', amount: 'Amount', balance: 'Balance' }
  const statementOf = (rows: readonly string[], terms = termsIn('THB')) =>
    readStatement(Buffer.from(['Date,Text,Amount,Balance', ...rows].join('\n')), {
      format: 'csv',
      mapping: mappingOf({ columns }),
      terms,
    })
  const ROWS = ['2026-11-20,a,5,105', '2026-11-20,b,-10,95', '2026-11-21,c,0,95', '2026-11-21,d,1,96']

  it('leads from row to row, the oldest first or the newest', () => {
    expect(statementOf(ROWS)).toMatchObject({ ok: true, value: { balances: 'COMPARED' } })
    expect(statementOf(ROWS.toReversed())).toMatchObject({ ok: true })
    expect(read('Date,Text,Amount\n2026-11-21,a,5\n')).toMatchObject({ value: { balances: 'NOT_IN_FILE' } })
  })

  it('that does not is refused with its place, and so is a row without', () => {
    expect(statementOf(ROWS.toSpliced(1, 1))).toMatchObject({
      failure: [
        {
          line: 3,
          column: 4,
          message: expect.stringMatching(/has the balance 95.00 THB, but the rows add up to 105.00 THB/),
        },
      ],
    })
    expect(statementOf(['2026-11-21,a,5,'])).toMatchObject({ failure: [{ line: 2, column: 4 }] })
  })

  it('is passed over where the bank’s balances are made up, and it is told', () => {
    const terms = { ...termsIn('THB'), balances: 'NOT_PROVIDED_BY_BANK' } as const
    expect(statementOf(ROWS.toSpliced(1, 1), terms)).toMatchObject({
      ok: true,
      value: { balances: 'NOT_PROVIDED_BY_BANK' },
    })
  })
})

describe('amounts', () => {
  it.each([
    ['1,234.50', '.', 123_450n, 'credit'],
    ['1.234,50', ',', 123_450n, 'credit'],
    ['-1 234,50', ',', 123_450n, 'debit'],
    ['1,20,000.00', '.', 12_000_000n, 'credit'],
    ['(12.00)', '.', 1_200n, 'debit'],
    ['12.00-', '.', 1_200n, 'debit'],
    ['12.00 DR', '.', 1_200n, 'debit'],
    ['12.00CR', '.', 1_200n, 'credit'],
    ['R$ 80,00', ',', 8_000n, 'credit'],
    ['R$ -300,00', ',', 30_000n, 'debit'],
    ['฿1,000', '.', 100_000n, 'credit'],
    ['+0.01', '.', 1n, 'credit'],
    ['"5.00"', '.', 500n, 'credit'],
    ['.50', '.', 50n, 'credit'],
    ["1'000.00", '.', 100_000n, 'credit'],
    ['1,000.000', '.', 100_000n, 'credit'],
    ['0.000', '.', 0n, 'credit'],
    ['1.0000', '.', 100n, 'credit'],
  ] as const)('%s with %s', (text, sign, amountMinor, direction) => {
    expect(signedAmount(text, sign, 2)).toEqual({ ok: true, value: { amountMinor, direction } })
  })

  it.each([
    ['1.234,50', '.'],
    ['1,23', '.'],
    ['', '.'],
    ['abc', '.'],
    ['1.2.3', '.'],
    ['12.345', '.'],
    ['1e5', '.'],
    ['9'.repeat(30), '.'],
    ['500.000', '.'],
    ['-1.000', '.'],
    ['1,000', ','],
  ] as const)('%s with %s is none', (text, sign) => {
    expect(signedAmount(text, sign, 2).ok).toBe(false)
  })
})

describe('dates', () => {
  it.each([
    ['DD/MM/YYYY', '01/02/2026', '2026-02-01'],
    ['DD/MM/YY', '1/2/26', '2026-02-01'],
    ['YYYYMMDD', '20260201', '2026-02-01'],
    ['D MMM YYYY', '5 Aug 2026', '2026-08-05'],
    ['YYYY年M月D日', '2026年2月1日', '2026-02-01'],
    ['DD/MM/YYYY', '31/02/2026', undefined],
    ['DD/MM/YYYY', '01/13/2026', undefined],
    ['DD/MM/YYYY', '10/00/2026', undefined],
    ['DD/MM/YYYY', '00/10/2026', undefined],
    ['D MMM YYYY', '5 Abc 2026', undefined],
    ['DD/MM/BBBB', '01/13/2569', undefined],
    ['DD/MM/YYYY', '2026-02-01', undefined],
  ])('%s: %s', (dateFormat, text, day) => {
    const at = dateReader({ dateFormat, utcOffset: '+00:00' })(text, undefined)?.at
    expect(at === undefined ? undefined : new Date(at).toISOString().slice(0, 10)).toBe(day)
  })
})

describe('a date in a row', () => {
  const columns = { bookedAt: 'Date', bookedTime: 'Time', valueDate: 'Value', amount: 'Amount' }
  const faultOf = (row: string) => {
    const statement = read(`Date,Time,Value,Amount\n${row}\n`, { columns, remittance: [] })
    return statement.ok ? undefined : statement.failure[0]
  }

  it.each([
    ['2026-13-01,10:00,2026-11-21,5', 1, 'not a date'],
    ['2026-00-10,10:00,2026-11-21,5', 1, 'not a date'],
    ['2026-11-21,25:61,2026-11-21,5', 2, 'not a time'],
    ['2026-11-21,24:00,2026-11-21,5', 2, 'not a time'],
    ['2026-11-21,10:00,2026-13-01,5', 3, 'not a date'],
    ['2026-11-25,10:00,2026-11-21,5', 1, 'more than a day from now'],
  ])('that there is not is refused with its place: %s', (row, column, message) => {
    expect(faultOf(row)).toMatchObject({ line: 2, column, message: expect.stringContaining(message) })
  })

  it('of its value may lie ahead, and its booking up to a day', () => {
    expect(faultOf('2026-11-24,07:00,2027-01-04,5')).toBeUndefined()
  })
})

describe('a mapping', () => {
  it('is refused with all its faults at once', () => {
    const checked = checkCsvMapping({
      encoding: 'utf-7',
      columns: { amount: 0, credit: 'a', when: 'b' },
      dateFormat: 'DD',
    })
    const paths = checked.ok ? [] : checked.failure.map(({ path }) => path)
    expect(paths).toEqual(['/encoding', '/columns/amount', '/columns', '/dateFormat', '/columns/bookedAt'])
  })

  it.each(['remitance', 'constructor', 'toString'])(
    'with a property that there is none of is refused: without its remittance no payin would be found (%s)',
    (name) => {
      const columns = { bookedAt: 1, amount: 2 }
      const checked = checkCsvMapping({ headerRow: false, columns, [name]: [3] })
      const message = checked.ok ? '' : checked.failure[0]?.message
      expect(message).toMatch(new RegExp(`^there is no property "${name}"; known are .*remittance`))
    },
  )

  // Some 28 parts of one digit or two each are a hundred million ways to read 40 digits.
  it.each(['YYDMDMDMDMDMDMDMDMDMDMDMDMDMDM', 'DD/MM/YYYY DD', 'YYYY-MM-DD HH:HH'])(
    'whose date has a part twice is refused: %s',
    (dateFormat) => {
      const checked = checkCsvMapping({ columns: { bookedAt: 'a', amount: 'b' }, dateFormat })
      expect(checked.ok ? [] : checked.failure.map(({ path }) => path)).toEqual(['/dateFormat'])
    },
  )
})

describe('a trial of the first rows', () => {
  const tried = (text: string, most = 100) => {
    const trial = tryCsv(text, mappingOf({}), termsIn('THB'), most)
    if (!trial.ok) throw new Error(JSON.stringify(trial.failure))
    return trial.value.rows.map(({ line, entry, faults }) => [
      line,
      entry?.money.amountMinor,
      faults.map(({ message }) => message),
    ])
  }

  it('reads each row by itself: a faulty one does not hide its neighbours', () => {
    expect(
      tried('Date,Amount,Text\n2026-11-21,5,one\nyesterday,6,two\n2026-11-21,x,three\n2026-11-22,7,four\n'),
    ).toEqual([
      [2, 500n, []],
      [3, undefined, ['the column "Date" is "yesterday", not a date like YYYY-MM-DD']],
      [4, undefined, ['the column "Amount" is "x", which is not an amount with "." before its decimals']],
      [5, 700n, []],
    ])
  })

  it('reads no more rows than it is asked for, whatever stands behind them', () => {
    const rows = Array.from({ length: 1_000 }, () => '2026-11-21,5,one').join('\n')
    expect(tried(`Date,Amount,Text\n${rows}\n"never closed`, 3).map(([line]) => line)).toEqual([2, 3, 4])
  })
})
