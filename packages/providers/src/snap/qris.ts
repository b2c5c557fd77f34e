/** QRIS by a code that the provider makes for one payment (services 47, 51, 77, 78). */
import { readPaymentCode } from '@sluice/core/catalogue/schemes/read.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { amountOf, given, namesOnly } from './answers.ts'
import type { SnapProfile } from './profiles.ts'
import { MadeQr, rupiah, Transaction } from './read.ts'
import type { PayinService, SnapCall } from './service.ts'
import { jakartaTime } from './signing.ts'

export interface QrisSettings {
  readonly merchantId: string
  readonly acquirer: string | undefined
}

/** @param theirs the provider's ID, if known */
export const qrQuery = (
  profile: SnapProfile,
  merchantId: string,
  reference: string,
  theirs?: string,
): SnapCall => ({
  operation: 'read',
  path: '/qr/qr-mpm-query',
  service: '51',
  externalId: 'fresh',
  body: { ...payinOf(profile, reference, theirs), serviceCode: '47', merchantId },
})

/** Not by the provider's ID at Midtrans, which would prefer it to ours. The standard has both (ASPI, QR MPM, query and cancel). */
const payinOf = ({ repeatsByExternalId }: SnapProfile, reference: string, theirs?: string) => ({
  originalPartnerReferenceNo: reference,
  ...(repeatsByExternalId
    ? { originalExternalId: reference }
    : theirs !== undefined && theirs !== reference && { originalReferenceNo: theirs }),
})

/** An inquiry for a refund is about another payment. */
const theirsOf = ({ payment }: ProviderOrder): string | undefined =>
  payment.kind === 'payin' ? payment.processorRef : undefined

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
      if (!code) return 'a code that is invalid'
      if (given(code.partnerReferenceNo) !== undefined && code.partnerReferenceNo !== reference)
        return 'a code that is not the one requested'
      if (!asks(payment, code.qrContent)) return 'a code that is no QRIS of the amount'
      return {
        receiving: { qrContent: code.qrContent },
        processorRef: given(code.referenceNo) ?? reference,
      }
    },
    query: (order, reference) => qrQuery(profile, merchantId, reference, theirsOf(order)),
    found: (order, reference, body) => transactionOf(order, reference, body),
    cancel: (order) => ({
      operation: 'cancel',
      path: '/qr/qr-mpm-cancel',
      service: '77',
      externalId: 'fresh',
      body: {
        ...payinOf(profile, order.reference, theirsOf(order)),
        merchantId,
        reason: 'not wanted any more',
      },
    }),
    ...(profile.qr.makesRefund && {
      makeRefund: ({ payment, reference }: ProviderOrder, payinReference: string) => ({
        operation: 'refund',
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

/** Whether the payer's app would pay exactly this amount in rupiah. */
function asks({ money }: ProviderOrder['payment'], qrContent: string): boolean {
  const code = readPaymentCode(qrContent)
  if (!code.ok || code.value.scheme !== 'QRIS' || code.value.currencyCode !== 'IDR') return false
  const { amount } = code.value
  if (amount === undefined || !/^\d{1,13}(\.\d{1,2})?$/.test(amount)) return false
  return rupiah({ value: amount, currency: 'IDR' })?.amountMinor === money.amountMinor
}

/** Also for payments with a wallet. */
export function transactionOf(
  { payment }: ProviderOrder,
  reference: string,
  body: unknown,
): ReturnType<PayinService['found']> {
  const found = readAs(Transaction, body)
  if (!found) return 'a payment that is invalid'
  const { originalPartnerReferenceNo, originalExternalId, originalReferenceNo } = found
  const isNamed = namesOnly(reference, [originalPartnerReferenceNo, originalExternalId])
  // Some name only their own ID, which we got for this payin.
  const isOther = given(originalPartnerReferenceNo) !== undefined || given(originalExternalId) !== undefined
  const isKnown =
    payment.kind === 'payin' &&
    given(originalReferenceNo) !== undefined &&
    originalReferenceNo === payment.processorRef
  if (!isNamed && (isOther || !isKnown)) return 'a payment that is not the one inquired about'
  const amount = found.amount ?? found.transAmount ?? undefined
  return {
    statusCode: found.latestTransactionStatus,
    received: amount && rupiah(amount),
    name: given(originalReferenceNo),
    refunds: found.refundHistory ?? found.additionalInfo?.refundHistory ?? [],
  }
}
