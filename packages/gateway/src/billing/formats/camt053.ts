/**
 * A statement as ISO 20022 camt.053.001.12, which accounting software imports like a bank's statement.
 *
 * Every line that changes the merchant's money is one entry; reservations and releases are left out. Amounts are net,
 * with fee and VAT as included charges. `AcctSvcrRef` is the line's reference, `EndToEndId` the merchant's own ID.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Minor, minor } from '@sluice/core/foundation/money.ts'
import { localTime } from '@sluice/core/foundation/zones.ts'
import { lineReference, type Statement, statementName, totalOf } from '../statement.ts'
import { type BalancedLine, type StatementDocument, textIn } from './document.ts'

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.12'
const MOST = { reference: 35, account: 34, accountName: 70, name: 140, words: 140, note: 500 } as const

export const writeCamt053 = (document: StatementDocument): Readable =>
  Readable.from(camtOf(document), { objectMode: false })

/** camt.053 allows only currency codes of three letters; those of stablecoins are longer. */
export const hasCamt053 = ({ currency }: Pick<Statement, 'currency'>): boolean => currency.length === 3

async function* camtOf(document: StatementDocument): AsyncGenerator<string> {
  const { statement, lines } = document
  const money = moneyIn(statement)
  yield headOf(statement, money)
  for await (const some of lines())
    yield some
      .filter(({ netMinor }) => netMinor !== 0n)
      .map((line) => entryOf(line, money))
      .join('')
  const note = statement.isTest ? element('AddtlStmtInf', 'TEST: no money has moved') : ''
  yield `${note}</Stmt></BkToCstmrStmt></Document>\n`
}

/** `Amt`, and whether it is a credit or a debit. */
interface MoneyElements {
  amount(amountMinor: Minor): string
  sided(amountMinor: Minor): string
}

function moneyIn(statement: Statement): MoneyElements {
  const text = textIn(statement)
  const amount = (amountMinor: Minor) =>
    `<Amt Ccy="${statement.currency}">${text(minor(amountMinor < 0n ? -amountMinor : amountMinor))}</Amt>`
  return {
    amount,
    sided: (amountMinor) =>
      `${amount(amountMinor)}${element('CdtDbtInd', amountMinor < 0n ? 'DBIT' : 'CRDT')}`,
  }
}

function headOf(statement: Statement, money: MoneyElements): string {
  const { currency, from, until, zone, opening, closing, parties, issuedAt } = statement
  const made = element('CreDtTm', isoTime(issuedAt))
  const [firstDay, lastDay] = [from, until - 1].map((at) => localTime(zone, at).day)
  const balance = (code: string, amountMinor: Minor, day: string | undefined) =>
    `<Bal><Tp><CdOrPrtry>${element('Cd', code)}</CdOrPrtry></Tp>${money.sided(amountMinor)}<Dt>${element('Dt', day ?? '')}</Dt></Bal>`
  const owner = `<Ownr>${element('Nm', parties.recipient.name, MOST.name)}</Ownr>`
  const servicer = parties.issuer
    ? `<Svcr><FinInstnId>${element('Nm', parties.issuer.name, MOST.name)}</FinInstnId></Svcr>`
    : ''
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>`,
    `<GrpHdr>${element('MsgId', nameOf(statement).slice(0, 32))}${made}</GrpHdr>`,
    `<Stmt>${element('Id', statementName(statement))}${element('ElctrncSeqNb', String(statement.number))}${made}`,
    `<FrToDt>${element('FrDtTm', isoTime(from))}${element('ToDtTm', isoTime(until))}</FrToDt>`,
    `<Acct><Id><Othr>${element('Id', accountOf(statement))}</Othr></Id>${element('Ccy', currency)}`,
    `${element('Nm', parties.recipient.name, MOST.accountName)}${owner}${servicer}</Acct>`,
    balance('OPBD', totalOf(opening), firstDay),
    balance('CLBD', totalOf(closing), lastDay),
    balance('CLAV', closing.availableMinor, lastDay),
  ].join('')
}

/** The statement's ID, unique among all merchants. */
const nameOf = ({ merchantCode, currency, number }: Statement): string =>
  createHash('sha256').update(`${merchantCode} ${currency}-${number}`).digest('hex')

/** A merchant's code may be longer than an account number may be. */
function accountOf({ merchantCode, currency }: Statement): string {
  const whole = `${merchantCode}.${currency}`
  if (whole.length <= MOST.account) return whole
  const hash = createHash('sha256').update(merchantCode).digest('hex').slice(0, 12)
  return `${merchantCode.slice(0, 16)}-${hash}.${currency}`
}

function entryOf(line: BalancedLine, money: MoneyElements): string {
  const { at, kind, id, method, reason, netMinor, grossMinor, feeMinor, vatMinor } = line
  const isNamed = id !== undefined && id.length <= MOST.reference
  const words = [kind, id, method, id === undefined ? reason : undefined].filter((part) => part !== undefined)
  const charges = feeMinor !== 0n || vatMinor !== 0n
  return [
    `<Ntry>${money.sided(netMinor)}<Sts><Cd>BOOK</Cd></Sts><BookgDt>${element('DtTm', isoTime(at))}</BookgDt>`,
    element('AcctSvcrRef', lineReference(line)),
    `<BkTxCd><Prtry>${element('Cd', kind.toUpperCase(), MOST.reference)}</Prtry></BkTxCd>`,
    `<NtryDtls><TxDtls><Refs>${element('EndToEndId', isNamed ? id : 'NOTPROVIDED')}</Refs>`,
    money.sided(netMinor),
    charges ? `<AmtDtls><InstdAmt>${money.amount(grossMinor)}</InstdAmt></AmtDtls>` : '',
    charges ? chargesOf({ feeMinor, vatMinor }, money) : '',
    `<RmtInf>${element('Ustrd', words.join(' '), MOST.words)}</RmtInf></TxDtls></NtryDtls></Ntry>`,
  ].join('')
}

/** A charge is a debit that the amount already includes. */
function chargesOf(
  { feeMinor, vatMinor }: Pick<BalancedLine, 'feeMinor' | 'vatMinor'>,
  money: MoneyElements,
): string {
  const record = (name: string, amountMinor: Minor) =>
    amountMinor === 0n
      ? ''
      : `<Rcrd>${money.sided(minor(-amountMinor))}${element('ChrgInclInd', 'true')}<Tp><Prtry>${element('Id', name)}</Prtry></Tp></Rcrd>`
  return `<Chrgs>${record('FEE', feeMinor)}${record('VAT', vatMinor)}</Chrgs>`
}

/** An element with escaped text, without characters that XML forbids. */
function element(name: string, text: string, most: number = MOST.note): string {
  const plain = [
    ...text
      .toWellFormed()
      .replace(/[\p{Cc}\uFFFE\uFFFF]+/gu, ' ')
      .trim(),
  ]
    .slice(0, most)
    .join('')
  const safe = plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<${name}>${safe === '' ? '-' : safe}</${name}>`
}
