/**
 * Deviations of providers from the standard, and their addresses. What a profile leaves out is as in the standard.
 *
 * None was tried against the real provider: docs/operators/providers/snap.md says what was, and against what.
 */
import type { Provider } from '@sluice/provider-kit/provider.ts'
import { pairs } from '@sluice/provider-kit/status-codes.ts'
import { MIDTRANS_PAYIN, MIDTRANS_VA, type PayinTable, STANDARD_PAYIN } from './read.ts'

export interface SnapProfile {
  readonly code: string
  readonly title: string
  readonly hosts: ReturnType<Provider['hostsOf']>
  /** For payins: a call with the same X-EXTERNAL-ID is the same call. The standard requires a new one for each call of a day. */
  readonly repeatsByExternalId: boolean
  readonly qr: {
    readonly statuses: PayinTable
    /** Refunds need the payin's X-EXTERNAL-ID, and are listed with the payin. */
    readonly makesRefund: boolean
  }
  /** Left out: none that can be found by our reference alone. */
  readonly va?: {
    readonly statuses: PayinTable
    /** Our operator → the provider's code for the bank. */
    readonly banks: Readonly<Record<string, string>>
  }
  readonly wallets?: {
    readonly statuses: PayinTable
    readonly statusCodes: Readonly<Record<string, string>>
  }
  readonly reportsBalance: boolean
  /** The account that pays, if an operator sets none. Undefined: an operator must. */
  readonly sourceAccountNo: string | undefined
}

export const PROFILES: readonly SnapProfile[] = [
  {
    code: 'midtrans',
    title: 'Midtrans (GoTo Financial)',
    hosts: {
      live: { baseUrl: 'https://merchants.midtrans.com' },
      test: { baseUrl: 'https://merchants.sbx.midtrans.com' },
    },
    repeatsByExternalId: true,
    qr: { statuses: MIDTRANS_PAYIN, makesRefund: true },
    va: {
      statuses: MIDTRANS_VA,
      banks: pairs(
        'BCA=bca BNI=bni BRI=bri BSI=bsi CIMB=cimb DANAMON=danamon MANDIRI=mandiri PERMATA=permata',
      ),
    },
    wallets: {
      statuses: MIDTRANS_PAYIN,
      statusCodes: { DANA: 'DANA', GOPAY: 'GOPAY', SHOPEEPAY: 'SHOPEEPAY' },
    },
    reportsBalance: false,
    // For merchants whose balance is at Midtrans.
    sourceAccountNo: '0000000000',
  },
  {
    code: 'aspi',
    title: 'as the standard of ASPI and Bank Indonesia',
    hosts: undefined,
    repeatsByExternalId: false,
    qr: { statuses: STANDARD_PAYIN, makesRefund: false },
    reportsBalance: true,
    sourceAccountNo: undefined,
  },
]

export const profileOf = (code: string | undefined): SnapProfile | undefined =>
  PROFILES.find((profile) => profile.code === code)
