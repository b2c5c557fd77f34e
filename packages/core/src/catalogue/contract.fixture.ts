/** The payin methods of the API contract. Methods that we add beyond it are not part of the tests that compare with it. */
import { PAYIN_METHODS } from './all-methods.ts'
import type { PayinMethod } from './payment-method.ts'

/** Code, currencies, request object, external reference; in the contract's terms. */
export const PAYIN_ROWS = [
  ['ABSA_PAY', 'ZAR', 'AbsaPayMethod', 'never'],
  ['CAPITEC_PAY', 'ZAR', 'CapitecPayMethod', 'never'],
  ['CODE_PAYMENT', 'TWD', 'CodePaymentMethod', 'never'],
  ['CRYPTO_OFFLINE', 'USDC, USDT', 'CryptoOfflineMethod', 'never'],
  ['DUITNOW', 'MYR', 'DuitNowMethod', 'never'],
  ['EWALLET', 'IDR', 'EWalletMethod', 'never'],
  ['FNB_DIRECT_EFT', 'ZAR', 'FnbDirectEFTMethod', 'never'],
  ['FPX', 'MYR', 'FpxMethod', 'never'],
  ['P2A_V2', 'INR', 'IMPSMethod', 'required'],
  ['ONLINE', 'INR, THB, MYR, NAD, VND, ZAR', 'OnlineMethod', 'never'],
  ['MOBILE_MONEY', 'GHS, KES, TZS, ZMW', 'MobileMoneyMethod', 'never'],
  ['MOMOPAY', 'VND', 'MomoPayMethod', 'never'],
  ['NEDBANK_DIRECT_EFT', 'ZAR', 'NedbankDirectEFTMethod', 'never'],
  ['NETBANKING', 'INR', 'NetBankingMethod', 'never'],
  ['OFFLINE', 'ARS, CNY, JPY, KRW, LAK, MXN, NAD, NGN, PHP, THB, VND, ZAR', 'OfflineMethod', 'never'],
  ['PAY_ME', 'ZAR', 'PayMeMethod', 'never'],
  ['PAYSHAP', 'ZAR', 'PayShapMethod', 'never'],
  ['P2A_V2', 'INR', 'P2AV2Method', 'required'],
  ['PIXQR', 'BRL', 'PixQRMethod', 'never'],
  ['PROMPTPAY', 'THB', 'PromptPayMethod', 'never'],
  ['PSE', 'COP', 'PseMethod', 'never'],
  ['QRISPAY', 'IDR', 'QrisPayMethod', 'never'],
  ['QRPH', 'PHP', 'QRPhMethod', 'never'],
  ['UPICOLLECT', 'INR', 'UpiCollectMethod', 'unless-customer-known'],
  ['UPIQR', 'INR', 'UpiQRMethod', 'unless-customer-known'],
  ['VAPAY', 'IDR, KRW, TWD', 'VaPayMethod', 'never'],
  ['VIETQR', 'VND', 'VietQRMethod', 'never'],
  ['ZAPPER_QR', 'ZAR', 'ZapperQrMethod', 'never'],
] as const

export const OF_CONTRACT: readonly PayinMethod[] = PAYIN_METHODS.filter(({ object }) =>
  PAYIN_ROWS.some((row) => row[2] === object),
)
