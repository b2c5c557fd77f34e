/** The payee of a Pix, in the form of the directory of keys (DICT) and of banks. Pure. */
import { brazilianTaxNumber } from '@sluice/core/catalogue/identifiers/brazil.ts'
import { withoutSeparators } from '@sluice/core/catalogue/identifiers/identifier.ts'
import { phoneForms } from '@sluice/core/catalogue/identifiers/phones.ts'
import { operators } from '@sluice/core/catalogue/operators.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { faultAt, lacks } from '@sluice/provider-kit/requests.ts'
import { byMeaning, listed } from '@sluice/provider-kit/status-codes.ts'

export const KEY_METHODS = [
  'PHONE_NUMBER_TRANSFER',
  'EMAIL_TRANSFER',
  'TAX_PAYER_ID_TRANSFER',
  'RANDOM_KEY_TRANSFER',
] as const

export interface AccountPayee {
  readonly type: 'account'
  /** The bank's eight digits in the payment system. */
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
 * A Pix key in the directory's form. Requests may have phone numbers in national form, and a CPF with dots.
 * @returns undefined for a method without a key: each has its key in another field
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

/** An unknown kind of number is sent as it is, for the bank to decide. */
const phoneKey = (text: string): string => phoneForms(text, 'BR')?.international ?? text

const ACCOUNT_TYPES: Readonly<Record<string, PixAccountType>> = byMeaning({
  CONTA_CORRENTE: 'checking current corrente',
  CONTA_POUPANCA: 'savings poupanca',
  CONTA_SALARIO: 'salary salario',
  CONTA_PAGAMENTO: 'payment pagamento',
})

/** Brazilian banks by their clearing number (341), with their number in the payment system. */
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

/** A bank account. A Pix without a key needs the holder's tax number, the branch and the kind of account. */
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
