/**
 * The payee of a SPEI order: a CLABE, debit card or mobile number, and the institution. A CLABE contains its institution; otherwise the
 * request names it. Pure.
 */
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import type { Fault } from '@sluice/core/foundation/faults.ts'
import type { Payment } from '@sluice/core/payment/model.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { faultAt } from '@sluice/provider-kit/requests.ts'

export interface StpPayee {
  readonly type: 'payee'
  readonly name: string
  readonly account: string
  readonly accountType: 3 | 10 | 40
  /** Banco de México's five digits. */
  readonly institution: string
}

const MAX_TEXT = 39
const DEVELOPMENT_BANKS = ['006', '009', '019', '135', '166', '168']
const KINDS = { clabe: 40, debit_card: 3, phone: 10 } as const

/** @param code three digits, as at the beginning of a CLABE */
export const institutionOf = (code: string): string =>
  `${DEVELOPMENT_BANKS.includes(code) ? '37' : code < '600' ? '40' : '90'}${code}`

/** What STP allows in names and texts: letters A to Z and digits. */
export const stpText = (text: string, fallback: string): string =>
  asciiText(text, 200, fallback)
    .replaceAll(/[^A-Za-z0-9]+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .trim() || fallback

export function payeeOf({ request, operator }: Pick<Payment, 'request' | 'operator'>): StpPayee | Declined {
  const { accountName = '', accountNumber = '', accountType: said } = request
  const account = accountNumber.replaceAll(/[ .\-/()]/g, '').replace(/^\+521?/, '')
  const accountType = typeOf(account)
  const name = stpText(accountName, '')
  const faults: readonly Fault[] = [
    ...(name === '' ? [faultAt('account/accountName', 'must have letters from A to Z')] : []),
    ...(accountType === undefined || (said !== undefined && KINDS[said as keyof typeof KINDS] !== accountType)
      ? [faultAt('account/accountNumber', 'must be a CLABE, card or phone number, as accountType says')]
      : []),
    ...bankFaults(account, accountType, operator),
  ]
  if (faults.length > 0 || accountType === undefined)
    return {
      type: 'declined',
      reason: 'METHOD',
      detail: 'name, number or bank of the account cannot be used',
      faults,
    }
  const bank = accountType === 40 ? account.slice(0, 3) : (operator ?? '')
  return { type: 'payee', name, account, accountType, institution: institutionOf(bank) }
}

function typeOf(account: string): StpPayee['accountType'] | undefined {
  if (/^\d{18}$/.test(account)) return 40
  if (/^\d{16}$/.test(account)) return 3
  return /^\d{10}$/.test(account) ? 10 : undefined
}

function bankFaults(
  account: string,
  accountType: StpPayee['accountType'] | undefined,
  operator: string | undefined,
): readonly Fault[] {
  const path = '/paymentMethod/paymentOperatorCode'
  if (accountType === 40)
    return operator === undefined || operator === account.slice(0, 3)
      ? []
      : [{ path, code: 'CONFLICT', message: 'is not the bank of the CLABE' }]
  return operator === undefined
    ? [{ path, code: 'REQUIRED', message: 'must name the bank of a card or a phone number' }]
    : []
}
