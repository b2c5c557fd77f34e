import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { readCamt } from './camt.ts'
import type { ParsedEntry, ReadTerms } from './entry.ts'
import { named } from './naming.ts'

/** After everything that the samples tell. */
const TERMS = {
  now: Date.parse('2026-11-22T08:00:00Z'),
  currency: offered('THB'),
  balances: 'CHECKED',
} as const
const SAMPLES = join(import.meta.dirname, '../../../../docs/operators/samples')
const SCHEMAS = join(import.meta.dirname, '../../../../test/fixtures/iso20022')
const sample = (name: string): string => readFileSync(join(SAMPLES, `${name}.xml`), 'utf8')

/** Where a test is about something else than balances. */
const UNPROVEN = { ...TERMS, balances: 'NOT_PROVIDED_BY_BANK' } as const

function entriesOf(text: string, terms: ReadTerms = TERMS): readonly ParsedEntry[] {
  const read = readCamt(text, terms)
  if (!read.ok) throw new Error(JSON.stringify(read.failure))
  return read.value.entries
}

const faultsOf = (text: string) => {
  const read = readCamt(text, TERMS)
  return read.ok ? [] : read.failure
}

describe('the samples', () => {
  it.each(['camt.053.001.12', 'camt.054.001.12'])('%s is valid against its schema', async (name) => {
    const result = await validateXML({
      xml: [{ fileName: `${name}.xml`, contents: sample(name) }],
      schema: [{ fileName: `${name}.xsd`, contents: readFileSync(join(SCHEMAS, `${name}.xsd`), 'utf8') }],
    })
    expect(result.errors).toEqual([])
    expect(result.valid).toBe(true)
  })
})

describe('a camt.053 statement', () => {
  const read = readCamt(sample('camt.053.001.12'), TERMS)
  const entries = entriesOf(sample('camt.053.001.12'))

  it('names its account, and counts what is not booked as skipped', () => {
    expect(read).toMatchObject({
      ok: true,
      value: { source: 'camt.053', accountNumber: '1234567890', skipped: 1 },
    })
  })

  it('gives a credit with everything that matching needs', () => {
    expect(entries[0]).toMatchObject({
      reference: 'BR-0001',
      bookedAt: Date.parse('2026-11-21T02:15:30Z'),
      bookedPrecision: 'time',
      valueDate: '2026-11-21',
      direction: 'credit',
      reversal: false,
      money: { currency: 'THB', amountMinor: 50_000n },
      remittance: 'Order S0AB CDEF GHIJ KL thanks',
      endToEndId: undefined,
      utr: 'TH2026112109153012',
      sender: { name: 'Somchai Jaidee & Sons', account: '9876543210', bank: 'KASITHBK' },
    })
  })

  it('makes an entry of each transfer of a batch, each with a name of its own', () => {
    expect(entries.slice(1, 4).map((each) => [each.reference, each.money.amountMinor])).toEqual([
      ['BATCH-7-A', 10_000n],
      ['BATCH-7/2', 25_025n],
      ['BATCH-7/3', 50n],
    ])
    expect(entries[1]?.remittance).toContain('S0AAAAAAAAAAA1')
  })

  it('marks the reversal of a credit, which is a debit', () => {
    expect(entries[4]).toMatchObject({ direction: 'debit', reversal: true, reference: 'BR-0003' })
  })

  it('leaves an entry without a reference to be named later, with its day only', () => {
    expect(entries[5]).toMatchObject({
      reference: undefined,
      bookedPrecision: 'day',
      bookedAt: Date.UTC(2026, 10, 21),
      remittance: 'Cash deposit',
    })
  })

  it('keeps a batch whole whose parts do not add up: nothing is lost or made up', () => {
    const entries = entriesOf(sample('camt.053.001.12').replace('>250.25<', '>250.24<'))
    expect(entries[1]).toMatchObject({ reference: 'BATCH-7', money: { amountMinor: 35_075n } })
    expect(entries[1]?.remittance).toContain('S0AAAAAAAAAAA1')
    expect(entries[1]?.remittance).toContain('REFS0AAAAAAAAAAA2')
    expect(entries.map(({ ofSeveral = false }) => ofSeveral)).toEqual([false, true, false, false])
  })

  it('says of such a batch no sender, number or end-to-end id, which are one transfer’s: it would be sent back to that one', () => {
    const tell = (
      name: string,
    ) => `<TxDtls><Refs><EndToEndId>END-${name}</EndToEndId><TxId>SBIN2263250011</TxId></Refs>
      <RltdPties><Dbtr><Nm>${name}</Nm></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties></TxDtls>`
    const [entry] =
      entriesOf(`<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">30</Amt><CdtDbtInd>CRDT</CdtDbtInd>
      <Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><AddtlNtryInf>IMPS/632509581234/X</AddtlNtryInf><NtryDtls>${tell('THIEF')}${tell('VICTIM')}</NtryDtls></Ntry></Ntfctn>
      </BkToCstmrDbtCdtNtfctn></Document>`)
    expect(entry).toMatchObject({ sender: undefined, utr: undefined, endToEndId: undefined })
    expect(entry?.utrField).toBeUndefined()
    expect(entry?.remittance).toBe('IMPS/632509581234/X END-THIEF END-VICTIM')
  })

  it('knows a batch of which the bank tells one transfer, or none, by its count', () => {
    const statement = (
      batch: string,
    ) => `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">30</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${batch}
      </NtryDtls></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`
    const one = '<TxDtls><RmtInf><Ustrd>S0AAAAAAAAAAA1</Ustrd></RmtInf></TxDtls>'
    const of = (batch: string) => entriesOf(statement(batch)).map(({ ofSeveral }) => ofSeveral)
    expect(of(one)).toEqual([undefined])
    expect(of(`<Btch><NbOfTxs>1</NbOfTxs></Btch>${one}`)).toEqual([undefined])
    expect(of(`<Btch><NbOfTxs>2</NbOfTxs></Btch>${one}`)).toEqual([true])
    expect(of('<Btch><NbOfTxs>002</NbOfTxs></Btch>')).toEqual([true])
  })
})

describe('a camt.054 notification', () => {
  it('is read with whatever prefix its names have', () => {
    expect(entriesOf(sample('camt.054.001.12'))).toMatchObject([
      { reference: 'IMPS632509581234', utr: '632509581234', sender: { name: 'RAVI KUMAR' } },
    ])
  })
})

describe('batches without a bank reference', () => {
  const statement = (day: string, payer: string) => `<Document><BkToCstmrStmt><Stmt>
    <Ntry><NtryRef>1</NtryRef><Amt Ccy="THB">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${day}</Dt></BookgDt>
    <NtryDtls>${[10, 20]
      .map(
        (amount) => `<TxDtls><Refs><EndToEndId>${payer}-${amount}</EndToEndId></Refs>
      <Amt Ccy="THB">${amount}</Amt></TxDtls>`,
      )
      .join('')}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`
  const namesOf = (text: string) =>
    named('kbank', 'camt.053', entriesOf(text, UNPROVEN)).map(({ reference }) => reference)

  it('are named by what is in them: the next day counts its entries from 1 again', () => {
    const names = [
      ...namesOf(statement('2026-11-20', 'ANNA')),
      ...namesOf(statement('2026-11-21', 'BERT')),
      ...namesOf(statement('2026-11-21', 'CARL')),
    ]
    expect(new Set(names).size).toBe(6)
  })
})

describe('an entry that is not booked', () => {
  const of = (status: string) => {
    const read = readCamt(
      `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn><Ntry><Amt Ccy="THB">30</Amt><CdtDbtInd>CRDT</CdtDbtInd>${status}
      <BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry></Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
      TERMS,
    )
    return read.ok && [read.value.entries.length, read.value.skipped]
  }

  it.each([
    '<Sts>PDNG</Sts>',
    '<Sts><Cd>INFO</Cd></Sts>',
    '<Sts><Prtry>PENDING</Prtry></Sts>',
    '<Sts x="y">FUTR</Sts>',
  ])('is no money, in whatever words its bank says so: %s', (status) => expect(of(status)).toEqual([0, 1]))

  it.each(['<Sts>BOOK</Sts>', '<Sts><Cd>BOOK</Cd></Sts>', ''])('is not: %s', (status) =>
    expect(of(status)).toEqual([1, 0]),
  )
})

describe('what stands in the place of a reference', () => {
  const namesOf = (reference: string, ...days: readonly string[]) =>
    days.flatMap((day) =>
      named(
        'kbank',
        'camt.053',
        entriesOf(
          `<Document><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="THB">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts>
          <BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef></Ntry></Stmt></BkToCstmrStmt></Document>`,
          UNPROVEN,
        ),
      ).map((entry) => entry.reference),
    )

  it.each(['NOTPROVIDED', 'NONREF', 'n/a', '-', '0000'])('and says nothing names no movement: %s', (none) => {
    const [first, second] = namesOf(none, '2026-11-20', '2026-11-21')
    expect(first).toMatch(/^derived:2026-11-20:/)
    expect(second).toMatch(/^derived:2026-11-21:/)
  })

  it('and is one is taken as it is', () => {
    expect(namesOf('BR-0', '2026-11-20')).toEqual(['BR-0'])
  })
})

describe('older versions', () => {
  const OLD = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
    <Ntry><Amt Ccy="ZAR">10</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><ValDt><Dt>2026-11-21</Dt></ValDt>
    <NtryDtls><TxDtls><Refs><AcctSvcrRef>X1</AcctSvcrRef></Refs><RltdPties><Dbtr><Nm>A</Nm></Dbtr></RltdPties>
    <RltdAgts><DbtrAgt><FinInstnId><BIC>ABSAZAJJ</BIC></FinInstnId></DbtrAgt></RltdAgts></TxDtls></NtryDtls></Ntry>
    </Stmt></BkToCstmrStmt></Document>`

  it('.02 has its status and parties elsewhere', () => {
    expect(entriesOf(OLD, UNPROVEN)).toMatchObject([
      { reference: 'X1', sender: { name: 'A', bank: 'ABSAZAJJ' }, money: { amountMinor: 1_000n } },
    ])
  })

  it.each(['02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'])('.%s is read', (version) => {
    const text = sample('camt.053.001.12').replaceAll('001.12', `001.${version}`)
    expect(entriesOf(text)).toHaveLength(6)
  })
})

describe('what is wrong with a file is told with its place', () => {
  it('no XML', () => {
    expect(faultsOf('<Document>\n  <a></b>\n</Document>')).toMatchObject([
      { line: 2, message: expect.stringContaining('not well-formed') },
    ])
  })

  it('statements of several accounts: one of them would be taken for the other', () => {
    const balance = (code: string) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="THB">0</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
    const of = (number: string) =>
      `<Stmt><Acct><Id><Othr><Id>${number}</Id></Othr></Id></Acct>${balance('OPBD')}${balance('CLBD')}</Stmt>`
    const file = (...numbers: readonly string[]) =>
      `<Document><BkToCstmrStmt>${numbers.map(of).join('\n')}</BkToCstmrStmt></Document>`
    expect(faultsOf(file('111', '111'))).toEqual([])
    expect(faultsOf(file('111', '222'))).toMatchObject([
      { line: 2, message: expect.stringContaining('a different account') },
    ])
  })

  it('no camt', () => {
    expect(faultsOf('<Document><CstmrCdtTrfInitn/></Document>')[0]?.message).toContain('neither a camt.053')
  })

  it('an entry that has no direction, by its line and column', () => {
    const text = sample('camt.053.001.12').replace(
      '<Amt Ccy="THB">60.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>',
      '<Amt Ccy="THB">60.001</Amt>',
    )
    const line = text.split('\n').findIndex((each) => each.includes('60.001'))
    expect(faultsOf(text)).toEqual([
      { line, column: 7, message: 'its amount has more than 2 decimals: "60.001"' },
      { line, column: 7, message: 'has no CdtDbtInd of CRDT or DBIT' },
    ])
  })

  it('a document type, before anything of it is read', () => {
    const bomb = `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><Document>&d;</Document>`
    expect(faultsOf(bomb)).toEqual([
      { line: 2, column: 1, message: 'a document type is not accepted: remove it' },
    ])
  })

  it('an entity of its own stays as it was written', () => {
    const text = sample('camt.053.001.12').replace('thanks', '&evil; &#x41;')
    expect(entriesOf(text)[0]?.remittance).toBe('Order S0AB CDEF GHIJ KL &evil; A')
  })

  it('one that is nested without end', () => {
    expect(faultsOf(`${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`)).toHaveLength(1)
  })

  it('one whose fault would be as long as itself', () => {
    expect(faultsOf('<a>'.repeat(50_000))[0]?.message.length).toBeLessThan(300)
  })
})

describe('the balances of a camt.053', () => {
  const balance = (code: string, amount: number, ccy = 'THB') =>
    `\n<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${ccy}">${Math.abs(amount)}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`
  const entry = (amount: number) =>
    `\n<Ntry><Amt Ccy="THB">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt></Ntry>`
  const statement = (...parts: readonly string[]) => `<Stmt>${parts.join('')}</Stmt>`
  const file = (...statements: readonly string[]) =>
    `<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`
  const whole = (from: number, moved: number) =>
    statement(balance('OPBD', from), balance('CLBD', from + moved), entry(moved))

  it('are led from one to the other', () => {
    expect(faultsOf(file(whole(-10, 30)))).toEqual([])
    expect(
      faultsOf(file(statement(balance('PRCD', 5), balance('CLAV', 9), balance('CLBD', 8), entry(3)))),
    ).toEqual([])
    expect(readCamt(file(whole(0, 1)), TERMS)).toMatchObject({ value: { balances: 'COMPARED' } })
  })

  it('of nothing with credits of 1,677.77 between them are refused', () => {
    expect(faultsOf(file(statement(balance('OPBD', 0), balance('CLBD', 0), entry(1_677.77))))).toMatchObject([
      {
        line: 3,
        column: 1,
        message: expect.stringMatching(/says 0.00 THB, .* add up to 1677.77 THB.*NOT_PROVIDED_BY_BANK/),
      },
    ])
  })

  it('join, of a file’s statements and of a statement’s pages', () => {
    const first = statement(balance('OPBD', 0), balance('ITBD', 5), entry(5))
    const last = statement(balance('ITBD', 5), balance('CLBD', 7), entry(2))
    expect(faultsOf(file(first, last, whole(7, 1)))).toEqual([])
    expect(faultsOf(file(whole(7, 1), whole(0, 7)))).toEqual([])
    expect(faultsOf(file(whole(0, 5), whole(7, 1)))).toMatchObject([
      {
        message: expect.stringContaining(
          'opens with 7.00 THB, but the previous statement closes with 5.00 THB',
        ),
      },
    ])
  })

  it.each([
    ['no opening one', [balance('CLBD', 1), entry(1)], 'no opening balance'],
    ['no closing one', [balance('OPBD', 0), entry(1)], 'no closing balance'],
    ['one twice', [balance('OPBD', 0), balance('OPBD', 0), balance('CLBD', 1), entry(1)], 'twice'],
    [
      'two that contradict each other',
      [balance('OPBD', 0), balance('PRCD', 1), balance('CLBD', 1), entry(1)],
      'differs from',
    ],
    ['one that cannot be read', [balance('OPBD', 0), balance('CLBD', Number.NaN), entry(1)], 'not an amount'],
    ['one in another currency', [balance('OPBD', 0, 'ZAR'), balance('CLBD', 1), entry(1)], 'is in THB'],
  ])('with %s are refused', (_, parts, message) => {
    const [fault, ...more] = faultsOf(file(statement(...parts)))
    expect([fault?.message, more]).toEqual([expect.stringContaining(message), []])
  })

  it('are not compared where the bank gives no true ones, nor in a notification, and it is told', () => {
    const made = file(statement(entry(5)))
    expect(readCamt(made, UNPROVEN)).toMatchObject({ value: { balances: 'NOT_PROVIDED_BY_BANK' } })
    expect(readCamt(sample('camt.054.001.12'), TERMS)).toMatchObject({ value: { balances: 'NOT_IN_FILE' } })
  })
})

describe('a date', () => {
  const faultsWith = (booked: string, value = '<Dt>2026-11-21</Dt>') =>
    faultsOf(`<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>
      <Ntry><Amt Ccy="THB">30</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt>${booked}</BookgDt><ValDt>${value}</ValDt></Ntry>
    </Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`)

  it.each([
    '<Dt>2026-13-01</Dt>',
    '<Dt>2026-00-10</Dt>',
    '<Dt>2026-02-30</Dt>',
    '<Dt>21.11.2026</Dt>',
    '<DtTm>2026-02-30T10:00:00Z</DtTm>',
    '<DtTm>2026-11-21T25:61:00Z</DtTm>',
    '<DtTm>2026-11-21T24:00:00+07:00</DtTm>',
    '<DtTm>2026-11-21T25:61:00</DtTm>',
    '<Dt>2026-11-21+25:00</Dt>',
  ])('that there is not is refused with its place, never made another one: %s', (date) => {
    expect(faultsWith(date)).toMatchObject([
      { line: 2, column: 7, message: expect.stringContaining('BookgDt') },
    ])
    expect(faultsWith('<Dt>2026-11-21</Dt>', date)).toMatchObject([
      { line: 2, column: 7, message: expect.stringContaining('ValDt') },
    ])
  })

  it.each([
    '<Dt>2026-11-21+07:00</Dt>',
    '<DtTm>2026-11-21T10:15:30</DtTm>',
    '<DtTm>2026-11-21T10:15:30.5Z</DtTm>',
  ])('is read as the standard writes it: %s', (date) => {
    expect(faultsWith(date)).toEqual([])
  })

  it('of a booking more than a day from now is refused, that of its value is not', () => {
    expect(faultsWith('<Dt>2026-11-23</Dt>', '<Dt>2027-01-04</Dt>')).toEqual([])
    expect(faultsWith('<Dt>2026-11-24</Dt>')).toMatchObject([
      { line: 2, column: 7, message: expect.stringContaining('more than a day from now') },
    ])
  })
})

describe('a booking of more transfers than a call takes arguments', () => {
  it('is read, and refused for their number', () => {
    const count = 150_000
    const transfers = '<TxDtls><Amt Ccy="THB">1</Amt></TxDtls>'.repeat(count)
    const booking = `<Amt Ccy="THB">${count}</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt>`
    const entry = `<Ntry>${booking}<NtryDtls>${transfers}</NtryDtls></Ntry>`
    const text = `<Document><BkToCstmrStmt><Stmt>${entry}</Stmt></BkToCstmrStmt></Document>`
    expect(faultsOf(text)[0]?.message).toContain('has more than 50000 entries')
  })
})
