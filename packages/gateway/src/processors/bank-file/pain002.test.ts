import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { anyText } from '@sluice/core/foundation/any-text.fixture.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { schemaOf } from './bank-file.fixture.ts'
import { REJECTION_REASONS, STATUS_MEANINGS, verdictOf } from './bank-reasons.ts'
import { answer } from './pain002.fixture.ts'
import { readStatusReport, reported } from './pain002.ts'

const SAMPLE = readFileSync(
  join(import.meta.dirname, '../../../../../docs/operators/samples/pain.002.001.14.xml'),
  'utf8',
)

const read = (xml: string) => {
  const statusUpdate = readStatusReport(xml)
  if (!statusUpdate.ok) throw new Error(statusUpdate.failure)
  return statusUpdate.value
}

describe('a pain.002', () => {
  const xml = answer({
    original: 'm1',
    group: 'PART',
    batches: [
      {
        id: 'm1-1',
        transactions: [
          { reference: 'A', status: 'ACSC' },
          { reference: 'B', status: 'RJCT', reason: 'AC04', amount: ['THB', '100.50'] },
        ],
      },
      { id: 'm1-2', status: 'RJCT', reason: 'AM04' },
      { id: 'm1-3', status: 'PART', transactions: [{ reference: 'C' }] },
    ],
  })

  it('as the tests make it is valid', async () => {
    const { errors } = await validateXML({ xml, schema: schemaOf('pain.002.001.14') })
    expect(errors).toEqual([])
  })

  it('that operators may try is valid', async () => {
    const { errors } = await validateXML({ xml: SAMPLE, schema: schemaOf('pain.002.001.14') })
    expect(errors).toEqual([])
    expect(read(SAMPLE)).toMatchObject({ originalMessageId: 'MESSAGE', group: { status: 'PART' } })
  })

  it('says of each payout what is said most closely: of it, of its batch, of the group', () => {
    const of = reported(read(xml))
    expect(of('m1-1', 'A')).toMatchObject({ status: { status: 'ACSC', reasons: [] } })
    expect(of('m1-1', 'B')).toMatchObject({
      status: { status: 'RJCT', reasons: ['AC04'] },
      transaction: { amount: { text: '100.50', currency: 'THB' } },
    })
    expect(of('m1-2', 'X')).toEqual({ status: { status: 'RJCT', reasons: ['AM04'] }, transaction: undefined })
    expect(of('m1-1', 'X').status).toBeUndefined()
    expect(of('m1-3', 'C').status).toBeUndefined()
    expect(reported(read(answer({ original: 'm', group: 'ACSC' })))('m-1', 'X').status?.status).toBe('ACSC')
  })

  it.each(['pain.002.001.03', 'pain.002.001.10', 'pain.002.001.14'])(
    '%s is read, with prefixes too',
    (version) => {
      const plain = answer({ original: 'm', group: 'RJCT', version })
      const prefixed = plain.replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns:').replace('xmlns=', 'xmlns:ns=')
      for (const each of [plain, prefixed])
        expect(read(each)).toMatchObject({ originalMessageId: 'm', group: { status: 'RJCT' } })
    },
  )

  it.each([
    ['line 2, column 8: holds a NUL character', '<Document>\n<OrgnlM\0sgId>x</OrgnlMsgId></Document>'],
    ['a document type is not accepted', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Document/>'],
    ['line 1, column 14: is not well-formed XML', '<Document><a></Document>'],
    ['is not well-formed XML', ''],
    ['is not a pain.002', '<Document><CstmrCdtTrfInitn/></Document>'],
    ['is not well-formed XML', '{"a":1}'],
    ['does not name the message', '<Document><CstmrPmtStsRpt><GrpHdr/></CstmrPmtStsRpt></Document>'],
  ])('%s', (failure, text) => {
    expect(readStatusReport(text)).toEqual({ ok: false, failure: expect.stringContaining(failure) })
  })

  it.each([
    [['ACSC', 'RJCT'], 'not-known'],
    [['RJCT', 'ACSC'], 'not-known'],
    [['ACCC', 'ACSP', 'CANC'], 'not-known'],
    [['RJCT', 'ACSC', 'RJCT'], 'not-known'],
    [['ACTC', 'ACSP', 'ACSC'], 'delivered'],
    [['ACSC', 'ACTC'], 'delivered'],
    [['ACSC', 'ACCC'], 'delivered'],
    [['RJCT', 'RJCT'], 'failed'],
    [['ACTC', 'ACSP'], 'open'],
  ])(
    'that has a transaction several times, as %j, says of it %s: who is paid and rejected is neither',
    (all, verdict) => {
      const transactions = all.map((status) => ({ reference: 'A', status }))
      const xml = answer({ original: 'm1', batches: [{ id: 'm1-1', transactions }] })
      const { status } = reported(read(xml))('m1-1', 'A')
      expect(verdictOf(status?.status ?? '', status?.reasons ?? []).type).toBe(verdict)
    },
  )

  it('that has a transaction in two amounts says nothing of it, and one amount is compared wherever it stands', () => {
    const of = (...amounts: readonly (string | undefined)[]) => {
      const transactions = amounts.map((text) => ({
        ...{ reference: 'A', status: 'RJCT' },
        ...(text !== undefined && { amount: ['THB', text] as const }),
      }))
      return reported(read(answer({ original: 'm1', batches: [{ id: 'm1-1', transactions }] })))('m1-1', 'A')
    }
    expect(of('5', '7').status?.status).toBe('TWICE RJCT')
    expect(of('7', undefined)).toMatchObject({
      status: { status: 'RJCT' },
      transaction: { amount: { text: '7' } },
    })
  })

  it('that is anything else throws nothing', () => {
    fc.assert(fc.property(anyText({ maxLength: 200 }), (text) => void readStatusReport(text)))
    fc.assert(
      fc.property(fc.nat(xml.length), fc.nat(20), (from, length) => {
        readStatusReport(xml.slice(0, from) + xml.slice(from + length))
      }),
    )
  })
})

describe('a status and its reasons', () => {
  it.each([
    ['ACSC', [], 'delivered'],
    ['ACCC', [], 'delivered'],
    ['ACCP', [], 'open'],
    ['ACSP', [], 'open'],
    ['PDNG', [], 'open'],
    ['RCVD', [], 'open'],
    ['BLCK', [], 'not-known'],
    ['ZZZZ', ['AC04'], 'not-known'],
    ['RJCT', ['AC01'], 'ACCOUNT_INVALID'],
    ['RJCT', ['AC04'], 'ACCOUNT_INVALID'],
    ['RJCT', ['AC06'], 'ACCOUNT_BLOCKED'],
    ['RJCT', ['BE01'], 'ACCOUNT_NAME_MISMATCH'],
    ['RJCT', ['RC01'], 'BANK_INVALID'],
    ['RJCT', ['AB06'], 'BANK_UNAVAILABLE'],
    ['RJCT', ['AM02'], 'AMOUNT_NOT_ALLOWED'],
    ['RJCT', ['AM04'], 'PROCESSOR_INSUFFICIENT_FUNDS'],
    ['RJCT', ['NARR', 'AC04'], 'ACCOUNT_INVALID'],
    ['RJCT', ['ZZ99'], 'PROCESSOR_ERROR'],
    ['RJCT', [], 'PROCESSOR_ERROR'],
    ['RJCT', ['AG01'], 'refused'],
    ['RJCT', ['RR04'], 'refused'],
    ['CANC', [], 'refused'],
    ['CANC', ['AC04'], 'ACCOUNT_INVALID'],
    // It may have been paid the first time.
    ['RJCT', ['AM05'], 'open'],
    ['RJCT', ['DU01'], 'open'],
    ['RJCT', ['AC04', 'DU01'], 'open'],
  ])('%s %j: %s', (status, reasons, meaning) => {
    const verdict = verdictOf(status, reasons)
    expect(verdict.type === 'failed' ? verdict.failureReason : verdict.type).toBe(meaning)
  })

  it.each([STATUS_MEANINGS, REJECTION_REASONS])('have one meaning each', (table) => {
    const listed = Object.values(table).flat()
    expect(listed).toEqual([...new Set(listed)])
  })
})
