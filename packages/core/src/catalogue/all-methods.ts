/**
 * The catalogue: every payment method. Read this file first.
 *
 * **A payment method is one file**, in `payins/` or `payouts/`. It holds everything about the method: code, currencies,
 * operators, fields with their rules, response, instructions, expiry, limits, typical fees, what the payer sees, how the checkout
 * shows it, the receiving details it needs and their rules, and receiving details for the sandbox. No other file has code for a
 * particular method:
 *
 *   what a method is       payment-method.ts     its types: read this second
 *                          define-method.ts      prepares a declaration for lookups
 *                          flow-presets.ts       what methods of one flow share
 *   requests               method-fields.ts      every field of `paymentMethod`, declared once
 *                          product-fields.ts     the fields as one merchant's product has them
 *                          text-formats.ts       formats of names, e-mail addresses and phone numbers
 *                          validate-request.ts   checks `paymentMethod` of a create; uses read-fields.ts and plain-text.ts
 *                          request-schemas.ts    their JSON Schemas
 *   responses              response-fields.ts    every field of `paymentMethodResponse`, declared once
 *                          build-response.ts     a payment's response
 *                          response-schemas.ts   their JSON Schemas
 *   receiving details      receiving-details.ts  checks what a provider supplies, and what an operator registers
 *                          made-up-details.ts    values for the sandbox that cannot be paid
 *   a merchant's offer     payment-options.ts    methods and operators for an amount
 *                          payment-form.ts       the fields that a payer must fill in
 *                          code-lists.ts         operators, and ways to top up
 *   texts for payers       instruction-texts.ts  sentences of `paymentInstructionList`
 *                          checkout-texts.ts     names, hints and labels of the checkout
 *   numbers                identifiers/          codes and account numbers with a published rule
 *                          schemes/              QR codes and links
 *                          limits.ts, amounts.ts, currencies.ts, operators.ts, examples.ts, external-reference.ts
 *
 * To add a method, follow `docs/contributing/method.md`: copy the file of a method with the same flow (qr: `payins/viet-qr.ts`,
 * redirect: `payins/fpx.ts`, push: `payins/absa-pay.ts`, instructions: `payins/va-pay.ts`), add it to the list below, and
 * generate.
 *
 * The catalogue is pure and knows neither merchants nor payments: no clock, no randomness, no network, no database.
 */
import type { MethodKind } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import { absaPay } from './payins/absa-pay.ts'
import { capitecPay } from './payins/capitec-pay.ts'
import { codePayment } from './payins/code-payment.ts'
import { cryptoOffline } from './payins/crypto-offline.ts'
import { duitNow } from './payins/duit-now.ts'
import { eWallet } from './payins/e-wallet.ts'
import { fnbDirectEft } from './payins/fnb-direct-eft.ts'
import { fpx } from './payins/fpx.ts'
import { imps } from './payins/imps.ts'
import { mobileMoney } from './payins/mobile-money.ts'
import { momoPay } from './payins/momo-pay.ts'
import { nedbankDirectEft } from './payins/nedbank-direct-eft.ts'
import { netBanking } from './payins/net-banking.ts'
import { offline } from './payins/offline.ts'
import { online } from './payins/online.ts'
import { p2aV2 } from './payins/p2a-v2.ts'
import { payMe } from './payins/pay-me.ts'
import { payShap } from './payins/pay-shap.ts'
import { pixQr } from './payins/pix-qr.ts'
import { promptPay } from './payins/prompt-pay.ts'
import { pse } from './payins/pse.ts'
import { qrPh } from './payins/qr-ph.ts'
import { qrisPay } from './payins/qris-pay.ts'
import { upiCollect } from './payins/upi-collect.ts'
import { upiQr } from './payins/upi-qr.ts'
import { vaPay } from './payins/va-pay.ts'
import { vietQr } from './payins/viet-qr.ts'
import { zapperQr } from './payins/zapper-qr.ts'
import type { PayinMethod, PaymentMethod, PayoutMethod } from './payment-method.ts'
import { bankTransfer } from './payouts/bank-transfer.ts'
import { emailTransfer } from './payouts/email-transfer.ts'
import { phoneNumberTransfer } from './payouts/phone-number-transfer.ts'
import { randomKeyTransfer } from './payouts/random-key-transfer.ts'
import { taxPayerIdTransfer } from './payouts/tax-payer-id-transfer.ts'
import { walletTransfer } from './payouts/wallet-transfer.ts'

export const PAYIN_METHODS: readonly PayinMethod[] = [
  absaPay,
  capitecPay,
  codePayment,
  cryptoOffline,
  duitNow,
  eWallet,
  fnbDirectEft,
  fpx,
  imps,
  mobileMoney,
  momoPay,
  nedbankDirectEft,
  netBanking,
  offline,
  online,
  p2aV2,
  payMe,
  payShap,
  pixQr,
  promptPay,
  pse,
  qrisPay,
  qrPh,
  upiCollect,
  upiQr,
  vaPay,
  vietQr,
  zapperQr,
]

export const PAYOUT_METHODS: readonly PayoutMethod[] = [
  bankTransfer,
  emailTransfer,
  phoneNumberTransfer,
  randomKeyTransfer,
  taxPayerIdTransfer,
  walletTransfer,
]

const payins = byCode(PAYIN_METHODS)
const payouts = byCode(PAYOUT_METHODS)

/** @returns the payin methods of a code: one, the two variants of `P2A_V2`, or none. */
export const payinMethods = (code: string): readonly PayinMethod[] => payins.get(code) ?? []

/** @returns the payout method of a code as a list of one, or none. */
export const payoutMethods = (code: string): readonly PayoutMethod[] => payouts.get(code) ?? []

/** The methods of a kind and code. */
export const methodsOf = (kind: MethodKind, code: string): readonly PaymentMethod[] =>
  kind === 'payin' ? payinMethods(code) : payoutMethods(code)

/**
 * The payin method of an accepted payment, by its stored code, and by its operator if variants share the code. Throws if there is
 * none, as such a payment cannot have been accepted.
 */
export function payinMethod(code: string, operatorCode?: string): PayinMethod {
  const found = chooseVariant(payinMethods(code), operatorCode)
  assert(found, `no payin method ${code} with operator ${operatorCode}`)
  return found
}

/** The payout method of an accepted payment. Throws if there is none. */
export function payoutMethod(code: string): PayoutMethod {
  const found = payoutMethods(code)[0]
  assert(found, `no payout method ${code}`)
  return found
}

/** Of methods that share a code, the one that the operator belongs to; without an operator, the default. */
export function chooseVariant(
  candidates: readonly PayinMethod[],
  operatorCode?: string,
): PayinMethod | undefined {
  return candidates.length === 1
    ? candidates[0]
    : candidates.find(({ variant }) =>
        operatorCode === undefined ? variant?.isDefault : variant?.operatorCode === operatorCode,
      )
}

function byCode<Method extends PaymentMethod>(
  methods: readonly Method[],
): ReadonlyMap<string, readonly Method[]> {
  return Map.groupBy(methods, ({ code }) => code)
}
