/** Whom a Pix goes to, in the form that the directory of keys (DICT) and banks have. Pure. */

import { brazilianTaxNumber } from '../../../catalogue/identifiers/brazil.ts'
import { withoutSeparators } from '../../../catalogue/identifiers/identifier.ts'
import { phoneForms } from '../../../catalogue/identifiers/phones.ts'
import { operators } from '../../../catalogue/operators.ts'
import type { Payment } from '../../../payments/model.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined } from '../answers.ts'
import { faultAt, lacks } from '../requests.ts'
import { listed } from '../status-codes.ts'

export const KEY_METHODS = [
  'PHONE_NUMBER_TRANSFER',
  'EMAIL_TRANSFER',
  'TAX_PAYER_ID_TRANSFER',
  'RANDOM_KEY_TRANSFER',
] as const

export interface AccountPayee {
  readonly type: 'account'
  /** Eight digits: the bank's number in the payment system. */
  readonly ispb: string
  readonly branch: string
  /** With its check digit. */
  readonly number: string
  readonly accountType: PixAccountType
  readonly taxNumber: string
  readonly name: string
}

export type PixAccountType = 'CONTA_CORRENTE' | 'CONTA_POUPANCA' | 'CONTA_SALARIO' | 'CONTA_PAGAMENTO'

/**
 * A Pix key as the directory keeps it, whatever a request may say it with: requests may write a phone number as it is dialled at home,
 * and a CPF with its dots.
 * @returns undefined for a method that has none: each has its key in a field of its own
 */
export function pixKeyOf({ method, request }: Payment): string | undefined {
  switch (method) {
    case 'PHONE_NUMBER_TRANSFER':
      return request.phoneNumber && phoneKey(request.phoneNumber)
    case 'EMAIL_TRANSFER':
      return request.emailAddress?.toLowerCase()
    case 'TAX_PAYER_ID_TRANSFER':
      return request.identifyingReference && taxNumberIn(request.identifyingReference)
    case 'RANDOM_KEY_TRANSFER':
      return request.accountNumber?.toLowerCase()
    default:
      return undefined
  }
}

const taxNumberIn = (text: string): string => withoutSeparators(text).toUpperCase()

/** What no table knows as a number goes as it was written, and the bank says what it thinks of it. */
const phoneKey = (text: string): string => phoneForms(text, 'BR')?.international ?? text

const ACCOUNT_TYPES: Readonly<Record<string, PixAccountType>> = {
  checking: 'CONTA_CORRENTE',
  current: 'CONTA_CORRENTE',
  corrente: 'CONTA_CORRENTE',
  savings: 'CONTA_POUPANCA',
  poupanca: 'CONTA_POUPANCA',
  salary: 'CONTA_SALARIO',
  salario: 'CONTA_SALARIO',
  payment: 'CONTA_PAGAMENTO',
  pagamento: 'CONTA_PAGAMENTO',
}

/** Banks of Brazil by their number in the clearing: 341, and its number in the payment system. */
const ISPB: ReadonlyMap<string, string> = new Map(
  operators('BR_BANKS').flatMap(({ code, facts }) => (facts?.ispb ? [[code, facts.ispb] as const] : [])),
)

const unusable = (path: string, what: string): Declined => ({
  ...declined('METHOD', `the request's ${what} cannot be used`),
  faults: [faultAt(path, `must be ${what}`)],
})

const BANK = "the payee's bank: its code as paymentOperatorCode, or the eight digits of its ISPB as bankCode"
const BRANCH = 'the branch: up to five digits'
const NUMBER = 'the account number with its check digit'
const TYPE = 'the kind of account: checking, savings, salary or payment'
const TAX_NUMBER = "the holder's CPF or CNPJ"

/** A bank account, of which a Pix without a key names the holder's tax number, the branch and the kind. */
export function accountPayeeOf({ operator, request }: Payment): AccountPayee | Declined {
  const { accountName, accountNumber = '', branchCode, accountType, identifyingReference, bankCode } = request
  const named = operator ?? bankCode?.trim()
  const ispb =
    named === undefined ? undefined : (ISPB.get(named) ?? (/^\d{8}$/.test(named) ? named : undefined))
  if (ispb === undefined) return lacks('paymentOperatorCode', BANK)
  if (accountName === undefined) return lacks('account/accountName', "the account holder's name")
  if (branchCode === undefined) return lacks('account/branchCode', BRANCH)
  const branch = branchCode.trim()
  if (!/^\d{1,5}$/.test(branch)) return unusable('account/branchCode', BRANCH)
  const number = withoutSeparators(accountNumber).toUpperCase()
  if (!/^\d{1,19}[\dX]$/.test(number)) return unusable('account/accountNumber', NUMBER)
  const kind = listed(ACCOUNT_TYPES, accountType?.trim().toLowerCase())
  if (kind === undefined) return lacks('account/accountType', TYPE)
  if (identifyingReference === undefined) return lacks('identifyingReference', TAX_NUMBER)
  if (brazilianTaxNumber.check(identifyingReference, {})) return unusable('identifyingReference', TAX_NUMBER)
  return {
    type: 'account',
    ispb,
    branch,
    number,
    accountType: kind,
    taxNumber: taxNumberIn(identifyingReference),
    name: accountName,
  }
}
