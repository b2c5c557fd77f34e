/** QRIS by a code that the provider makes for one payment (services 47, 51, 77, 78). */
import { readPaymentCode } from '../../../catalogue/schemes/read.ts'
import { assert } from '../../../foundation/result.ts'
import { readAs } from '../answers.ts'
import type { ProviderOrder } from '../provider.ts'
import { amountOf, given, namesOnly } from './answers.ts'
import type { SnapProfile } from './profiles.ts'
import { MadeQr, rupiah, Transaction } from './read.ts'
import type { PayinService, SnapCall } from './service.ts'
import { jakartaTime } from './signing.ts'

export interface QrisSettings {
  readonly merchantId: string
  readonly acquirer: string | undefined
}

/** Not by their name of it: that one would come before ours. */
export const qrQuery = (profile: SnapProfile, merchantId: string, reference: string): SnapCall => ({
  operation: 'read',
  path: '/qr/qr-mpm-query',
  service: '51',
  externalId: 'fresh',
  body: { ...payinOf(profile, reference), serviceCode: '47', merchantId },
})

const payinOf = ({ repeatsByExternalId }: SnapProfile, reference: string) => ({
  originalPartnerReferenceNo: reference,
  ...(repeatsByExternalId && { originalExternalId: reference }),
})

export function qris(profile: SnapProfile, { merchantId, acquirer }: QrisSettings): PayinService {
  const externalId = profile.repeatsByExternalId ? 'reference' : 'fresh'
  return {
    statuses: profile.qr.statuses,
    create: ({ payment, reference }) => {
      assert(payment.expireAt !== undefined, 'a payin expires')
      return {
        operation: 'create',
        path: '/qr/qr-mpm-generate',
        service: '47',
        externalId,
        body: {
          partnerReferenceNo: reference,
          amount: amountOf(payment),
          merchantId,
          validityPeriod: jakartaTime(payment.expireAt),
          ...(acquirer !== undefined && { additionalInfo: { acquirer } }),
        },
      }
    },
    made: ({ payment, reference }, body) => {
      const code = readAs(MadeQr, body)
      if (!code) return 'a code that cannot be read'
      if (given(code.partnerReferenceNo) !== undefined && code.partnerReferenceNo !== reference)
        return 'a code that is not the one that was asked for'
      if (!asks(payment, code.qrContent)) return 'a code that is no QRIS of the amount'
      return {
        receiving: { qrContent: code.qrContent },
        processorRef: given(code.referenceNo) ?? reference,
      }
    },
    query: (_order, reference) => qrQuery(profile, merchantId, reference),
    found: (order, reference, body) => transactionOf(order, reference, body),
    cancel: ({ reference }) => ({
      operation: 'cancel',
      path: '/qr/qr-mpm-cancel',
      service: '77',
      externalId: 'fresh',
      body: { ...payinOf(profile, reference), merchantId, reason: 'not wanted any more' },
    }),
    ...(profile.qr.givesBack && {
      giveBack: ({ payment, reference }: ProviderOrder, payinReference: string) => ({
        operation: 'give-back',
        path: '/qr/qr-mpm-refund',
        service: '78',
        externalId,
        body: {
          merchantId,
          ...payinOf(profile, payinReference),
          partnerRefundNo: reference,
          refundAmount: amountOf(payment),
          reason: 'refund',
        },
      }),
    }),
  }
}

/** What the payer's app would do with it: exactly this amount, in rupiah. */
function asks({ money }: ProviderOrder['payment'], qrContent: string): boolean {
  const code = readPaymentCode(qrContent)
  if (!code.ok || code.value.scheme !== 'QRIS' || code.value.currencyCode !== 'IDR') return false
  const { amount } = code.value
  if (amount === undefined || !/^\d{1,13}(\.\d{1,2})?$/.test(amount)) return false
  return rupiah({ value: amount, currency: 'IDR' })?.amountMinor === money.amountMinor
}

/** Also of payments with a wallet. */
export function transactionOf(
  { payment }: ProviderOrder,
  reference: string,
  body: unknown,
): ReturnType<PayinService['found']> {
  const found = readAs(Transaction, body)
  if (!found) return 'a payment that cannot be read'
  const { originalPartnerReferenceNo, originalExternalId, originalReferenceNo } = found
  const isNamed = namesOnly(reference, [originalPartnerReferenceNo, originalExternalId])
  // Some name it by their own name alone: that was given to us for this payin, and to nobody else.
  const isOther = given(originalPartnerReferenceNo) !== undefined || given(originalExternalId) !== undefined
  const isKnown =
    payment.kind === 'payin' &&
    given(originalReferenceNo) !== undefined &&
    originalReferenceNo === payment.processorRef
  if (!isNamed && (isOther || !isKnown)) return 'a payment that is not the one that was asked about'
  const amount = found.amount ?? found.transAmount ?? undefined
  return {
    word: found.latestTransactionStatus,
    received: amount && rupiah(amount),
    name: given(originalReferenceNo),
    refunds: found.refundHistory ?? found.additionalInfo?.refundHistory ?? [],
  }
}
