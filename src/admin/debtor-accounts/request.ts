/** A debtor account as an operator describes it, to register or to change it: read with all faults at once. Pure. */
import { currency } from '../../catalogue/currencies.ts'
import { dayOnly } from '../../foundation/instants.ts'
import { type CurrencyCode, type Minor, minor } from '../../foundation/money.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { isTimeZone } from '../../foundation/zones.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject, readMoney } from '../../intake/requests.ts'
import { moneyBody } from '../../intake/views.ts'
import { isLatin, written } from '../../processors/bank-file/characters.ts'
import {
  type BankCalendar,
  CHARACTER_SETS,
  CHARGE_BEARERS,
  type DebtorAccount,
  type DebtorAccountTerms,
  FORMATS,
  MAX_PAYMENTS_PER_FILE,
  type ZenginTerms,
} from '../../processors/bank-file/debtor-account.ts'
import { halfWidth } from '../../processors/bank-file/kana.ts'
import { isBic, isIban } from '../../processors/bank-file/payee.ts'
import { BodyReading } from '../reading.ts'

export const DEBTOR_ACCOUNT_ID = /^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const DEFAULT_MAX_PAYMENTS = 1_000
const MAX_NAME = 140
const MAX_HOLIDAYS = 400
const MAX_LEAD_DAYS = 10
const WEEKEND = [0, 6]
const BANK_TEXT = /^[A-Za-z0-9/\-?:().,'+ ]+$/
const ZENGIN_HOLDER_CHARACTERS = 40
const ZENGIN_BANK_CHARACTERS = 15

/** @param imprecise pointers of numbers with more digits than a double carries */
export function readDebtorAccount(
  value: unknown,
  imprecise: readonly string[],
): Result<DebtorAccountTerms, readonly Fault[]> {
  const reading = new BodyReading(isObject(value) ? value : {})
  if (!isObject(value)) reading.fault('', 'WRONG_TYPE', 'must be a JSON object')
  const code = reading.text('currencyCode', { need: true, max: 3 })
  const known = code === undefined ? undefined : currency(code)
  if (code !== undefined && known?.kind !== 'FIAT')
    reading.fault('/currencyCode', 'UNKNOWN_VALUE', 'must be a currency of bank accounts that Sluice offers')
  const terms = {
    isTest: reading.flag('isTest', undefined),
    name: reading.text('name', { need: true, max: MAX_NAME }),
    ...identification(reading),
    formats: reading.choices('formats', FORMATS),
    characterSet: reading.choice('characterSet', CHARACTER_SETS, 'latin'),
    maxNameCharacters: reading.whole('maxNameCharacters', { from: 1, to: MAX_NAME, otherwise: MAX_NAME }),
    batchBooking: reading.flag('batchBooking', false),
    ...optional('chargeBearer', reading.choice('chargeBearer', CHARGE_BEARERS, undefined)),
    ...optional('serviceLevel', reading.text('serviceLevel', { max: 4, form: /^[A-Z0-9]+$/ })),
    ...optional('localInstrument', reading.text('localInstrument', { max: 35, form: BANK_TEXT })),
    calendar: readCalendar(reading),
    maxPayments: reading.whole('maxPayments', {
      from: 1,
      to: MAX_PAYMENTS_PER_FILE,
      otherwise: DEFAULT_MAX_PAYMENTS,
    }),
    ...optional('maxTotalMinor', readTotal(reading, known?.code, imprecise)),
    ...optional('zengin', readZengin(reading)),
  }
  checkTogether(reading, terms, known?.code)
  const { isTest, name, formats } = terms
  if (reading.faults.length > 0 || known === undefined || isTest === undefined || name === undefined)
    return fail(reading.faults)
  return succeed({ ...terms, currency: known.code, isTest, name, formats })
}

const optional = <Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]: Value })

function identification(reading: BodyReading) {
  const iban = reading.text('iban', { max: 34 })?.replaceAll(' ', '').toUpperCase()
  if (iban !== undefined && !isIban(iban))
    reading.fault('/iban', 'INVALID_FORMAT', 'is no IBAN: its form or its check digits are wrong')
  const bic = reading.text('bic', { max: 11 })
  if (bic !== undefined && !isBic(bic)) reading.fault('/bic', 'INVALID_FORMAT', 'must be a BIC (ISO 9362)')
  const number = reading.text('accountNumber', { max: 34, form: BANK_TEXT })
  if ((iban === undefined) === (number === undefined))
    reading.fault(
      '/accountNumber',
      'REQUIRED',
      'give the account by its iban or its accountNumber, one of them',
    )
  return {
    ...optional('iban', iban),
    ...optional('accountNumber', number),
    ...optional('bankCode', reading.text('bankCode', { max: 35, form: BANK_TEXT })),
    ...optional('branchCode', reading.text('branchCode', { max: 35, form: BANK_TEXT })),
    ...optional('bic', bic),
    ...optional('clearingSystem', reading.text('clearingSystem', { max: 5, form: /^[A-Z0-9]+$/ })),
  }
}

function readCalendar(reading: BodyReading): BankCalendar {
  const calendar = reading.part('calendar', true)
  const zone = calendar.text('zone', { need: true, max: 64 }) ?? ''
  if (zone !== '' && !isTimeZone(zone))
    calendar.fault('/zone', 'UNKNOWN_VALUE', 'must be a time zone such as Asia/Bangkok')
  const cutOff =
    calendar.text('cutOff', { need: true, max: 5, form: /^(?:[01]\d|2[0-3]):[0-5]\d$/, like: '15:30' }) ?? ''
  const closedWeekdays = calendar.list('closedWeekdays', 6, isWeekday, '0 (Sunday) to 6') ?? WEEKEND
  const holidays = calendar.list('holidays', MAX_HOLIDAYS, isDay, 'days such as 2026-12-31') ?? []
  return {
    zone,
    cutOff,
    leadDays: calendar.whole('leadDays', { from: 0, to: MAX_LEAD_DAYS, otherwise: 0 }),
    closedWeekdays: [...new Set(closedWeekdays)].sort(),
    holidays: [...new Set(holidays)].sort(),
  }
}

const isWeekday = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 6

const isDay = (value: unknown): value is string => typeof value === 'string' && dayOnly(value) !== undefined

function readTotal(
  reading: BodyReading,
  code: CurrencyCode | undefined,
  imprecise: readonly string[],
): Minor | undefined {
  const value = reading.body.maxTotal
  if (value === undefined) return undefined
  const money = readMoney(value, '/maxTotal', imprecise)
  if (!money.ok) {
    reading.faults.push(...money.failure)
    return undefined
  }
  if (code !== undefined && money.value.currency !== code)
    reading.fault('/maxTotal/currencyCode', 'CONFLICT', "must be the account's currency")
  return minor(money.value.amountMinor)
}

function readZengin(reading: BodyReading): ZenginTerms | undefined {
  if (reading.body.zengin === undefined) return undefined
  const zengin = reading.part('zengin', true)
  const kana = (name: 'bankName' | 'branchName') => {
    const text = zengin.text(name, { max: 40 })
    const half = text === undefined ? undefined : halfWidth(text)
    if (half && (!half.ok || half.value.length > ZENGIN_BANK_CHARACTERS))
      zengin.fault(`/${name}`, 'INVALID_FORMAT', 'must be kana, at most 15 half-width characters')
    return text
  }
  return {
    clientCode:
      zengin.text('clientCode', { need: true, max: 10, form: /^\d{10}$/, like: '0123456789' }) ?? '',
    accountType: zengin.choice('accountType', ['1', '2', '9'], '1'),
    ...optional('bankName', kana('bankName')),
    ...optional('branchName', kana('branchName')),
    lineBreaks: zengin.flag('lineBreaks', true),
    ediReference: zengin.flag('ediReference', true),
  }
}

type Terms = Pick<
  DebtorAccountTerms,
  'formats' | 'characterSet' | 'bic' | 'bankCode' | 'branchCode' | 'accountNumber' | 'zengin'
> & { readonly name: string | undefined }

/** What one format needs of the others' fields. */
function checkTogether(reading: BodyReading, terms: Terms, code: CurrencyCode | undefined): void {
  const { formats, name } = terms
  if (formats.some((format) => format !== 'zengin')) {
    if (terms.bic === undefined && terms.bankCode === undefined)
      reading.fault('/bic', 'REQUIRED', 'name the bank of the account by its bic or its bankCode')
    const shown = name === undefined ? undefined : written(name, terms.characterSet)
    if (shown && !shown.ok)
      reading.fault('/name', 'INVALID_CHARACTER', `cannot be written in ${terms.characterSet} characters`)
    if (terms.characterSet === 'latin' && terms.accountNumber !== undefined && !isLatin(terms.accountNumber))
      reading.fault('/accountNumber', 'INVALID_CHARACTER', 'cannot be written in latin characters')
  }
  if (!formats.includes('zengin')) return
  if (code !== undefined && code !== 'JPY')
    reading.fault('/formats', 'CONFLICT', 'zengin files are for accounts in JPY')
  if (!terms.zengin) reading.fault('/zengin', 'REQUIRED', 'zengin files need the terms of your bank')
  const half = name === undefined ? undefined : halfWidth(name)
  if (half && (!half.ok || half.value.length > ZENGIN_HOLDER_CHARACTERS))
    reading.fault(
      '/name',
      'INVALID_CHARACTER',
      'must be kana, at most 40 half-width characters, for zengin files',
    )
  const digits = [
    ['bankCode', terms.bankCode, /^\d{4}$/, '4 digits'],
    ['branchCode', terms.branchCode, /^\d{3}$/, '3 digits'],
    ['accountNumber', terms.accountNumber, /^\d{1,7}$/, 'at most 7 digits'],
  ] as const
  for (const [field, value, form, words] of digits) {
    if (value === undefined || !form.test(value))
      reading.fault(`/${field}`, 'INVALID_FORMAT', `must be ${words} for zengin files`)
  }
}

/** The account as it is read and shown. */
export function debtorAccountBody({ currency: code, maxTotalMinor, ...account }: DebtorAccount): Body {
  return {
    ...account,
    currencyCode: code,
    ...(maxTotalMinor !== undefined && {
      maxTotal: moneyBody({ currency: code, amountMinor: maxTotalMinor }),
    }),
  }
}
