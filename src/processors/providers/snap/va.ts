/**
 * Virtual accounts: a number at a bank for one payment (services 26, 27, 31).
 *
 * The provider makes the number, and it is asked about by that number and our reference: both must be in the answer.
 */
import { asciiText } from '../../../catalogue/ascii.ts'
import { operators } from '../../../catalogue/operators.ts'
import { assert } from '../../../foundation/result.ts'
import { declined, readAs } from '../answers.ts'
import type { ProviderOrder } from '../provider.ts'
import { amountOf, given } from './answers.ts'
import type { SnapProfile } from './profiles.ts'
import { MadeVa, rupiah, VirtualAccount } from './read.ts'
import type { PayinService } from './service.ts'
import { jakartaTime } from './signing.ts'

export interface VaSettings {
  readonly merchantId: string
  /** Our operator → the number by which the bank knows us there. */
  readonly companyCodes: ReadonlyMap<string, string>
}

/** As they demand where the number is theirs to make. */
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
          // As much as every bank's machines show.
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
  if (made.trxId !== reference) return 'a virtual account that is not the one that was asked for'
  if (made.totalAmount && rupiah(made.totalAmount)?.amountMinor !== payment.money.amountMinor)
    return 'a virtual account of another amount'
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
  if (!found) return 'a virtual account that cannot be read'
  const isOurs =
    found.inquiryRequestId === reference &&
    found.virtualAccountNo.trim() === numberOf(payment)?.virtualAccountNo.trim()
  if (!isOurs) return 'a virtual account that is not the one that was asked about'
  const amount = found.paidAmount ?? found.totalAmount ?? undefined
  return {
    statusCode: found.paymentFlagStatus,
    received: amount && rupiah(amount),
    name: given(found.paymentRequestId),
    refunds: [],
  }
}

/** Out of what was kept at the acceptance. */
function numberOf({ processorRef = '' }: ProviderOrder['payment']) {
  const [, service, customer, account] = /^(\d{1,8})-(\d{1,20})-(\d{1,28})$/.exec(processorRef) ?? []
  if (service === undefined || customer === undefined || account === undefined) return undefined
  // With the spaces before the company code that it was made with, where the number begins with it.
  const virtualAccountNo = account.startsWith(service)
    ? padded(service) + account.slice(service.length)
    : account
  return { partnerServiceId: padded(service), customerNo: customer, virtualAccountNo }
}
