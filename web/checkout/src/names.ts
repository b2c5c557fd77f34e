/**
 * What methods and fields are called. Brands keep their names in every language; what the gateway names in plain English is
 * translated here, and what this page does not know yet is shown as the gateway says it.
 */
import type { Words } from './i18n.tsx'
import type { MessageKey } from './messages/en.ts'
import type { FormField, PaymentOption } from './payin.ts'

const METHODS: Readonly<Record<string, MessageKey>> = {
  OFFLINE: 'bankTransfer',
  ONLINE: 'onlineBanking',
  NETBANKING: 'onlineBanking',
  VAPAY: 'virtualAccount',
  CODE_PAYMENT: 'store',
  CRYPTO_OFFLINE: 'stablecoin',
  EWALLET: 'eWallet',
  MOBILE_MONEY: 'mobileMoney',
}

/** Two things in one: told apart by what stands behind them. */
const SUFFIX: Readonly<Record<string, string>> = { NETBANKING: ' (UPI ID)' }

/** What the payer will do, where the flow says too little: India alone has five ways that a payer would take for one. */
const HINTS: Readonly<Record<string, MessageKey>> = {
  UPICOLLECT: 'hintUpiRequest',
  P2A_V2: 'hintUpiTransfer',
  NETBANKING: 'hintUpiPage',
}
const HINTS_OF_FLOWS = {
  QR: 'flowQr',
  REDIRECT: 'flowRedirect',
  PUSH: 'flowPush',
  INSTRUCTIONS: 'flowInstructions',
} as const satisfies Record<PaymentOption['flow'], MessageKey>

export const methodHint = ({ t }: Pick<Words, 't'>, code: string, flow: PaymentOption['flow']): string =>
  t(HINTS[code] ?? HINTS_OF_FLOWS[flow])

export function methodName({ t }: Pick<Words, 't'>, code: string, given: string): string {
  const key = METHODS[code]
  return key ? t(key) + (SUFFIX[code] ?? '') : code === 'P2A_V2' ? 'UPI / IMPS' : given
}

/** By the gateway's own label. */
const LABELS: Readonly<Record<string, MessageKey>> = {
  'Account holder': 'name',
  'Account number': 'accountNumber',
  'Absa account number': 'accountNumber',
  'Account the money will come from': 'senderAccount',
  'Name the transfer will come from': 'senderName',
  'Cellphone, identity or account number at Capitec': 'phoneOrAccount',
  'E-mail address': 'email',
  'Phone number': 'phone',
  'Tax number': 'taxId',
  'Where you will pay': 'location',
}

/** Names of things that are called the same everywhere. */
const PROPER = new Set(['UPI ID', 'ShapID', 'CUIT or CUIL'])

export function fieldLabel({ t }: Pick<Words, 't'>, { label }: FormField): string {
  const key = LABELS[label]
  if (key) return t(key)
  return label === 'CUIT or CUIL' ? 'CUIT / CUIL' : label
}

/** For the test that no label of the catalogue is forgotten. */
export const isKnownLabel = (label: string): boolean => label in LABELS || PROPER.has(label)
