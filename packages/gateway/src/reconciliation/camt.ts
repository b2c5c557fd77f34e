/**
 * ISO 20022 statements (camt.053) and notifications (camt.054), versions .02 to .12, read leniently by local names.
 *
 * One booking may be a batch of transfers. Each of its transaction details becomes its own entry if their amounts add
 * up to the booking's. Otherwise the booking is one entry with the texts of all, because nothing may be lost or
 * invented, and it is marked: whoever sent a small part of the sum wrote some of the texts. A statement's entries must
 * lead from its opening to its closing balance, and the next statement must open there; notifications have no balances.
 * Pure.
 */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayText, timeOnly } from '@sluice/core/foundation/instants.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import {
  all,
  attributeOf,
  type FileFault,
  first,
  readXml,
  textAt,
  type Xml,
  type XmlNode,
} from '@sluice/core/foundation/xml.ts'
import { IF_MADE_UP, notJoined, notLed, type Span, signedMinor } from './balances.ts'
import { balancesOf } from './camt-balances.ts'
import {
  amountOf,
  type BankStatement,
  dayOf,
  MAX_ENTRIES,
  type ParsedEntry,
  party,
  plainText,
  type ReadTerms,
  SEVERAL_ACCOUNTS,
  tooFarAhead,
} from './entry.ts'
import { type NamedNumber, numberInField, numberOfTransfer } from './text-fields.ts'

const KINDS = [
  { source: 'camt.053', message: 'BkToCstmrStmt', part: 'Stmt' },
  { source: 'camt.054', message: 'BkToCstmrDbtCdtNtfctn', part: 'Ntfctn' },
] as const

export function readCamt(text: string, terms: ReadTerms): Result<BankStatement, readonly FileFault[]> {
  const xml = readXml(text)
  if (!xml.ok) return fail([xml.failure])
  const document = first(xml.value.root, 'Document') ?? findDocument(xml.value.root)
  const kind = KINDS.find(({ message }) => first(document, message) !== undefined)
  if (!kind) {
    const message =
      'is neither a camt.053 (BkToCstmrStmt) nor a camt.054 (BkToCstmrDbtCdtNtfctn): get one of these from the bank'
    return fail([{ line: 1, column: 1, message }])
  }
  const parts = all(first(document, kind.message), kind.part)
  const isCompared = kind.source === 'camt.053' && terms.balances === 'CHECKED'
  const read: Reading = { xml: xml.value, terms, spans: [], entries: [], faults: [], skipped: 0 }
  const accountNumber = numberOf(parts[0])
  for (const part of parts) {
    if (numberOf(part) !== accountNumber)
      read.faults.push({ ...read.xml.placeOf(part), message: SEVERAL_ACCOUNTS })
    const before = read.faults.length
    const firstEntry = read.entries.length
    let movedMinor = 0n
    for (const entry of all(part, 'Ntry')) {
      movedMinor += readEntry(read, entry)
      if (read.entries.length > MAX_ENTRIES || read.faults.length >= MAX_FAULTS) break
    }
    if (isCompared && read.faults.length === before && read.entries.length <= MAX_ENTRIES)
      compare(read, part, movedMinor, firstEntry)
  }
  const gap = read.faults.length === 0 ? notJoined(read.spans, terms.currency) : undefined
  if (gap) read.faults.push(gap)
  if (read.entries.length > MAX_ENTRIES)
    read.faults.push({ line: 1, column: 1, message: `has more than ${MAX_ENTRIES} entries: split it` })
  if (read.faults.length > 0) return fail(read.faults.slice(0, MAX_FAULTS))
  return succeed({
    source: kind.source,
    accountNumber,
    balances: kind.source === 'camt.054' ? 'NOT_IN_FILE' : isCompared ? 'COMPARED' : 'NOT_PROVIDED_BY_BANK',
    spans: read.spans,
    entries: read.entries,
    skipped: read.skipped,
  })
}

function numberOf(part: XmlNode): string | undefined {
  const account = first(part, 'Acct', 'Id')
  return textAt(account, 'IBAN') ?? textAt(account, 'Othr', 'Id')
}

const MAX_FAULTS = 20

interface Reading {
  readonly xml: Xml
  readonly terms: ReadTerms
  readonly spans: Span[]
  readonly entries: ParsedEntry[]
  readonly faults: FileFault[]
  skipped: number
}

/** Some banks wrap the document in their own envelope. */
function findDocument(root: XmlNode): XmlNode {
  for (const child of Object.values(typeof root === 'object' && root !== null ? root : {})) {
    const document = first(child, 'Document')
    if (document !== undefined) return document
  }
  return undefined
}

/** Compares the statement's balances with the sum of its entries. */
function compare(read: Reading, part: XmlNode, movedMinor: bigint, firstEntry: number): void {
  const { xml, terms } = read
  const found = balancesOf(part, terms.currency)
  if (!found.ok) {
    const { node, message } = found.failure
    read.faults.push({ ...xml.placeOf(node), message: `${message}. ${IF_MADE_UP}` })
    return
  }
  const { opening, closing } = found.value
  const wrong = notLed(opening.amountMinor + movedMinor, closing.amountMinor, terms.currency)
  if (wrong !== undefined) read.faults.push({ ...xml.placeOf(closing.node), message: wrong })
  read.spans.push({
    openingMinor: opening.amountMinor,
    closingMinor: closing.amountMinor,
    closingDay: closing.day,
    first: firstEntry,
    end: read.entries.length,
    place: xml.placeOf(opening.node),
  })
}

/** @returns the change of the account's balance */
function readEntry(read: Reading, node: XmlNode): bigint {
  const status = textAt(node, 'Sts', 'Cd') ?? textAt(node, 'Sts', 'Prtry') ?? textAt(node, 'Sts')
  if (status !== undefined && status !== 'BOOK') {
    read.skipped += 1
    return 0n
  }
  const fault = (message: string): undefined => {
    read.faults.push({ ...read.xml.placeOf(node), message })
  }
  const money = moneyAt(first(node, 'Amt'), fault)
  const direction = directionOf(textAt(node, 'CdtDbtInd'))
  if (!direction) fault('has no CdtDbtInd of CRDT or DBIT')
  const booked = bookedOf(node, read.terms, fault)
  if (!money || !direction || !booked) return 0n
  // An amount of zero (a line of text, a closing) moves no money.
  if (money.amountMinor === 0n) {
    read.skipped += 1
    return 0n
  }
  const entry = {
    ...booked,
    money,
    direction,
    reversal: textAt(node, 'RvslInd') === 'true' || textAt(node, 'RvslInd') === '1',
    reference: plainText(textAt(node, 'AcctSvcrRef') ?? undefined, 'reference'),
    text: textAt(node, 'AddtlNtryInf'),
  }
  const batches = all(node, 'NtryDtls')
  const details = batches.flatMap((each) => all(each, 'TxDtls'))
  const isOfSeveral = details.length > 1 || batches.some(countsSeveral)
  // One by one, because a booking of a hundred thousand transfers exceeds the arguments of a call.
  for (const each of divided(entry, details) ?? [whole(entry, details, isOfSeveral)]) read.entries.push(each)
  return signedMinor({ direction, money })
}

type Booking = Pick<
  ParsedEntry,
  'bookedAt' | 'bookedPrecision' | 'valueDate' | 'money' | 'direction' | 'reversal' | 'reference'
> & { readonly text: string | undefined }

/** The transfers of a batch, if they add up. */
function divided(booking: Booking, details: readonly XmlNode[]): readonly ParsedEntry[] | undefined {
  if (details.length < 2) return undefined
  const parts: ParsedEntry[] = []
  let sum = 0n
  for (const [index, detail] of details.entries()) {
    const amount = first(detail, 'Amt') ?? first(detail, 'AmtDtls', 'TxAmt', 'Amt')
    const money = moneyAt(amount, () => undefined)
    if (!money || money.amountMinor === 0n || money.currency !== booking.money.currency) return undefined
    const direction = directionOf(textAt(detail, 'CdtDbtInd')) ?? booking.direction
    sum += direction === booking.direction ? money.amountMinor : -money.amountMinor
    const own = plainText(textAt(detail, 'Refs', 'AcctSvcrRef'), 'reference')
    // `NtryRef` is not used as a name: many banks only number the entries of each statement with it, from 1.
    const batch = booking.reference
    const reference = own !== undefined && own !== batch ? own : batch && `${batch}/${index + 1}`
    parts.push({ ...entryOf({ ...booking, text: undefined }, [detail]), money, direction, reference })
  }
  return sum === booking.money.amountMinor ? parts : undefined
}

function whole(booking: Booking, details: readonly XmlNode[], isOfSeveral: boolean): ParsedEntry {
  const own = details.length === 1 ? textAt(details[0], 'Refs', 'AcctSvcrRef') : undefined
  const entry = { ...entryOf(booking, details), reference: booking.reference ?? plainText(own, 'reference') }
  if (!isOfSeveral) return entry
  // The first account, name and number belong to only one of the senders, so a refund of the sum must not go there.
  const ends = details
    .map((detail) => textAt(detail, 'Refs', 'EndToEndId'))
    .filter((end) => end !== undefined)
  const remittance = plainText([entry.remittance, ...ends].join(' '), 'remittance') ?? ''
  const ofOne = { endToEndId: undefined, utr: undefined, utrField: undefined, sender: undefined }
  return { ...entry, remittance, ...ofOne, ofSeveral: true }
}

/** A batch may describe fewer transfers than it contains. */
const countsSeveral = (batch: XmlNode): boolean => Number(textAt(batch, 'Btch', 'NbOfTxs') ?? 1) > 1

function entryOf(booking: Booking, details: readonly XmlNode[]): ParsedEntry {
  const { text, ...known } = booking
  const [detail] = details
  const [side, agent] = booking.direction === 'credit' ? ['Dbtr', 'DbtrAgt'] : ['Cdtr', 'CdtrAgt']
  const parties = first(detail, 'RltdPties')
  const account = first(parties, `${side}Acct`)
  const bank = first(detail, 'RltdAgts', agent, 'FinInstnId')
  const words = [...details.flatMap(wordsOf), ...(text === undefined ? [] : [text])]
  const endToEndId = textAt(detail, 'Refs', 'EndToEndId')
  const remittance = plainText(words.join(' '), 'remittance') ?? ''
  return {
    ...known,
    remittance,
    endToEndId: endToEndId === 'NOTPROVIDED' ? undefined : plainText(endToEndId, 'reference'),
    ...numberIn(detail, text),
    sender: party(
      textAt(parties, side, 'Nm') ?? textAt(parties, side, 'Pty', 'Nm'),
      textAt(account, 'Id', 'IBAN') ?? textAt(account, 'Id', 'Othr', 'Id') ?? textAt(account, 'Prxy', 'Id'),
      textAt(bank, 'BICFI') ??
        textAt(bank, 'BIC') ??
        textAt(bank, 'ClrSysMmbId', 'MmbId') ??
        textAt(bank, 'Nm'),
    ),
    raw: plainText(JSON.stringify(detail ?? text ?? ''), 'raw') ?? '',
  }
}

/**
 * From the clearing, else from the payer's bank, else in our bank's text. A UETR, which payers may choose, is kept only
 * for comparison.
 */
function numberIn(detail: XmlNode, text: string | undefined): NamedNumber {
  const field = textAt(detail, 'Refs', 'ClrSysRef') ?? textAt(detail, 'Refs', 'TxId')
  const uetr = textAt(detail, 'Refs', 'UETR')
  const own = [text, textAt(detail, 'AddtlTxInf')].filter((each) => each !== undefined)
  const kept = field ?? (uetr !== undefined && numberInField(uetr) === undefined ? uetr : undefined)
  return numberOfTransfer(plainText(kept, 'reference'), own)
}

/** All texts that may contain the payer's reference or ours. */
function wordsOf(detail: XmlNode): readonly string[] {
  const remittance = first(detail, 'RmtInf')
  const structured = all(remittance, 'Strd')
  return [
    ...all(remittance, 'Ustrd').map((line) => textAt(line)),
    ...structured.map((each) => textAt(each, 'CdtrRefInf', 'Ref')),
    ...structured.flatMap((each) => all(each, 'AddtlRmtInf').map((line) => textAt(line))),
    textAt(detail, 'AddtlTxInf'),
    ...all(first(detail, 'Refs'), 'Prtry').map((each) => textAt(each, 'Ref')),
    textAt(detail, 'Refs', 'InstrId'),
    textAt(detail, 'RtrInf', 'Rsn', 'Cd'),
  ].filter((text) => text !== undefined)
}

const directionOf = (text: string | undefined): ParsedEntry['direction'] | undefined =>
  text === 'CRDT' ? 'credit' : text === 'DBIT' ? 'debit' : undefined

function moneyAt(node: XmlNode, fault: (message: string) => undefined): Money | undefined {
  const code = attributeOf(node, 'Ccy')
  const known = code === undefined ? undefined : currency(code)
  if (!known) return fault(`has an amount in ${code?.slice(0, 10) ?? 'no currency'}, which is not supported`)
  const amount = amountOf(textAt(node) ?? '', known.ledgerDigits)
  if (!amount.ok) return fault(`its amount ${amount.failure}`)
  return { currency: known.code, amountMinor: minor(amount.value) }
}

type Booked = Pick<ParsedEntry, 'bookedAt' | 'bookedPrecision' | 'valueDate'>

function bookedOf(
  node: XmlNode,
  { now }: ReadTerms,
  fault: (message: string) => undefined,
): Booked | undefined {
  const booking = dateAt(node, 'BookgDt')
  const value = dateAt(node, 'ValDt')
  const wrong = booking === 'unreadable' ? 'BookgDt' : value === 'unreadable' ? 'ValDt' : undefined
  if (wrong !== undefined || booking === 'unreadable' || value === 'unreadable')
    return fault(`has a date in ${wrong} that does not exist: get the file from the bank again`)
  const chosen = booking ?? (value && { at: value.dayAt, dayAt: value.dayAt, precision: 'day' as const })
  if (!chosen) return fault('has neither a booking date (BookgDt) nor a value date (ValDt)')
  const ahead = tooFarAhead(chosen.at, now)
  if (ahead !== undefined) return fault(ahead)
  return {
    bookedAt: chosen.at,
    bookedPrecision: chosen.precision,
    valueDate: value && dayText(value.dayAt),
  }
}

interface DateRead {
  readonly at: Instant
  /** The beginning of the day in the bank's time zone. */
  readonly dayAt: Instant
  readonly precision: 'day' | 'time'
}

/** A time without an offset is local to the bank: only its day is used, but all of it must be valid. */
function dateAt(node: XmlNode, name: string): DateRead | 'unreadable' | undefined {
  const text = textAt(node, name, 'DtTm') ?? textAt(node, name, 'Dt')
  if (text === undefined) return undefined
  const dayAt = dayOf(text.slice(0, 10))
  if (dayAt === undefined) return 'unreadable'
  const at = timeOnly(text)
  if (at !== undefined) return { at, dayAt, precision: 'time' }
  // A day may have an offset as well: `2026-11-21+07:00`.
  const rest = text.slice(10)
  const clock = rest.startsWith('T') ? `${rest}Z` : `T00:00:00${rest === '' ? 'Z' : rest}`
  return timeOnly(text.slice(0, 10) + clock) === undefined
    ? 'unreadable'
    : { at: dayAt, dayAt, precision: 'day' }
}
