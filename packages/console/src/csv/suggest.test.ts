/** What a sample suggests, and what it leaves to whoever knows the bank. */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { dayText } from '@sluice/core/foundation/instants.ts'
import { tryCsv } from '@sluice/gateway/reconciliation/csv.ts'
import { KNOWN_MAPPINGS } from '@sluice/gateway/reconciliation/csv-mapping.ts'
import { decoded } from '@sluice/gateway/reconciliation/decoding.ts'
import samples from '@sluice/gateway/reconciliation/samples/csv.json'
import { describe, expect, it } from 'vitest'
import { decimalSignsOf } from './amounts.ts'
import { dateFormatsOf, exampleOf } from './dates.ts'
import { checkedDraft, type MappingDraft } from './draft.ts'
import { meaningOf } from './heads.ts'
import { delimiterOf, encodingOf, sampleOf } from './sample.ts'
import { knownFor, type SuggestTerms, suggested } from './suggest.ts'

const NOW = Date.parse('2026-11-23T08:00:00Z')
const termsIn = (code: string): SuggestTerms => ({
  now: NOW,
  currency: offered(code as Parameters<typeof offered>[0]),
  balances: 'CHECKED',
  utcOffset: '+07:00',
})
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** What the first rows come to by what is suggested for them. */
function readAsSuggested(bytes: Uint8Array, code = 'THB', said: Partial<MappingDraft> = {}) {
  const { mapping, faults } = checkedDraft({ ...suggested(bytes, termsIn(code)), ...said })
  if (!mapping) throw new Error(JSON.stringify([...faults]))
  const text = decoded(bytes, mapping.encoding)
  const trial = text.ok ? tryCsv(text.value, mapping, termsIn(code), 100) : text
  if (!trial.ok) throw new Error(JSON.stringify(trial.failure))
  return trial.value.rows.flatMap(({ entry, faults }) => {
    if (faults.length > 0) throw new Error(JSON.stringify(faults))
    return entry
      ? [[dayText(entry.bookedAt), entry.direction, entry.money.amountMinor.toString(), entry.remittance]]
      : []
  })
}

describe('dates', () => {
  it.each([
    ['2026-11-21', 'YYYY-MM-DD'],
    ['21.11.26', 'DD.MM.YY'],
    ['11/21/2026', 'MM/DD/YYYY'],
    ['21/11/2569', 'DD/MM/BBBB'],
    ['21 Nov 2026', 'DD MMM YYYY'],
    ['Nov 21, 2026', 'MMM DD, YYYY'],
    ['2026/1/9', 'YYYY/M/D'],
    ['20261121', 'YYYYMMDD'],
    ['2026年11月21日', 'YYYY年MM月DD日'],
    ['2026-11-21T09:15:30', 'YYYY-MM-DDTHH:mm:ss'],
    ['21/11/2026 9:15', 'DD/MM/YYYY HH:mm'],
  ])('%s is written as %s', (cell, format) => {
    expect(dateFormatsOf([cell], NOW)).toEqual([format])
  })

  it('leave to somebody whether the day or the month comes first, where no day of the sample tells', () => {
    const cells = ['05/05/2026', '03/04/2026']
    const formats = dateFormatsOf(cells, NOW)
    expect(formats).toEqual(['DD/MM/YYYY', 'MM/DD/YYYY'])
    expect(formats.map((format) => exampleOf(format, formats, cells))).toEqual([
      ['03/04/2026', '2026-04-03'],
      ['03/04/2026', '2026-03-04'],
    ])
  })

  it('are decided by a single day that is no month', () => {
    expect(dateFormatsOf(['03/04/2026', '', '13/04/2026'], NOW)).toEqual(['DD/MM/YYYY'])
  })

  it('are none where no more than half of the cells are dates', () => {
    expect(dateFormatsOf(['2026-11-21', 'Total 7'], NOW)).toEqual([])
  })

  it('are told in spite of a cell that is none', () => {
    expect(dateFormatsOf(['Total 7', '2026-11-21', '2026-11-22'], NOW)).toEqual(['YYYY-MM-DD'])
  })
})

describe('the decimal sign', () => {
  it.each([
    [['1.234,50', '7'], 2, [',']],
    [['1,234.50', '(7.00)'], 2, ['.']],
    [['500', '-'], 2, ['.']],
    [['1.234'], 2, [',']],
    [['1.234'], 3, ['.', ',']],
    [['five'], 2, []],
  ] as const)('of %j with %i decimals is one of %j', (cells, digits, signs) => {
    expect(decimalSignsOf(cells, digits)).toEqual(signs)
  })
})

describe('a sample of a known bank', () => {
  it.each(samples)('is read as it is by $mapping, and alike by what it suggests itself', (sample) => {
    const text = sample.lines.join('\r\n')
    const bytes = 'base64' in sample ? Buffer.from(sample.base64 ?? '', 'base64') : bytesOf(text)
    expect(knownFor(bytes, KNOWN_MAPPINGS, termsIn(sample.currency))?.name).toBe(sample.mapping)
    const money = (entries: readonly (readonly unknown[])[]) => entries.map((each) => each.slice(0, 3))
    // Whether its bank quotes with care no sample can say.
    const read = readAsSuggested(bytes, sample.currency, { quotes: 'true' })
    expect(money(read)).toEqual(money(sample.entries))
  })
})

describe('a sample of an unknown bank', () => {
  it('is read below an address, with its notes and the words of its directions', () => {
    const text = [
      'Banco de Prueba;;;;;',
      'Cuenta;123;;;;',
      'Fecha;Concepto;Importe;D/C;Saldo;Referencia',
      '21/11/2026;PAGO; 1.234,50;H;2.000,00;A1',
      '22/11/2026;CARGO;10,00;D;1.990,00;A2',
      ';;;Total;;',
    ].join('\n')
    const { columns, ...rest } = suggested(bytesOf(text), termsIn('MXN'))
    expect(columns).toMatchObject({
      bookedAt: 'Fecha',
      amount: 'Importe',
      direction: 'D/C',
      reference: 'Referencia',
    })
    expect(rest).toMatchObject({
      ...{ delimiter: ';', decimalSign: ',', remittance: ['Concepto'], narrative: [] },
      creditWords: expect.arrayContaining(['H']),
      debitWords: expect.arrayContaining(['D']),
      skipRowsWithoutDate: true,
    })
    expect(readAsSuggested(bytesOf(text), 'MXN')).toEqual([
      ['2026-11-21', 'credit', '123450', 'PAGO'],
      ['2026-11-22', 'debit', '1000', 'CARGO'],
    ])
  })

  it('says nothing of a direction that no bank is known to write', () => {
    const text = 'Date,Amount,Type\n2026-11-21,5.00,CR\n2026-11-22,6.00,Jazz\n'
    const { columns, creditWords, debitWords } = suggested(bytesOf(text), termsIn('THB'))
    expect(columns.direction).toBe('Type')
    expect([...creditWords, ...debitWords]).not.toContain('Jazz')
  })

  it('has its columns by number where it has no heads, and says how many there are', () => {
    const draft = suggested(bytesOf('20261121,-12.50,fee\n20261122,100.00,order\n'), termsIn('THB'))
    expect(draft).toMatchObject({ headerRow: false, fieldCount: '3', columns: { bookedAt: 1, amount: 2 } })
  })

  it('is asked about where its dates do not tell: nothing is guessed', () => {
    const draft = suggested(bytesOf('Date,Amount\n03/04/2026,5.00\n'), termsIn('THB'))
    expect(draft.dateFormat).toBe('')
    expect([...checkedDraft(draft).faults.keys()]).toEqual(['/dateFormat'])
  })

  it('takes no column for the reference whose values come twice: two movements would be one', () => {
    const text = 'Date,Amount,Reference\n2026-11-21,5.00,A\n2026-11-22,6.00,A\n'
    expect(suggested(bytesOf(text), termsIn('THB')).columns.reference).toBeUndefined()
  })

  it('names a column by its number where another has the same head', () => {
    const text = 'Date,Amount,Amount\n2026-11-21,5.00,105.00\n'
    expect(suggested(bytesOf(text), termsIn('THB')).columns.amount).toBe(2)
  })

  it('that is no CSV at all suggests nothing, and says so at each field', () => {
    const { mapping, faults } = checkedDraft(suggested(new Uint8Array([0xff, 0x00, 0x12]), termsIn('THB')))
    expect(mapping).toBeUndefined()
    expect([...faults.keys()]).toContain('/columns/bookedAt')
  })
})

describe('the characters of a sample', () => {
  it.each([
    ['THB', [0xc7, 0xd1, 0xb9], 'tis-620'],
    ['JPY', [0x93, 0xfa, 0x95, 0x74], 'shift_jis'],
    ['EUR', [0x46, 0xe9], 'windows-1252'],
    ['THB', [0x41, 0x42], 'utf-8'],
    ['THB', [0xff, 0xfe, 0x41, 0x00], 'utf-16le'],
  ] as const)('of an account in %s that begins with %j are %s', (code, bytes, encoding) => {
    expect(encodingOf(new Uint8Array(bytes), code)).toBe(encoding)
  })

  it('are divided by what most lines have alike, and not by the commas of their amounts', () => {
    expect(delimiterOf('a;b;c\n1,50;x;y\n2,50;x, y;z\n')).toBe(';')
  })

  it('of a large file end with a whole line', async () => {
    const line = 'x'.repeat(99)
    const bytes = await sampleOf(new Blob([`${line}\n`.repeat(10_000)]))
    expect(bytes.length % 100).toBe(0)
    expect(bytes.at(-1)).toBe(0x0a)
  })
})

describe('a head', () => {
  it.each([
    ['  Debit Amount ', 'debit'],
    ['Credit Amount (THB)', 'credit'],
    ['Value Date', 'valueDate'],
    ['วันที่', 'bookedAt'],
    ['摘要内容', 'remittance'],
    ['Cheque', undefined],
  ])('%j means %s', (head, meaning) => {
    expect(meaningOf(head)?.meaning).toBe(meaning)
  })
})
