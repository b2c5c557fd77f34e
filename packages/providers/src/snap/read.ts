/**
 * What the codes of SNAP providers mean. A code that is not in these tables settles nothing.
 *
 * The standard's codes (ASPI, SNAP developer site, response codes) are in `samples/`; a test compares both. Statuses depend on provider
 * and service: 04 is a refunded payment in one, a cancelled or expired one in another. So each profile names a table for each of its
 * services.
 */
import { offered } from '@sluice/core/catalogue/currencies.ts'
import { type Money, minorFromText } from '@sluice/core/foundation/money.ts'
import type { DeclineReason } from '@sluice/core/processor/port.ts'
import { readAs } from '@sluice/provider-kit/answers.ts'
import { orNull } from '@sluice/provider-kit/schemas.ts'
import { byMeaning } from '@sluice/provider-kit/status-codes.ts'
import { type Static, Type } from 'typebox'

/** Most treat missing, null and '' alike. */
const text = (maxLength: number) => orNull(Type.String({ maxLength }))

const Amount = Type.Object({
  value: Type.String({ pattern: '^\\d{1,14}(\\.\\d{1,2})?$' }),
  currency: Type.String({ maxLength: 8 }),
})
const OptionalAmount = orNull(Amount)

export const Coded = Type.Object({ responseCode: Type.String({ pattern: '^\\d{7}$' }) })

export const Granted = Type.Object({
  accessToken: Type.String({ minLength: 1, maxLength: 8_192, pattern: '^[\\x21-\\x7e]+$' }),
  expiresIn: Type.Optional(Type.Union([Type.String({ pattern: '^\\d{1,8}$' }), Type.Number({ minimum: 1 })])),
})

export const MadeQr = Type.Object({
  referenceNo: text(64),
  partnerReferenceNo: text(64),
  qrContent: Type.String({ minLength: 1, maxLength: 512 }),
})
export const MadeDebit = Type.Object({
  referenceNo: text(256),
  partnerReferenceNo: text(64),
  webRedirectUrl: Type.String({ minLength: 1, maxLength: 2_048 }),
})
const digits = (maxLength: number) => Type.String({ pattern: `^ *\\d{1,${maxLength}}$`, maxLength: 40 })
export const MadeVa = Type.Object({
  virtualAccountData: Type.Object({
    partnerServiceId: digits(8),
    customerNo: digits(20),
    virtualAccountNo: digits(28),
    virtualAccountName: text(255),
    trxId: Type.String({ maxLength: 64 }),
    totalAmount: OptionalAmount,
  }),
})
export const MadeTransfer = Type.Object({
  referenceNo: text(64),
  partnerReferenceNo: text(64),
  amount: OptionalAmount,
})

export const RefundMade = Type.Object({ refundNo: text(64), partnerRefundNo: Type.String({ maxLength: 64 }) })

const Refunded = Type.Object({
  partnerReferenceNo: text(64),
  partnerRefundNo: text(64),
  refundNo: text(64),
  refundAmount: OptionalAmount,
  refundStatus: text(8),
})
export type Refunded = Static<typeof Refunded>
const Refunds = orNull(Type.Array(Refunded, { maxItems: 1_000 }))

/** A QR code, a payment with a wallet, or a transfer. */
export const Transaction = Type.Object({
  originalPartnerReferenceNo: text(64),
  originalExternalId: text(64),
  originalReferenceNo: text(256),
  latestTransactionStatus: Type.String({ minLength: 1, maxLength: 8 }),
  amount: OptionalAmount,
  transAmount: OptionalAmount,
  beneficiaryAccountNo: text(64),
  refundHistory: Refunds,
  additionalInfo: orNull(Type.Object({ refundHistory: Refunds })),
})

export const VirtualAccount = Type.Object({
  virtualAccountData: Type.Object({
    virtualAccountNo: Type.String({ maxLength: 40 }),
    inquiryRequestId: Type.String({ maxLength: 128 }),
    paymentRequestId: text(128),
    paymentFlagStatus: Type.String({ minLength: 1, maxLength: 8 }),
    totalAmount: OptionalAmount,
    paidAmount: OptionalAmount,
  }),
})

export const Balance = Type.Object({
  accountInfos: Type.Array(Type.Object({ balanceType: text(64), availableBalance: Amount }), {
    minItems: 1,
    maxItems: 100,
  }),
})

/** @returns undefined for another currency */
export const rupiah = ({ value, currency }: Static<typeof Amount>): Money | undefined =>
  currency === 'IDR' ? { currency: offered('IDR').code, amountMinor: minorFromText(value, 2) } : undefined

/** `over`: it was not paid and can no longer be. `given-back`: it was paid and refunded. `never`: the provider does not know it. */
export type PayinMeaning = 'open' | 'paid' | 'over' | 'given-back' | 'never'
export type PayinTable = Readonly<Record<string, PayinMeaning>>

/** The standard: QR codes (service 51) and payments with a wallet (55). */
export const STANDARD_PAYIN: PayinTable = byMeaning({
  paid: '00',
  open: '01 02 03',
  'given-back': '04',
  over: '05 06',
  never: '07',
})

/** Midtrans: QR codes (51) and wallets (55). */
export const MIDTRANS_PAYIN: PayinTable = byMeaning({
  paid: '00',
  open: '03',
  'given-back': '04',
  over: '05 06 08 09',
  never: '07',
})

/** Midtrans: virtual accounts (26). */
export const MIDTRANS_VA: PayinTable = { ...MIDTRANS_PAYIN, '01': 'open', '02': 'open' }

/** Outgoing money. `returned`: it left, and came back. */
export type TransferMeaning = 'open' | 'done' | 'returned' | 'failed' | 'never'

/** The standard: transfers (36). */
export const TRANSFER: Readonly<Record<string, TransferMeaning>> = byMeaning({
  done: '00',
  open: '01 02 03',
  returned: '04',
  failed: '05 06',
  never: '07',
})

/** A refund in the history of its payin. */
export const REFUND: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  '00': 'done',
  '03': 'open',
  '06': 'failed',
}

/**
 * What a code means for a first request: HTTP status and case, without the service number between them. `payee`: the payee's account
 * cannot be credited. `missing`: there is no such payment.
 */
export type CodeMeaning = DeclineReason | 'payee' | 'missing' | 'unclear' | 'done' | 'doing'

export const CODES: Readonly<Record<string, CodeMeaning>> = byMeaning({
  done: '20000',
  doing: '20200',
  METHOD: `40000 40001 40002 40301 40303 40305 40307 40308 40310 40311 40312 40315 40321 40322 40402 40405
    40406 40407 40415 40417 40500`,
  // 401…: already tried again with a new token.
  UNHEALTHY: '40100 40101 40102 40103 40104 40319 40408 40416',
  // 40313: the payer has been asked for something, so it is in progress.
  // 40418: the same reference with another body; for transfers the standard treats it as done.
  // 409…: X-EXTERNAL-ID or reference repeated; a status inquiry finds what became of the first.
  unclear: '40300 40313 40316 40400 40404 40410 40414 40418 40419 40900 40901 42900 50000 50001 50002 50400',
  AMOUNT: '40302 40413',
  LIMIT: '40304 40314 40317 40320 40323',
  HOURS: '40306 40501',
  payee: '40309 40318 40411',
  // 40412: there is no such virtual account.
  missing: '40401 40412',
  OPERATOR: '40403 40409',
})

/** `2004700` → HTTP 200, service 47, case 00. */
export function responseCode(
  body: unknown,
): { readonly code: string; readonly service: string; readonly key: string } | undefined {
  const code = readAs(Coded, body)?.responseCode
  if (code === undefined) return undefined
  return { code, service: code.slice(3, 5), key: code.slice(0, 3) + code.slice(5) }
}
