/**
 * The payee of a payout, as a bank file writes it: name, account and bank from the merchant's request.
 *
 * Whether it can be written depends on the file's format and the bank's characters. So the same function is used at the
 * create (is there an account that can pay this?) and when the file is made. It never guesses: if something is missing
 * or cannot be written, the operator reads the reason.
 */
import { payoutMethod } from '@sluice/core/catalogue/all-methods.ts'
import { offered } from '@sluice/core/catalogue/currencies.ts'
import type { Operator, OperatorFacts } from '@sluice/core/catalogue/operators.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import { isLatin, written } from './characters.ts'
import type { DebtorAccount, Format } from './debtor-account.ts'
import { halfWidth } from './kana.ts'

export interface Payee {
  readonly name: string
  readonly account:
    | { readonly type: 'iban'; readonly value: string }
    | { readonly type: 'other'; readonly value: string; readonly scheme?: string }
  /** ISO 20022's code of the kind of account. */
  readonly accountType?: 'CACC' | 'SVGS'
  /** For Zengin files. */
  readonly zenginType: '1' | '2' | '4'
  readonly bic?: string
  readonly bankCode?: string
  readonly branchCode?: string
}

/** One payout in a file. */
export interface Line {
  /** Our reference: EndToEndId, unique. */
  readonly reference: string
  readonly money: Money
  readonly payee: Payee
}

export type Unwritable =
  | 'ACCOUNT_NUMBER_INVALID'
  | 'BANK_MISSING'
  | 'BANK_CODE_INVALID'
  | 'BRANCH_CODE_INVALID'
  | 'NAME_MISSING'
  | 'NAME_NOT_WRITABLE'
  | 'NAME_TOO_LONG'
  | 'AMOUNT_TOO_LARGE'

type Request = Pick<Payment, 'request' | 'operator' | 'method' | 'money'>

const MAX_ACCOUNT_CHARACTERS = 34
const MAX_CODE_CHARACTERS = 35
/** A name in a Zengin file has this many half-width characters; banks cut longer ones. */
const ZENGIN_NAME_CHARACTERS = 30
const ZENGIN_MAX_AMOUNT = 9_999_999_999n
/** Accounts of the Post Bank are named by symbol and number, which a transfer cannot use. */
const ZENGIN_ACCOUNT = /^\d{1,7}$/

/** As this account's bank wants it in this format. */
export function payeeOf(
  payment: Request,
  account: Pick<DebtorAccount, 'characterSet' | 'maxNameCharacters'>,
  format: Format,
): Result<Payee, Unwritable> {
  return format === 'zengin' ? zenginPayee(payment) : isoPayee(payment, account)
}

function isoPayee(
  payment: Request,
  { characterSet, maxNameCharacters }: Pick<DebtorAccount, 'characterSet' | 'maxNameCharacters'>,
): Result<Payee, Unwritable> {
  const { request, money } = payment
  if (request.accountName === undefined) return fail('NAME_MISSING')
  const name = written(request.accountName, characterSet)
  if (!name.ok) return fail('NAME_NOT_WRITABLE')
  if ([...name.value].length > maxNameCharacters) return fail('NAME_TOO_LONG')
  const number = compact(request.accountNumber)
  if (number === '' || number.length > MAX_ACCOUNT_CHARACTERS || !isLatin(number))
    return fail('ACCOUNT_NUMBER_INVALID')
  const bank = bankOf(payment)
  const isComplete = isIban(number) || CARRIES_ITS_BANK.has(money.currency)
  if (bank.bankCode === undefined && bank.bic === undefined && !isComplete) return fail('BANK_MISSING')
  if (!isCode(bank.bankCode)) return fail('BANK_CODE_INVALID')
  if (!isCode(bank.branchCode)) return fail('BRANCH_CODE_INVALID')
  const accountType = ISO_TYPES.get(request.accountType ?? '')
  const scheme = money.currency === 'MXN' ? MXN_SCHEMES.get(request.accountType ?? '') : undefined
  return succeed({
    name: name.value,
    account: isIban(number)
      ? { type: 'iban', value: number.toUpperCase() }
      : { type: 'other', value: number, ...(scheme !== undefined && { scheme }) },
    zenginType: '1',
    ...(accountType && { accountType }),
    ...bank,
  })
}

function zenginPayee(payment: Request): Result<Payee, Unwritable> {
  const { request, money } = payment
  if (request.accountName === undefined) return fail('NAME_MISSING')
  const name = halfWidth(request.accountName)
  if (!name.ok) return fail('NAME_NOT_WRITABLE')
  const number = compact(request.accountNumber).replaceAll('-', '')
  if (!ZENGIN_ACCOUNT.test(number) || Number(number) === 0) return fail('ACCOUNT_NUMBER_INVALID')
  const { bankCode, branchCode } = bankOf(payment)
  if (bankCode === undefined) return fail('BANK_MISSING')
  if (!/^\d{4}$/.test(bankCode) || bankCode === '0000') return fail('BANK_CODE_INVALID')
  if (branchCode === undefined || !/^\d{3}$/.test(branchCode)) return fail('BRANCH_CODE_INVALID')
  if (money.amountMinor > ZENGIN_MAX_AMOUNT) return fail('AMOUNT_TOO_LARGE')
  return succeed({
    name: name.value.slice(0, ZENGIN_NAME_CHARACTERS).trimEnd(),
    account: { type: 'other', value: number.padStart(7, '0') },
    zenginType: ZENGIN_TYPES.get(request.accountType ?? '') ?? '1',
    bankCode,
    branchCode,
  })
}

/** Currencies whose account numbers include the bank: CLABE, CBU and CVU. */
const CARRIES_ITS_BANK: ReadonlySet<string> = new Set(['MXN', 'ARS'])
/** A map, because a request may say `constructor`, which every object has. */
const ISO_TYPES: ReadonlyMap<string, 'CACC' | 'SVGS'> = new Map([
  ['savings', 'SVGS'],
  ['checking', 'CACC'],
  ['current', 'CACC'],
])
const MXN_SCHEMES: ReadonlyMap<string, string> = new Map([
  ['clabe', 'CLABE'],
  ['debit_card', 'DEBIT_CARD'],
  ['phone', 'PHONE'],
])
/** 預金種目. Whether the holder is a person or a company does not matter: both have ordinary accounts. */
const ZENGIN_TYPES: ReadonlyMap<string, '1' | '2' | '4'> = new Map([
  ['current', '2'],
  ['savings', '4'],
])

const compact = (text: string | undefined): string => (text ?? '').replace(/\s+/gu, '')

const isCode = (code: string | undefined): boolean =>
  code === undefined || (code !== '' && code.length <= MAX_CODE_CHARACTERS && isLatin(code))

/** The bank: by its code in the request, or by the rail's code for the chosen operator. */
export function bankOf(payment: Request): Pick<Payee, 'bic' | 'bankCode' | 'branchCode'> {
  const { request, money } = payment
  const country = offered(money.currency).country
  const facts = operatorOf(payment)?.facts
  const named = request.bankCode?.trim() || factCode(facts) || payment.operator
  // In South Africa and Namibia the universal branch code is the bank's address in the clearing.
  const branchIsBank = money.currency === 'ZAR' || money.currency === 'NAD'
  const branch = request.branchCode?.trim() || (branchIsBank ? facts?.branch : undefined)
  const code = branchIsBank && branch !== undefined ? branch : named
  const branchCode = branchIsBank || !branch ? undefined : branch
  return {
    ...(code !== undefined && (isBic(code, country) ? { bic: code } : { bankCode: code })),
    ...(branchCode !== undefined && { branchCode }),
  }
}

const factCode = (facts: OperatorFacts | undefined): string | undefined =>
  facts?.bic ?? facts?.bin ?? facts?.ispb ?? facts?.clearing

const operatorOf = ({ method, operator, money }: Request): Operator | undefined =>
  operator === undefined
    ? undefined
    : payoutMethod(method).currencies.get(money.currency)?.operatorByCode.get(operator)

const BIC = /^[A-Z]{4}([A-Z]{2})[A-Z2-9][A-NP-Z0-9](?:[A-Z0-9]{3})?$/

/** ISO 9362, of a bank in that country if one is given: other bank codes of eight letters look alike. */
export function isBic(text: string, country?: string): boolean {
  const found = BIC.exec(text)?.[1]
  return found !== undefined && (country === undefined || found === country)
}

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/

/** ISO 13616: the form and the check digits (ISO 7064, mod 97-10). */
export function isIban(text: string): boolean {
  const iban = text.toUpperCase()
  if (!IBAN.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  return BigInt(digits) % 97n === 1n
}
