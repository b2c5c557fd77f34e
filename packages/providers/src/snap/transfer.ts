/** Transfers to bank accounts (services 18 and 36). Pure. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined, readAs, unclear } from '@sluice/provider-kit/answers.ts'
import { ended, FAILED, known, NOTHING_LEFT, returnedOr } from '@sluice/provider-kit/findings.ts'
import type { OrderFindings, ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { required } from '@sluice/provider-kit/requests.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'
import { amountOf, given, NO_PAYOUTS, namesOnly } from './answers.ts'
import { MadeTransfer, rupiah, TRANSFER, Transaction } from './read.ts'
import type { SnapCall } from './service.ts'
import { digitsOf, jakartaDay, jakartaTime } from './signing.ts'

export interface TransferSettings {
  readonly sourceAccountNo: string
  /** Our operator → the provider's code for the bank. */
  readonly bankCodes: ReadonlyMap<string, string>
}

/** Statuses before that are not final: Midtrans asks for ten minutes (docs.midtrans.com/reference/transfer-status-inquiry). */
const SETTLED_MS = 600_000
/** The difference between clocks, and the time of a call. */
const DAYS_DIFFER_BY_MS = 300_000
const BANK_CODE = /^\d{3,11}$/

interface Payee {
  readonly type: 'payee'
  readonly accountNumber: string
  readonly accountName: string
  /** The provider's code. */
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
  const unknown = declined('OPERATOR', 'the provider’s code of this bank is not set')
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
    // A provider that has forgotten the reference in the body refuses a second call by this.
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

/** The first try; if that is not known, no later than this. */
const sentFirstAt = ({ begunAt, payment }: ProviderOrder): Instant => begunAt ?? payment.createdAt

/** The X-EXTERNAL-ID of every try. It is unique for a day in the standard (ASPI, header parameters), for ever at Midtrans. */
export const externalIdOf = (order: ProviderOrder): string =>
  digitsOf(`${order.reference} ${jakartaDay(sentFirstAt(order))}`)

/**
 * Whether the provider surely treats a call now as the same as the first. On another day its X-EXTERNAL-ID may count as new, and only the
 * reference would prevent a second transfer.
 */
export const isRefusedTwice = (order: ProviderOrder, now: Instant): boolean =>
  jakartaDay(sentFirstAt(order) - DAYS_DIFFER_BY_MS) === jakartaDay(now + DAYS_DIFFER_BY_MS)

/** @returns why it is not the transfer that was requested */
export function madeTransfer({ payment, reference }: ProviderOrder, body: unknown): string | undefined {
  const made = readAs(MadeTransfer, body)
  const name = made && given(made.partnerReferenceNo)
  if (!made || (name !== undefined && name !== reference)) return 'a transfer that is not the one requested'
  if (made.amount && rupiah(made.amount)?.amountMinor !== payment.money.amountMinor)
    return 'a transfer with a different amount'
  return undefined
}

/** @param quietMs time since the last try */
export function foundTransfer(
  { payment, reference }: ProviderOrder,
  body: unknown,
  quietMs: number,
): OrderFindings {
  const found = readAs(Transaction, body)
  if (!found || !namesOnly(reference, [found.originalPartnerReferenceNo]))
    return unclear('a transfer that is not the one inquired about')
  if (found.amount && rupiah(found.amount)?.amountMinor !== payment.money.amountMinor)
    return unclear('a transfer with a different amount')
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
      // A transfer that was not delivered has failed, but it is not certain that all of it came back.
      return ended(reference, statusCode, returnedOr(payment, FAILED))
    case 'never':
      return neverSent(quietMs)
  }
}

/** The provider does not know the transfer. */
export const neverSent = (quietMs: number): OrderFindings =>
  quietMs < SETTLED_MS ? unclear('not there yet') : { type: 'never' }
