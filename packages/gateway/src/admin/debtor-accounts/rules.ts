/** Checks a debtor account as an operator describes it, for registering and for changing. Pure. */
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { minor } from '@sluice/core/foundation/money.ts'
import type { Given, Terms } from '../../http/reading.ts'
import { type BankConnection, NO_CONNECTION } from '../../identity/operators/bank-connection.ts'
import { isLatin, written } from '../../processors/bank-file/characters.ts'
import type {
  BankCalendar,
  DebtorAccount,
  DebtorAccountTerms,
  ZenginTerms,
} from '../../processors/bank-file/debtor-account.ts'
import { halfWidth } from '../../processors/bank-file/kana.ts'
import { isBic, isIban } from '../../processors/bank-file/payee.ts'
import type { DebtorAccountSaid, NewDebtorAccount } from './schemas.ts'

const DEFAULT_MAX_PAYMENTS = 1_000
const MAX_NAME = 140
const WEEKEND = [0, 6]
const ZENGIN_HOLDER_CHARACTERS = 40
const ZENGIN_BANK_CHARACTERS = 15

type Said = Given<Omit<DebtorAccountSaid, 'status'>>

/** The programs that can report for a bank, by name. */
type Connections = ReadonlyMap<string, BankConnection>

export const newDebtorAccount =
  (connections: Connections) =>
  ({ id, ...said }: Given<NewDebtorAccount>, terms: Terms): DebtorAccount | undefined => {
    const read = termsOf(said, connections, terms)
    return read && id !== undefined ? { id, status: 'ACTIVE', ...read } : undefined
  }

/** The complete account after a change. */
export const changedDebtorAccount =
  ({ id, status: was, bankConnection }: DebtorAccount, connections: Connections) =>
  ({ status = was, ...said }: Given<DebtorAccountSaid>, terms: Terms): DebtorAccount | undefined => {
    // The current program stays, even if it was revoked meanwhile; then no program reports for the bank.
    const known = bankConnection
      ? new Map([...connections, [bankConnection.name, bankConnection]])
      : connections
    const read = termsOf(said, known, terms)
    return read && { id, status, ...read }
  }

function termsOf(said: Said, connections: Connections, terms: Terms): DebtorAccountTerms | undefined {
  const { currencyCode, isTest, name, maxTotal } = said
  const known = currencyCode === undefined ? undefined : currency(currencyCode)
  if (currencyCode !== undefined && known?.kind !== 'FIAT')
    terms.say('/currencyCode', 'UNKNOWN_VALUE', 'must be a currency in which Sluice supports bank accounts')
  if (maxTotal && known && maxTotal.currency !== known.code)
    terms.say('/maxTotal/currencyCode', 'CONFLICT', "must be the account's currency")
  const formats = said.formats?.filter((format) => format !== undefined) ?? []
  const bankConnection = said.bankConnection === undefined ? undefined : connections.get(said.bankConnection)
  if (said.bankConnection !== undefined && !bankConnection)
    terms.say('/bankConnection', 'UNKNOWN_VALUE', NO_CONNECTION)
  const identified = identification(said, terms)
  const zengin = said.zengin && zenginOf(said.zengin, terms)
  const characterSet = said.characterSet ?? 'latin'
  checkTogether({ ...identified, name, formats, characterSet, zengin, currency: known?.code }, terms)
  const calendar = calendarOf(said.calendar)
  if (!known || isTest === undefined || name === undefined || !calendar) return undefined
  return {
    currency: known.code,
    isTest,
    name,
    ...identified,
    formats,
    characterSet,
    maxNameCharacters: said.maxNameCharacters ?? MAX_NAME,
    batchBooking: said.batchBooking ?? false,
    ...(said.chargeBearer !== undefined && { chargeBearer: said.chargeBearer }),
    ...(said.serviceLevel !== undefined && { serviceLevel: said.serviceLevel }),
    ...(said.localInstrument !== undefined && { localInstrument: said.localInstrument }),
    calendar,
    maxPayments: said.maxPayments ?? DEFAULT_MAX_PAYMENTS,
    ...(maxTotal && { maxTotalMinor: minor(maxTotal.amountMinor) }),
    ...(zengin && { zengin }),
    ...(bankConnection && { bankConnection }),
  }
}

function identification(said: Said, { sent, say }: Terms) {
  const { accountNumber, bankCode, branchCode, bic, clearingSystem } = said
  const iban = said.iban?.replaceAll(' ', '').toUpperCase()
  if (iban !== undefined && !isIban(iban))
    say('/iban', 'INVALID_FORMAT', 'is not a valid IBAN: its format or its check digits are wrong')
  if (bic !== undefined && !isBic(bic)) say('/bic', 'INVALID_FORMAT', 'must be a BIC (ISO 9362)')
  if ((sent.iban === undefined) === (sent.accountNumber === undefined))
    say('/accountNumber', 'REQUIRED', 'set either iban or accountNumber')
  return {
    ...(iban !== undefined && { iban }),
    ...(accountNumber !== undefined && { accountNumber }),
    ...(bankCode !== undefined && { bankCode }),
    ...(branchCode !== undefined && { branchCode }),
    ...(bic !== undefined && { bic }),
    ...(clearingSystem !== undefined && { clearingSystem }),
  }
}

function calendarOf(said: Said['calendar']): BankCalendar | undefined {
  const { zone, cutOff, leadDays = 0, closedWeekdays = WEEKEND, holidays = [] } = said ?? {}
  if (zone === undefined || cutOff === undefined) return undefined
  return {
    zone,
    cutOff,
    leadDays,
    closedWeekdays: [...new Set(closedWeekdays)].filter((day) => day !== undefined).sort(),
    holidays: [...new Set(holidays)].filter((day) => day !== undefined).sort(),
  }
}

function zenginOf(
  { clientCode = '', bankName, branchName, accountType = '1', ...said }: NonNullable<Said['zengin']>,
  { say }: Terms,
): ZenginTerms {
  for (const [name, text] of Object.entries({ bankName, branchName })) {
    const half = text === undefined ? undefined : halfWidth(text)
    if (half && (!half.ok || half.value.length > ZENGIN_BANK_CHARACTERS))
      say(`/zengin/${name}`, 'INVALID_FORMAT', 'must be kana, at most 15 half-width characters')
  }
  return {
    clientCode,
    accountType,
    ...(bankName !== undefined && { bankName }),
    ...(branchName !== undefined && { branchName }),
    lineBreaks: said.lineBreaks ?? true,
    ediReference: said.ediReference ?? true,
  }
}

interface Together
  extends Pick<
    DebtorAccountTerms,
    'formats' | 'characterSet' | 'bic' | 'bankCode' | 'branchCode' | 'accountNumber'
  > {
  readonly name: string | undefined
  readonly zengin: ZenginTerms | undefined
  readonly currency: string | undefined
}

/** Fields that a format requires together. */
function checkTogether(all: Together, { sent, say }: Terms): void {
  const { formats, name } = all
  if (formats.some((format) => format !== 'zengin')) {
    if (sent.bic === undefined && sent.bankCode === undefined)
      say('/bic', 'REQUIRED', 'set the bank of the account by bic or bankCode')
    const shown = name === undefined ? undefined : written(name, all.characterSet)
    if (shown && !shown.ok)
      say('/name', 'INVALID_CHARACTER', `cannot be written in ${all.characterSet} characters`)
    if (all.characterSet === 'latin' && all.accountNumber !== undefined && !isLatin(all.accountNumber))
      say('/accountNumber', 'INVALID_CHARACTER', 'cannot be written in latin characters')
  }
  if (!formats.includes('zengin')) return
  if (all.currency !== undefined && all.currency !== 'JPY')
    say('/formats', 'CONFLICT', 'zengin files are for accounts in JPY')
  if (sent.zengin === undefined) say('/zengin', 'REQUIRED', 'zengin files need the terms of your bank')
  const half = name === undefined ? undefined : halfWidth(name)
  if (half && (!half.ok || half.value.length > ZENGIN_HOLDER_CHARACTERS))
    say('/name', 'INVALID_CHARACTER', 'must be kana, at most 40 half-width characters, for zengin files')
  const digits = [
    ['bankCode', all.bankCode, /^\d{4}$/, '4 digits'],
    ['branchCode', all.branchCode, /^\d{3}$/, '3 digits'],
    ['accountNumber', all.accountNumber, /^\d{1,7}$/, 'at most 7 digits'],
  ] as const
  for (const [field, value, form, words] of digits) {
    if (value === undefined || !form.test(value))
      say(`/${field}`, 'INVALID_FORMAT', `must be ${words} for zengin files`)
  }
}
