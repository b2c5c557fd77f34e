/** Money to accounts with banks (services 18 and 36). Pure. */

import type { Instant } from '../../../foundation/deps.ts'
import type { Declined } from '../../../processing/port.ts'
import { declined, readAs, unclear } from '../answers.ts'
import { ended, FAILED, known, NOTHING_LEFT, returnedOr } from '../findings.ts'
import type { OrderFindings, ProviderOrder } from '../provider.ts'
import { required } from '../requests.ts'
import { listed } from '../status-codes.ts'
import { amountOf, given, NO_PAYOUTS, namesOnly } from './answers.ts'
import { MadeTransfer, rupiah, TRANSFER, Transaction } from './read.ts'
import type { SnapCall } from './service.ts'
import { digitsOf, jakartaDay, jakartaTime } from './signing.ts'

export interface TransferSettings {
  readonly sourceAccountNo: string
  /** Our operator → the bank as the provider names it. */
  readonly bankCodes: ReadonlyMap<string, string>
}

/** What they say before then is not the last word: Midtrans asks for ten minutes (docs.midtrans.com/reference/transfer-status-inquiry). */
const SETTLED_MS = 600_000
/** Their clock and ours, and how long a call is under way. */
const DAYS_DIFFER_BY_MS = 300_000
const BANK_CODE = /^\d{3,11}$/

interface Payee {
  readonly type: 'payee'
  readonly accountNumber: string
  readonly accountName: string
  /** As the provider names it. */
  readonly bank: string
}

export function payeeOf(
  { method, operator, request }: ProviderOrder['payment'],
  { bankCodes }: TransferSettings,
): Payee | Declined {
  const { accountNumber, accountName = '', bankCode } = request
  if (method !== 'BANK_TRANSFER' || accountNumber === undefined) return NO_PAYOUTS
  const bank = bankCode ?? bankCodes.get(operator ?? '')
  if (bank !== undefined && BANK_CODE.test(bank)) return { type: 'payee', accountNumber, accountName, bank }
  const unknown = declined('OPERATOR', 'it does not know by which code the provider names this bank')
  return operator === undefined ? { ...unknown, faults: [NO_BANK] } : unknown
}

const NO_BANK = required('paymentOperatorCode', 'is mandatory here: the bank of the account')

export function transfer(
  { payment, reference }: ProviderOrder,
  settings: TransferSettings,
): SnapCall | Declined {
  const payee = payeeOf(payment, settings)
  if (payee.type === 'declined') return payee
  return {
    operation: 'send',
    path: '/transfer-interbank',
    service: '18',
    // A provider that has forgotten the reference in the body refuses the second call by this.
    externalId: 'day',
    body: {
      partnerReferenceNo: reference,
      amount: amountOf(payment),
      beneficiaryAccountName: payee.accountName,
      beneficiaryAccountNo: payee.accountNumber,
      beneficiaryBankCode: payee.bank,
      sourceAccountNo: settings.sourceAccountNo,
      transactionDate: jakartaTime(payment.createdAt),
      additionalInfo: { remark: reference },
    },
  }
}

export const transferQuery = (reference: string): SnapCall => ({
  operation: 'read-sent',
  path: '/transfer/status',
  service: '36',
  externalId: 'fresh',
  body: { originalPartnerReferenceNo: reference, serviceCode: '18' },
})

/** When it was sent first; where nobody knows, no later than this. */
const sentFirstAt = ({ begunAt, payment }: ProviderOrder): Instant => begunAt ?? payment.createdAt

/** The X-EXTERNAL-ID of every try: the standard has it unique within a day (ASPI, header parameters), Midtrans without an end. */
export const externalIdOf = (order: ProviderOrder): string =>
  digitsOf(`${order.reference} ${jakartaDay(sentFirstAt(order))}`)

/**
 * Whether a call that is sent now is surely the same one to the provider as the first: on another day it may take the X-EXTERNAL-ID for a
 * new one, and the reference alone is then what keeps money from going twice.
 */
export const isRefusedTwice = (order: ProviderOrder, now: Instant): boolean =>
  jakartaDay(sentFirstAt(order) - DAYS_DIFFER_BY_MS) === jakartaDay(now + DAYS_DIFFER_BY_MS)

/** @returns why it is none, as text */
export function madeTransfer({ payment, reference }: ProviderOrder, body: unknown): string | undefined {
  const made = readAs(MadeTransfer, body)
  const name = made && given(made.partnerReferenceNo)
  if (!made || (name !== undefined && name !== reference))
    return 'a transfer that is not the one that was asked for'
  if (made.amount && rupiah(made.amount)?.amountMinor !== payment.money.amountMinor)
    return 'a transfer of another amount'
  return undefined
}

/** @param quietMs since it was tried last */
export function foundTransfer(
  { payment, reference }: ProviderOrder,
  body: unknown,
  quietMs: number,
): OrderFindings {
  const found = readAs(Transaction, body)
  if (!found || !namesOnly(reference, [found.originalPartnerReferenceNo]))
    return unclear('a transfer that is not the one that was asked about')
  if (found.amount && rupiah(found.amount)?.amountMinor !== payment.money.amountMinor)
    return unclear('a transfer of another amount')
  const account = given(found.beneficiaryAccountNo)
  if (account !== undefined && account !== payment.request.accountNumber)
    return unclear('a transfer to another account')
  const statusCode = found.latestTransactionStatus
  const meaning = listed(TRANSFER, statusCode)
  switch (meaning) {
    case undefined:
      return { type: 'unlisted', statusCode }
    case 'open':
      return known(statusCode)
    case 'done':
      return ended(reference, statusCode, { type: 'delivered' })
    case 'failed':
      return quietMs < SETTLED_MS ? known(statusCode) : ended(reference, statusCode, NOTHING_LEFT)
    case 'returned':
      // What was not delivered has failed, though nobody says that all of it is back.
      return ended(reference, statusCode, returnedOr(payment, FAILED))
    case 'never':
      return neverSent(quietMs)
  }
}

/** Where they say that they have never heard of it. */
export const neverSent = (quietMs: number): OrderFindings =>
  quietMs < SETTLED_MS ? unclear('not there yet') : { type: 'never' }
