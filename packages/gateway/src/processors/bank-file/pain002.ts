/**
 * pain.002: the bank's status report on a file, versions .03 to .14. Pure.
 *
 * Reads the three levels: group, batch, transaction. The most specific one counts (`reported`), and a transaction with
 * two different ends has none. No entity is expanded and no document type read, namespaces and prefixes do not matter,
 * and any other document is refused.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { all, attributeOf, first, readXml, textAt, type XmlNode } from '@sluice/core/foundation/xml.ts'
import { verdictOf } from './bank-reasons.ts'

export interface BankStatus {
  /** ISO 20022: RJCT, ACSC, ... */
  readonly status: string
  /** Codes, or free text of the bank of at most 35 characters. */
  readonly reasons: readonly string[]
}

export interface TransactionStatus {
  readonly reference: string
  readonly status: BankStatus | undefined
  /** If the bank repeats it: `100.50`. */
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
  const statusUpdate = first(read.value.root, 'Document', 'CstmrPmtStsRpt')
  if (statusUpdate === undefined) return fail('is not a pain.002 (Document, CstmrPmtStsRpt)')
  const original = first(statusUpdate, 'OrgnlGrpInfAndSts')
  const originalMessageId = textAt(original, 'OrgnlMsgId')
  if (originalMessageId === undefined) return fail('does not name the message that it answers (OrgnlMsgId)')
  return succeed({
    messageId: textAt(statusUpdate, 'GrpHdr', 'MsgId') ?? '',
    originalMessageId,
    group: statusIn(original, 'GrpSts'),
    batches: all(statusUpdate, 'OrgnlPmtInfAndSts').map((batch) => ({
      batchId: textAt(batch, 'OrgnlPmtInfId') ?? '',
      status: statusIn(batch, 'PmtInfSts'),
      transactions: all(batch, 'TxInfAndSts').map(transaction),
    })),
  })
}

export interface ReportedPayout {
  readonly status: BankStatus | undefined
  /** Set if the report mentions this transaction itself. */
  readonly transaction: TransactionStatus | undefined
}

/** What the report says of each payout of the file: the transaction's own status, or else its batch's, or else the group's. */
export function reported(statusUpdate: StatusReport): (batchId: string, reference: string) => ReportedPayout {
  const own = new Map<string, Said[]>()
  const batches = new Map<string, BankStatus | undefined>()
  for (const { batchId, status, transactions } of statusUpdate.batches) {
    batches.set(batchId, status)
    for (const transaction of transactions) {
      const said = { status: transaction.status ?? whole(status), transaction }
      const before = own.get(transaction.reference)
      if (before) before.push(said)
      else own.set(transaction.reference, [said])
    }
  }
  return (batchId, reference) =>
    together(own.get(reference) ?? []) ?? {
      status: whole(batches.get(batchId) ?? statusUpdate.group),
      transaction: undefined,
    }
}

interface Said {
  readonly status: BankStatus | undefined
  readonly transaction: TransactionStatus
}

/**
 * For a transaction that is listed several times as it progressed. If it ends both ways, or has two amounts, the result
 * is a status that no table has.
 */
function together(said: readonly Said[]): ReportedPayout | undefined {
  const last = said.at(-1)
  if (!last || said.length === 1) return last
  const amounts = said.flatMap(({ transaction: { amount } }) => (amount ? [amount] : []))
  const statuses = said.flatMap(({ status }) => (status ? [status] : []))
  const ends = new Set(statuses.map(endOf).filter((end) => end !== undefined))
  const transaction = { ...last.transaction, amount: amounts[0] }
  const isClear =
    new Set(amounts.map(({ text, currency }) => `${text} ${currency}`)).size < 2 && ends.size < 2
  if (isClear)
    return {
      status: statuses.findLast((each) => ends.size === 0 || ends.has(endOf(each) ?? '')),
      transaction,
    }
  const words = [...new Set(statuses.map(({ status }) => status))]
  return { status: { status: ['TWICE', ...words].join(' ').slice(0, 35), reasons: [] }, transaction }
}

/** @returns undefined if it is on its way, or not known */
function endOf({ status, reasons }: BankStatus): string | undefined {
  const { type } = verdictOf(status, reasons)
  if (type === 'open' || type === 'not-known') return undefined
  return type === 'delivered' ? 'delivered' : 'rejected'
}

/** If only some were accepted, the transactions say which. */
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

/** For histories and answers: no longer than the schema allows, and only plain text. */
const code = (text: string): string => text.replace(/[^\p{L}\p{N} ._/-]/gu, '').slice(0, 35)
