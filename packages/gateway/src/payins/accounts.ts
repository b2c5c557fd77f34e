/** The payer's account data of a payin: from the request, and from the payment itself. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Payment } from '@sluice/core/payment/model.ts'

export interface AccountRow {
  readonly source: 'REQUEST' | 'PAYMENT'
  readonly accountName?: string
  readonly accountNumber?: string
  readonly bankCode?: string
  readonly bankName?: string
  readonly emailAddress?: string
  readonly phoneNumber?: string
  readonly recordedAt: string
}

export function accountsBody(payment: Payment): { readonly data: readonly AccountRow[] } {
  const { accountName, accountNumber, bankCode, emailAddress, phoneNumber } = payment.request
  const given = withoutGaps({ accountName, accountNumber, bankCode, emailAddress, phoneNumber })
  const used = payment.payerAccount
  const shown =
    used &&
    withoutGaps({
      accountName: used.accountName,
      accountNumber: used.accountNumber,
      bankCode: used.bankCode,
      bankName: used.bankName,
    })
  return {
    data: [
      ...(Object.keys(given).length === 0
        ? []
        : [{ source: 'REQUEST' as const, ...given, recordedAt: isoTime(payment.createdAt) }]),
      ...(shown && Object.keys(shown).length > 0
        ? [
            {
              source: 'PAYMENT' as const,
              ...shown,
              recordedAt: isoTime(payment.processedAt ?? payment.createdAt),
            },
          ]
        : []),
    ],
  }
}

function withoutGaps(
  fields: Readonly<Record<string, string | undefined>>,
): Omit<AccountRow, 'source' | 'recordedAt'> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
