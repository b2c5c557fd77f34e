/**
 * pain.002: what the bank says became of a file, versions .03 to .14. Pure.
 *
 * Reads the three levels — group, batch, transaction — as they stand; the most specific one counts (`told`). Promises: no
 * entity is expanded and no document type read, namespaces and prefixes do not matter, and a document of another kind is refused.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { all, attributeOf, first, readXml, textAt, type XmlNode } from '../../foundation/xml.ts'

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

/** @returns what is wrong with it otherwise, for an operator to read */
export function readStatusReport(xml: string): Result<StatusReport, string> {
  const read = readXml(xml)
  if (!read.ok) {
    const { line, column, message } = read.failure
    return fail(`line ${line}, column ${column}: ${message}`)
  }
  const report = first(read.value.root, 'Document', 'CstmrPmtStsRpt')
  if (report === undefined) return fail('is not a pain.002 (Document, CstmrPmtStsRpt)')
  const original = first(report, 'OrgnlGrpInfAndSts')
  const originalMessageId = textAt(original, 'OrgnlMsgId')
  if (originalMessageId === undefined) return fail('does not name the message that it answers (OrgnlMsgId)')
  return succeed({
    messageId: textAt(report, 'GrpHdr', 'MsgId') ?? '',
    originalMessageId,
    group: statusIn(original, 'GrpSts'),
    batches: all(report, 'OrgnlPmtInfAndSts').map((batch) => ({
      batchId: textAt(batch, 'OrgnlPmtInfId') ?? '',
      status: statusIn(batch, 'PmtInfSts'),
      transactions: all(batch, 'TxInfAndSts').map(transaction),
    })),
  })
}

export interface ReportedPayout {
  readonly status: BankStatus | undefined
  /** Where the report speaks of this transaction itself. */
  readonly transaction: TransactionStatus | undefined
}

/** What the report says of each payout of the file: the transaction's own status, else its batch's, else the group's. */
export function told(report: StatusReport): (batchId: string, reference: string) => ReportedPayout {
  const own = new Map<string, ReportedPayout>()
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

function transaction(element: XmlNode): TransactionStatus {
  const instructed = first(element, 'OrgnlTxRef', 'Amt', 'InstdAmt')
  const currency = attributeOf(instructed, 'Ccy')
  return {
    reference: textAt(element, 'OrgnlEndToEndId') ?? '',
    status: statusIn(element, 'TxSts'),
    amount: currency === undefined ? undefined : { text: textAt(instructed) ?? '', currency },
  }
}

function statusIn(element: XmlNode, name: string): BankStatus | undefined {
  const status = textAt(element, name)
  if (status === undefined) return undefined
  const reasons = all(element, 'StsRsnInf')
    .map((reason) => textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry'))
    .filter((reason) => reason !== undefined)
  return { status: code(status), reasons: reasons.map(code) }
}

/** What goes into histories and answers: nothing longer than the schema allows, nothing that is no plain text. */
const code = (text: string): string => text.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 35)
