/**
 * The catalogue: every payment method, and the file to read first.
 *
 * **A payment method is one file**, in `payins/` or `payouts/`. It holds all there is to know of the method: code,
 * currencies, operators, fields with their rules, response, instructions, expiry, limits, typical fees, what the payer
 * sees, and receiving details for the sandbox. Everything else reads it and has no line of its own for any method:
 *
 *   request.ts    checks `paymentMethod` of a create            options.ts   what a merchant can offer; code lists
 *   respond.ts    builds `paymentMethodResponse`                openapi.ts   the schemas of requests and responses
 *   examples.ts   a valid request per method and currency       limits.ts    amount range and time to pay
 *   receiving.ts  checks what a processor supplies              externalReference.ts  who must bring a bank's reference
 *
 * To add a method:
 * 1. Copy the file of a method with the same flow (qr: `payins/qris-pay.ts`, redirect: `payins/fpx.ts`, push:
 *    `payins/absa-pay.ts`, instructions: `payins/va-pay.ts`) and change what differs. Whatever you forget, the compiler
 *    asks for: the head of `method.ts` says what it holds together.
 * 2. Name it in the list below. That is the only other line.
 * 3. Run the tests. They take every method through validation, instructions, sandbox and schemas by themselves; a row
 *    in `contract.test.ts` makes them compare it with what the contract says, too.
 *
 * A new currency or operator is a line in `data/`. A new QR format is a file in `schemes/`, on top of `emv.ts`.
 *
 * The catalogue is pure and knows neither merchants nor payments: no clock, no randomness, no network, no database.
 */
import type { PaymentKind } from '../foundation/identifiers.ts'
import { assert } from '../foundation/result.ts'
import type { PayinMethod, PaymentMethod, PayoutMethod } from './method.ts'
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

/** @returns the payin methods of a code: one, or the two variants of `P2A_V2`, or none. */
export const payinMethods = (code: string): readonly PayinMethod[] => payins.get(code) ?? []

/** @returns the payout method of a code, as a list of one, or none. */
export const payoutMethods = (code: string): readonly PayoutMethod[] => payouts.get(code) ?? []

/** The methods of a kind and code. */
export const methodsOf = (kind: PaymentKind, code: string): readonly PaymentMethod[] =>
  kind === 'payin' ? payinMethods(code) : payoutMethods(code)

/**
 * The payin method of a payment that was accepted: its stored code, and its operator where variants share the code.
 * Throws where there is none: such a payment cannot have been accepted.
 */
export function payinMethod(code: string, operatorCode?: string): PayinMethod {
  const found = chooseVariant(payinMethods(code), operatorCode)
  assert(found, `no payin method ${code} with operator ${operatorCode}`)
  return found
}

/** The payout method of a payment that was accepted. Throws where there is none. */
export function payoutMethod(code: string): PayoutMethod {
  const found = payoutMethods(code)[0]
  assert(found, `no payout method ${code}`)
  return found
}

/** Of methods that share a code, the one that the operator names; without one, the default. */
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
