/**
 * pain.002: what the bank says became of a file, versions .03 to .14. Pure.
 *
 * Reads the three levels — group, batch, transaction — as they stand; the most specific one counts (`told`). Promises: no
 * entity is expanded and no document type read, namespaces and prefixes do not matter, and a document of another kind is refused.
 */
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { fail, type Result, succeed } from '../../foundation/result.ts'

export interface BankStatus {
  /** ISO 20022: RJCT, ACSC, ... */
  readonly status: string
  /** Codes, or the bank's own words of at most 35 characters. */
  readonly reasons: readonly string[]
}

export interface TransactionStatus {
  readonly reference: string
  readonly status: BankStatus | undefined
  /** Where the bank repeats it: `100.50`. */
  readonly amount: { readonly text: string; readonly currency: string } | undefined
}

export interface BatchStatus {
  readonly batchId: string
  readonly status: BankStatus | undefined
  readonly transactions: readonly TransactionStatus[]
}

export interface StatusReport {
  /** The bank's name for its message. */
  readonly messageId: string
  readonly originalMessageId: string
  readonly group: BankStatus | undefined
  readonly batches: readonly BatchStatus[]
}

export type UnreadableReport = 'NOT_XML' | 'HAS_DOCTYPE' | 'NOT_PAIN_002' | 'NO_ORIGINAL_MESSAGE'

const SEVERAL = new Set(['OrgnlPmtInfAndSts', 'TxInfAndSts', 'StsRsnInf'])
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: '#text',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  htmlEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  isArray: (name) => SEVERAL.has(name),
})

export function readStatusReport(xml: string): Result<StatusReport, UnreadableReport> {
  if (/<!DOCTYPE|<!ENTITY/i.test(xml)) return fail('HAS_DOCTYPE')
  if (XMLValidator.validate(xml) !== true) return fail('NOT_XML')
  const report = at(parse(xml), 'Document', 'CstmrPmtStsRpt')
  if (!isElement(report)) return fail('NOT_PAIN_002')
  const original = at(report, 'OrgnlGrpInfAndSts')
  const originalMessageId = textOf(at(original, 'OrgnlMsgId'))
  if (originalMessageId === '') return fail('NO_ORIGINAL_MESSAGE')
  return succeed({
    messageId: textOf(at(report, 'GrpHdr', 'MsgId')),
    originalMessageId,
    group: statusIn(original, 'GrpSts'),
    batches: listOf(at(report, 'OrgnlPmtInfAndSts')).map((batch) => ({
      batchId: textOf(at(batch, 'OrgnlPmtInfId')),
      status: statusIn(batch, 'PmtInfSts'),
      transactions: listOf(at(batch, 'TxInfAndSts')).map(transaction),
    })),
  })
}

export interface Told {
  readonly status: BankStatus | undefined
  /** Where the report speaks of this transaction itself. */
  readonly transaction: TransactionStatus | undefined
}

/** What the report says of each payout of the file: the transaction's own status, else its batch's, else the group's. */
export function told(report: StatusReport): (batchId: string, reference: string) => Told {
  const own = new Map<string, Told>()
  const batches = new Map<string, BankStatus | undefined>()
  for (const { batchId, status, transactions } of report.batches) {
    batches.set(batchId, status)
    for (const transaction of transactions) {
      own.set(transaction.reference, { status: transaction.status ?? whole(status), transaction })
    }
  }
  return (batchId, reference) =>
    own.get(reference) ?? { status: whole(batches.get(batchId) ?? report.group), transaction: undefined }
}

/** Where some were taken and some not, which ones stands at the transactions. */
const whole = (status: BankStatus | undefined): BankStatus | undefined =>
  status?.status === 'PART' ? undefined : status

function transaction(element: unknown): TransactionStatus {
  const instructed = at(element, 'OrgnlTxRef', 'Amt', 'InstdAmt')
  return {
    reference: textOf(at(element, 'OrgnlEndToEndId')),
    status: statusIn(element, 'TxSts'),
    amount: isElement(instructed)
      ? { text: textOf(instructed), currency: textOf(instructed['@Ccy']) }
      : undefined,
  }
}

function statusIn(element: unknown, name: string): BankStatus | undefined {
  const status = textOf(at(element, name))
  if (status === '') return undefined
  const reasons = listOf(at(element, 'StsRsnInf'))
    .map((reason) => textOf(at(reason, 'Rsn', 'Cd')) || textOf(at(reason, 'Rsn', 'Prtry')))
    .filter((code) => code !== '')
  return { status: code(status), reasons: reasons.map(code) }
}

/** What goes into histories and answers: nothing longer than the schema allows, nothing that is no plain text. */
const code = (text: string): string => text.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 35)

function parse(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch {
    return undefined
  }
}

type Element = Readonly<Record<string, unknown>>
const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((found, name) => (isElement(found) ? found[name] : undefined), value)
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** An element's text, with attributes or without. */
function textOf(value: unknown): string {
  const text = isElement(value) ? value['#text'] : value
  return typeof text === 'string' ? text.trim() : ''
}
