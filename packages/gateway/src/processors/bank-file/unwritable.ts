/**
 * What a merchant can fix if no bank file can carry a payout: in terms of its own request, without naming the
 * operator's accounts and banks. The operator reads `Declined.detail` instead.
 */
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import type { DebtorAccount, Format } from './debtor-account.ts'
import type { Unwritable } from './payee.ts'

const ACCOUNT = '/paymentMethod/account'
export const AMOUNT = '/paymentRequested/money/amount'

const inAccount = (field: string, code: FaultCode, message: string): Fault => ({
  path: `${ACCOUNT}/${field}`,
  code,
  message,
})

export function mendable(
  why: Unwritable,
  format: Format,
  { characterSet, maxNameCharacters }: Pick<DebtorAccount, 'characterSet' | 'maxNameCharacters'>,
): Fault {
  const isZengin = format === 'zengin'
  switch (why) {
    case 'NAME_MISSING':
      return inAccount('accountName', 'REQUIRED', "is needed: the payee's name as registered with the bank")
    case 'NAME_NOT_WRITABLE':
      return inAccount(
        'accountName',
        'INVALID_FORMAT',
        `cannot be written by the bank: use ${lettersOf(isZengin, characterSet)}`,
      )
    case 'NAME_TOO_LONG':
      return inAccount(
        'accountName',
        'TOO_LONG',
        `is longer than the ${maxNameCharacters} characters that the bank accepts`,
      )
    case 'ACCOUNT_NUMBER_INVALID':
      return inAccount(
        'accountNumber',
        'INVALID_FORMAT',
        isZengin
          ? 'must have 1 to 7 digits, not all zero'
          : 'must be an account number of at most 34 letters and digits',
      )
    case 'BANK_MISSING':
      return inAccount(
        'bankCode',
        'REQUIRED',
        "is needed: the payee's bank, by its code here or by paymentOperatorCode",
      )
    case 'BANK_CODE_INVALID':
      return inAccount(
        'bankCode',
        'INVALID_FORMAT',
        isZengin ? "must be the bank's four digits" : 'must be a bank code of at most 35 letters and digits',
      )
    case 'BRANCH_CODE_INVALID':
      return inAccount(
        'branchCode',
        'INVALID_FORMAT',
        isZengin
          ? "is needed: the branch's three digits"
          : 'must be a branch code of at most 35 letters and digits',
      )
    case 'AMOUNT_TOO_LARGE':
      return { path: AMOUNT, code: 'OUT_OF_RANGE', message: 'is above the maximum of one transfer' }
  }
}

const lettersOf = (isZengin: boolean, set: DebtorAccount['characterSet']): string =>
  isZengin
    ? 'kana or Latin letters, no kanji'
    : set === 'unicode'
      ? 'letters without control characters'
      : 'Latin letters'
