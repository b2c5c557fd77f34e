/**
 * Virtual accounts: a number at a bank for one payment (services 26, 27, 31). The provider makes the number; answers to inquiries must
 * have that number and our reference.
 */
import { asciiText } from '@sluice/core/catalogue/ascii.ts'
import { operators } from '@sluice/core/catalogue/operators.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { declined, readAs } from '@sluice/provider-kit/answers.ts'
import type { ProviderOrder } from '@sluice/provider-kit/provider.ts'
import { amountOf, given } from './answers.ts'
import type { SnapProfile } from './profiles.ts'
import { MadeVa, rupiah, VirtualAccount } from './read.ts'
import type { PayinService } from './service.ts'
import { jakartaTime } from './signing.ts'

export interface VaSettings {
  readonly merchantId: string
  /** Our operator → our company code at the bank. */
  readonly companyCodes: ReadonlyMap<string, string>
}

/** As required if the provider makes the number. */
const NO_CUSTOMER = '0000000000'
const padded = (code: string): string => code.padStart(8, ' ')

export function virtualAccounts(
  profile: NonNullable<SnapProfile['va']>,
  { merchantId, companyCodes }: VaSettings,
): PayinService {
  const additionalInfo = { merchantId }
  return {
    statuses: profile.statuses,
    create: ({ payment, reference, merchantName }) => {
      assert(payment.expireAt !== undefined, 'a payin expires')
      const { operator = '', request } = payment
      const bank = profile.banks[operator]
      const companyCode = companyCodes.get(operator)
      if (bank === undefined || companyCode === undefined)
        return declined('OPERATOR', 'it has no virtual accounts at this bank')
      return {
        operation: 'create',
        path: '/transfer-va/create-va',
        service: '27',
        externalId: 'reference',
        body: {
          partnerServiceId: padded(companyCode),
          customerNo: NO_CUSTOMER,
          virtualAccountNo: padded(companyCode) + NO_CUSTOMER,
          // As much as the machines of every bank show.
          virtualAccountName: asciiText(request.accountName ?? merchantName, 30, 'Customer'),
          trxId: reference,
          totalAmount: amountOf(payment),
          expiredDate: jakartaTime(payment.expireAt),
          additionalInfo: {
            ...additionalInfo,
            bank,
            flags: { shouldRandomizeVaNumber: true },
            ...(bank === 'mandiri' && {
              mandiri: { billInfo1: 'Payment', billInfo2: asciiText(merchantName, 30) },
            }),
          },
        },
      }
    },
    made: madeAccount,
    query: ({ payment }, reference) => {
      const number = numberOf(payment)
      return (
        number && {
          operation: 'read',
          path: '/transfer-va/status',
          service: '26',
          externalId: 'reference',
          body: { ...number, inquiryRequestId: reference, additionalInfo },
        }
      )
    },
    found: foundAccount,
    cancel: ({ payment, reference }) => {
      const number = numberOf(payment)
      return (
        number && {
          operation: 'cancel',
          path: '/transfer-va/delete-va',
          service: '31',
          externalId: 'fresh',
          body: { ...number, trxId: reference, additionalInfo },
        }
      )
    },
  }
}

const madeAccount: PayinService['made'] = ({ payment, reference }, body) => {
  const made = readAs(MadeVa, body)?.virtualAccountData
  if (!made) return 'a virtual account that cannot be read'
  if (made.trxId !== reference) return 'a virtual account that is not the one requested'
  if (made.totalAmount && rupiah(made.totalAmount)?.amountMinor !== payment.money.amountMinor)
    return 'a virtual account with a different amount'
  const accountNumber = made.virtualAccountNo.trim()
  const bank = operators('ID_VA_BANKS').find(({ code }) => code === payment.operator)
  return {
    receiving: {
      accountName: given(made.virtualAccountName) ?? 'Virtual account',
      accountNumber,
      bankCode: bank?.facts?.clearing ?? '',
      bankName: bank?.name ?? '',
    },
    processorRef: [made.partnerServiceId.trim(), made.customerNo.trim(), accountNumber].join('-'),
  }
}

const foundAccount: PayinService['found'] = ({ payment }, reference, body) => {
  const found = readAs(VirtualAccount, body)?.virtualAccountData
  if (!found) return 'a virtual account that is invalid'
  const isOurs =
    found.inquiryRequestId === reference &&
    found.virtualAccountNo.trim() === numberOf(payment)?.virtualAccountNo.trim()
  if (!isOurs) return 'a virtual account that is not the one inquired about'
  const amount = found.paidAmount ?? found.totalAmount ?? undefined
  return {
    statusCode: found.paymentFlagStatus,
    received: amount && rupiah(amount),
    name: given(found.paymentRequestId),
    refunds: [],
  }
}

/** From what was stored when the payin was accepted. */
function numberOf({ processorRef = '' }: ProviderOrder['payment']) {
  const [, service, customer, account] = /^(\d{1,8})-(\d{1,20})-(\d{1,28})$/.exec(processorRef) ?? []
  if (service === undefined || customer === undefined || account === undefined) return undefined
  // With the company code's leading spaces, if the number begins with it.
  const virtualAccountNo = account.startsWith(service)
    ? padded(service) + account.slice(service.length)
    : account
  return { partnerServiceId: padded(service), customerNo: customer, virtualAccountNo }
}
