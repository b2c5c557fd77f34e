/** Payments with a wallet, on its page or in its app (services 54, 55, 57). */
import { assert } from '@sluice/core/foundation/result.ts'
import { declined, readAs } from '@sluice/provider-kit/answers.ts'
import { amountOf, given } from './answers.ts'
import type { SnapProfile } from './profiles.ts'
import { transactionOf } from './qris.ts'
import { MadeDebit } from './read.ts'
import type { PayinService } from './service.ts'
import { jakartaTime } from './signing.ts'

/** For payers who choose none. */
const USUAL = 'GOPAY'

export function wallet(
  profile: NonNullable<SnapProfile['wallets']>,
  { merchantId }: { readonly merchantId: string },
): PayinService {
  return {
    statuses: profile.statuses,
    create: ({ payment, reference }) => {
      assert(payment.expireAt !== undefined, 'a payin expires')
      const statusCode = profile.statusCodes[payment.operator ?? USUAL]
      if (statusCode === undefined) return declined('OPERATOR', 'it does not serve this wallet')
      const { returnUrl } = payment.request
      return {
        operation: 'create',
        path: '/debit/payment-host-to-host',
        service: '54',
        externalId: 'reference',
        body: {
          partnerReferenceNo: reference,
          chargeToken: '',
          merchantId,
          validUpTo: jakartaTime(payment.expireAt),
          ...(returnUrl !== undefined && {
            urlParams: [
              { url: returnUrl, type: 'PAY_RETURN', isDeeplink: /^https?:/.test(returnUrl) ? 'N' : 'Y' },
            ],
          }),
          payOptionDetails: [
            { payMethod: statusCode, payOption: statusCode, transAmount: amountOf(payment) },
          ],
        },
      }
    },
    made: ({ reference }, body) => {
      const debit = readAs(MadeDebit, body)
      if (!debit) return 'a payment that is invalid'
      if (given(debit.partnerReferenceNo) !== undefined && debit.partnerReferenceNo !== reference)
        return 'a payment that is not the one requested'
      return {
        receiving: { pageUrl: debit.webRedirectUrl },
        processorRef: given(debit.referenceNo) ?? reference,
      }
    },
    query: (_order, reference) => ({
      operation: 'read',
      path: '/debit/status',
      service: '55',
      externalId: 'fresh',
      body: { originalExternalId: reference, serviceCode: '54' },
    }),
    found: (order, reference, body) => transactionOf(order, reference, body),
    cancel: ({ reference }) => ({
      operation: 'cancel',
      path: '/debit/cancel',
      service: '57',
      externalId: 'fresh',
      body: { originalExternalId: reference, originalPartnerReferenceNo: reference },
    }),
  }
}
