/**
 * From the provider's words to ours. Total: a code or a status that is not in these tables settles nothing.
 *
 * The codes are those of the standard (ASPI, SNAP developer site, response codes), whose list is in `samples/`, and a test holds each of
 * them to a line here. What a status means depends on the provider and the service: 04 is a payment that was given back in one place, one
 * that was cancelled or has expired in another. So each profile names a table for each of its services.
 */

import { type Static, Type } from 'typebox'
import { offered } from '../../../catalogue/currencies.ts'
import { type Money, minorFromText } from '../../../foundation/money.ts'
import type { DeclineReason } from '../../../processing/port.ts'
import { readAs } from '../answers.ts'
import { orNull } from '../schemas.ts'

/** Left out, null and '' are the same to most of them. */
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

/** What became of a QR code, a payment with a wallet, or a transfer. */
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

/** @returns undefined of another currency */
export const rupiah = ({ value, currency }: Static<typeof Amount>): Money | undefined =>
  currency === 'IDR' ? { currency: offered('IDR').code, amountMinor: minorFromText(value, 2) } : undefined

/**
 * Of a payin. `open`: nothing yet, or on its way. `over`: it cannot be paid any more, and was not. `given-back`: it was paid, and the money
 * went back to the payer. `never`: they have never heard of it.
 */
export type PayinMeaning = 'open' | 'paid' | 'over' | 'given-back' | 'never'
export type PayinTable = Readonly<Record<string, PayinMeaning>>

/** The standard's: QR codes (service 51) and payments with a wallet (55). */
export const STANDARD_PAYIN: PayinTable = {
  '00': 'paid',
  '01': 'open',
  '02': 'open',
  '03': 'open',
  '04': 'given-back',
  '05': 'over',
  '06': 'over',
  '07': 'never',
}

/** Midtrans, QR codes (51) and wallets (55). */
export const MIDTRANS_PAYIN: PayinTable = {
  '00': 'paid',
  '03': 'open',
  '04': 'given-back',
  '05': 'over',
  '06': 'over',
  '07': 'never',
  '08': 'over',
  '09': 'over',
}

/** Midtrans, virtual accounts (26). */
export const MIDTRANS_VA: PayinTable = { ...MIDTRANS_PAYIN, '01': 'open', '02': 'open' }

/** Of money that goes to somebody. `returned`: it left, and came back. */
export type TransferMeaning = 'open' | 'done' | 'returned' | 'failed' | 'never'

/** The standard's: transfers (36). */
export const TRANSFER: Readonly<Record<string, TransferMeaning>> = {
  '00': 'done',
  '01': 'open',
  '02': 'open',
  '03': 'open',
  '04': 'returned',
  '05': 'failed',
  '06': 'failed',
  '07': 'never',
}

/** A refund in the history of its payin. */
export const REFUND: Readonly<Record<string, 'open' | 'done' | 'failed'>> = {
  '00': 'done',
  '03': 'open',
  '06': 'failed',
}

/**
 * What a code says of a request that was never sent before: HTTP status and case, without the service between them.
 * `payee`: the account that was to be credited takes nothing. `missing`: there is no such payment there.
 */
export type CodeMeaning = DeclineReason | 'payee' | 'missing' | 'unclear' | 'done' | 'doing'

export const CODES: Readonly<Record<string, CodeMeaning>> = {
  '20000': 'done',
  '20200': 'doing',
  '40000': 'METHOD',
  '40001': 'METHOD',
  '40002': 'METHOD',
  // A new token was tried with it already.
  '40100': 'UNHEALTHY',
  '40101': 'UNHEALTHY',
  '40102': 'UNHEALTHY',
  '40103': 'UNHEALTHY',
  '40104': 'UNHEALTHY',
  '40300': 'unclear',
  '40301': 'METHOD',
  '40302': 'AMOUNT',
  '40303': 'METHOD',
  '40304': 'LIMIT',
  '40305': 'METHOD',
  '40306': 'HOURS',
  '40307': 'METHOD',
  '40308': 'METHOD',
  '40309': 'payee',
  '40310': 'METHOD',
  '40311': 'METHOD',
  '40312': 'METHOD',
  // The payer was asked for something, so it is under way.
  '40313': 'unclear',
  '40314': 'LIMIT',
  '40315': 'METHOD',
  '40316': 'unclear',
  '40317': 'LIMIT',
  '40318': 'payee',
  '40319': 'UNHEALTHY',
  '40320': 'LIMIT',
  '40321': 'METHOD',
  '40322': 'METHOD',
  '40323': 'LIMIT',
  '40400': 'unclear',
  '40401': 'missing',
  '40402': 'METHOD',
  '40403': 'OPERATOR',
  '40404': 'unclear',
  '40405': 'METHOD',
  '40406': 'METHOD',
  '40407': 'METHOD',
  '40408': 'UNHEALTHY',
  '40409': 'OPERATOR',
  '40410': 'unclear',
  '40411': 'payee',
  // Of a virtual account: it is not there.
  '40412': 'missing',
  '40413': 'AMOUNT',
  '40414': 'unclear',
  '40415': 'METHOD',
  '40416': 'UNHEALTHY',
  '40417': 'METHOD',
  // The same reference with another body: in transfers the standard counts it as done.
  '40418': 'unclear',
  '40419': 'unclear',
  '40500': 'METHOD',
  '40501': 'HOURS',
  // The same X-EXTERNAL-ID, or the same reference, once more: whatever became of the first is asked about.
  '40900': 'unclear',
  '40901': 'unclear',
  '42900': 'unclear',
  '50000': 'unclear',
  '50001': 'unclear',
  '50002': 'unclear',
  '50400': 'unclear',
}

/** `2004700` → HTTP 200, service 47, case 00. */
export function responseCode(
  body: unknown,
): { readonly code: string; readonly service: string; readonly key: string } | undefined {
  const code = readAs(Coded, body)?.responseCode
  if (code === undefined) return undefined
  return { code, service: code.slice(3, 5), key: code.slice(0, 3) + code.slice(5) }
}
