/**
 * How providers deviate from the standard, and where they are. What a profile does not say is as the standard has it.
 *
 * None was tried against the real provider: docs/operators/providers/snap.md says what was, and against what.
 */
import type { Provider } from '../provider.ts'
import { MIDTRANS_PAYIN, MIDTRANS_VA, type PayinTable, STANDARD_PAYIN } from './read.ts'

export interface SnapProfile {
  readonly code: string
  readonly title: string
  readonly hosts: ReturnType<Provider['hostsOf']>
  /** Of payins: whether a call that is repeated under its X-EXTERNAL-ID is the same one. The standard wants a new one for each call of a day. */
  readonly repeatsByExternalId: boolean
  readonly qr: {
    readonly statuses: PayinTable
    /** By the payin's own X-EXTERNAL-ID, and a refund is told of with its payin. */
    readonly makesRefund: boolean
  }
  /** Left out: it has none that can be found again by our reference alone. */
  readonly va?: {
    readonly statuses: PayinTable
    /** Our operator → its word for the bank. */
    readonly banks: Readonly<Record<string, string>>
  }
  readonly wallets?: {
    readonly statuses: PayinTable
    readonly statusCodes: Readonly<Record<string, string>>
  }
  readonly reportsBalance: boolean
  /** Where money is sent from, if an operator says nothing; undefined: an operator must. */
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
      banks: {
        BCA: 'bca',
        BNI: 'bni',
        BRI: 'bri',
        BSI: 'bsi',
        CIMB: 'cimb',
        DANAMON: 'danamon',
        MANDIRI: 'mandiri',
        PERMATA: 'permata',
      },
    },
    wallets: {
      statuses: MIDTRANS_PAYIN,
      statusCodes: { DANA: 'DANA', GOPAY: 'GOPAY', SHOPEEPAY: 'SHOPEEPAY' },
    },
    reportsBalance: false,
    // As it has it for those whose money lies with it.
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
