import { offered } from '@sluice/core/catalogue/currencies.ts'
import { describe, expect, it } from 'vitest'
import { checkCsvMapping } from './csv-mapping.ts'
import { evidenceOf } from './evidence.ts'
import { named } from './naming.ts'
import { readStatement } from './read-file.ts'
import { type BankFieldName, FIELD_AUTHORS } from './text-fields.ts'

const NUMBER = '632509581234'
const TERMS = {
  now: Date.parse('2026-11-22T08:00:00Z'),
  currency: offered('INR'),
  balances: 'NOT_PROVIDED_BY_BANK',
} as const

const camt = (details: string, beside = ''): string => `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry>
  <Amt Ccy="INR">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt>${beside}
  <NtryDtls><TxDtls>${details}</TxDtls></NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
const mt940 = (words: string, references = 'NONREF'): string =>
  `:20:A\n:60F:C261121INR0,\n:61:2611211121C30,NTRF${references}\n:86:${words}\n:62F:C261121INR30,\n`
const COLUMNS = {
  utr: 'utr',
  reference: 'reference',
  endToEndId: 'end',
  senderName: 'name',
  senderAccount: 'account',
  senderBank: 'bank',
}
const HEADS = ['day', 'amount', 'narrative', 'text', ...Object.values(COLUMNS)]
const csv = (column: string, text: string): string =>
  `${HEADS.join(',')}\n2026-11-21,30,${HEADS.slice(2)
    .map((head) => (head === column ? text : ''))
    .join(',')}\n`

/** A file with a text in this field and in no other; of several, in the one that a payer reaches most easily. */
const FILES: Readonly<Record<BankFieldName, (text: string) => string>> = {
  'camt-clearing': (text) => camt(`<Refs><ClrSysRef>${text}</ClrSysRef></Refs>`),
  'camt-transaction': (text) => camt(`<Refs><TxId>${text}</TxId></Refs>`),
  'camt-entry-text': (text) => camt('', `<AddtlNtryInf>${text}</AddtlNtryInf>`),
  'camt-bank-reference': (text) => camt('', `<AcctSvcrRef>${text}</AcctSvcrRef>`),
  'camt-uetr': (text) => camt(`<Refs><UETR>${text}</UETR></Refs>`),
  'camt-remittance': (text) => camt(`<RmtInf><Ustrd>${text}</Ustrd></RmtInf>`),
  'camt-end-to-end': (text) =>
    camt(`<Refs><EndToEndId>${text}</EndToEndId><InstrId>${text}</InstrId></Refs>`),
  'camt-party': (text) => camt(`<RltdPties><Dbtr><Nm>${text}</Nm></Dbtr></RltdPties>`),
  'mt940-plain': (text) => mt940(text),
  'mt940-code-words': (text) => mt940(`/UTR/${text}/ORDP//NAME/RAVI`),
  'mt940-payer-words': (text) => mt940(`/EREF/${text}/REMI/${text}/UTR/${text}`),
  'mt940-origin': (text) => mt940(`/IBAN/${text}/NAME/RAVI`),
  'mt940-booking-text': (text) => mt940(`166?00${text}?20SHOES`),
  'mt940-numbered': (text) => mt940(`166?20${text}?00${text}`),
  'mt940-bank-reference': (text) => mt940('', `NONREF//${text}`),
  'mt940-customer-reference': (text) => mt940('', `${text}\n${text}`),
  'csv-utr': (text) => csv('utr', text),
  'csv-narrative': (text) => csv('narrative', text),
  'csv-reference': (text) => csv('reference', text),
  'csv-remittance': (text) => csv('text', text),
  'csv-end-to-end': (text) => csv('end', text),
  'csv-sender': (text) => csv('name', text),
}

const mapping = checkCsvMapping({
  columns: { bookedAt: 'day', amount: 'amount', ...COLUMNS },
  remittance: ['text'],
  narrative: ['narrative'],
})
if (!mapping.ok) throw new Error(JSON.stringify(mapping.failure))

function numberIn(file: string): string | undefined {
  const statement = readStatement(Buffer.from(file), {
    format: file.startsWith('<') ? 'camt' : file.startsWith(':') ? 'mt940' : 'csv',
    mapping: mapping.ok ? mapping.value : undefined,
    terms: TERMS,
  })
  if (!statement.ok) throw new Error(JSON.stringify(statement.failure))
  const [entry] = named('hdfc', statement.value.source, statement.value.entries)
  if (!entry) throw new Error('there is no entry')
  return evidenceOf(entry).utr
}

const rows = Object.keys(FILES).filter((name): name is BankFieldName => name in FIELD_AUTHORS)
const those = (utr: 'field' | 'beginning' | 'never') => rows.filter((name) => FIELD_AUTHORS[name].utr === utr)

describe('the number of a transfer', () => {
  it.each(those('field'))('is what stands alone in %s', (name) => {
    expect(numberIn(FILES[name](NUMBER))).toBe(NUMBER)
    expect(numberIn(FILES[name](`${NUMBER} for the shoes`))).toBeUndefined()
  })

  it.each(those('beginning'))('is that with which the bank begins %s', (name) => {
    expect(numberIn(FILES[name](`IMPS/${NUMBER}/RAVI`))).toBe(NUMBER)
    expect(numberIn(FILES[name](`NEFT/RAVI/IMPS/${NUMBER}`))).toBeUndefined()
  })

  it.each(those('never'))('is nothing that stands in %s, however it begins', (name) => {
    for (const text of [NUMBER, `UPI/${NUMBER}`, `UPI-${NUMBER}`, `IMPS/${NUMBER}/RAVI`])
      expect(numberIn(FILES[name](text))).toBeUndefined()
  })
})

it('An entry without a reference keeps the name that it had before its number was looked for in its text', () => {
  const name = (text: string) => {
    const statement = readStatement(Buffer.from(mt940(text)), {
      format: 'mt940',
      mapping: undefined,
      terms: TERMS,
    })
    return statement.ok && named('hdfc', 'mt940', statement.value.entries)[0]?.reference
  }
  expect(name(`IMPS/${NUMBER}/RAVI`)).toBe('derived:2026-11-21:3ab5de7e892e9e90ef801256:1')
})
