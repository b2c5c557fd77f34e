/**
 * The payer's side of a payment: what app, bank or wallet makes of what the shop shows, before anybody pays.
 *
 * It believes nothing it can check: the code's checksum, that the code is of the scheme the method belongs to, that code, account
 * and words ask for the same amount, and that the reference in the code is the one the shop knows. Pure; knows nothing of
 * the gateway but the response that every merchant gets.
 */
import { EMV_SCHEMES, type PaymentScheme, readPaymentCode } from '@sluice/core/catalogue/schemes/read.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

export interface Money {
  readonly amount: number
  readonly currencyCode: string
}

/** `paymentMethodResponse` of a payin, as `GET /payins/{idPayin}` answers it: the parts that a payer needs. */
export interface Shown {
  readonly paymentMethodCode: string
  readonly money: Money
  readonly moneyRequired?: Money
  readonly reference: string
  readonly account?: Readonly<Record<string, string>>
  readonly paymentAddress?: { readonly name: string; readonly idAddress: string }
  readonly paymentInstructionList?: readonly { readonly title: string; readonly steps: readonly string[] }[]
  readonly paymentOperator?: { readonly code: string; readonly name: string }
  readonly qrCode?: string
  readonly qrName?: string
  readonly upiQrDeepLink?: string
  readonly redirectUrl?: string
}

/** What the payer is about to do. */
export type Offer = {
  readonly money: Money
  /** Ours, where the payer sends it along. */
  readonly reference: string
} & (
  | {
      readonly way: 'transfer'
      /** Absent: typed in by hand from an account or from instructions. */
      readonly scheme?: PaymentScheme
      /** Who gets it, in the scheme's parts. */
      readonly payee: Readonly<Record<string, string>>
      /** Whatever was written besides: a till's number stands there. */
      readonly words: string
    }
  | {
      readonly way: 'token'
      readonly contract: string
      readonly chainId: number
      readonly address: string
      /** In the token's smallest unit. */
      readonly units: bigint
    }
  | { readonly way: 'link'; readonly url: string }
  | { readonly way: 'push' }
)

/** Why a careful payer would not pay. */
export interface Refusal {
  readonly code: 'UNREADABLE' | 'SCHEME' | 'AMOUNT' | 'CURRENCY' | 'REFERENCE' | 'PAYEE' | 'NO_CHAIN'
  readonly message: string
}

/** Of methods whose code is a scheme's. */
const SCHEMES: Readonly<Record<string, readonly PaymentScheme[]>> = {
  CRYPTO_OFFLINE: ['EIP-681'],
  DUITNOW: ['DuitNow QR'],
  OFFLINE: ['VietQR', 'LaoQR'],
  P2A_V2: ['UPI'],
  PIXQR: ['Pix'],
  PROMPTPAY: ['PromptPay'],
  QRISPAY: ['QRIS'],
  QRPH: ['QR Ph'],
  UPICOLLECT: ['UPI'],
  UPIQR: ['UPI'],
  VIETQR: ['VietQR'],
  ZAPPER_QR: ['Zapper'],
}

/** Undefined: it is no scheme's. One of EMV has the name that the payer sees. */
const schemesOf = ({ paymentMethodCode, qrName }: Shown): readonly PaymentScheme[] | undefined =>
  SCHEMES[paymentMethodCode] ?? EMV_SCHEMES.flatMap(({ name }) => (name === qrName ? [[name]] : [])).at(0)

const TOKEN_DECIMALS = 6

/** What the payer sees → what the payer would do, or why not. */
export function offerOf(shown: Shown): Result<Offer, Refusal> {
  const common = { money: shown.moneyRequired ?? shown.money, reference: shown.reference }
  const seen = shown.qrCode ?? shown.upiQrDeepLink
  // What a provider's own app reads, nobody else can check: the payer goes on at the provider.
  const isOwn = schemesOf(shown) === undefined
  if (seen !== undefined && !isOwn) return scanned(seen, shown, common)
  if (shown.redirectUrl !== undefined) return succeed({ ...common, way: 'link', url: shown.redirectUrl })
  const words = wordsOf(shown)
  const { accountNumber, bankCode } = shown.account ?? {}
  if (accountNumber !== undefined) {
    const payee = { account: accountNumber, ...(bankCode !== undefined && { bankCode }) }
    return succeed({ ...common, way: 'transfer', payee, words })
  }
  return succeed(words === '' ? { ...common, way: 'push' } : { ...common, way: 'transfer', payee: {}, words })
}

const wordsOf = ({ paymentInstructionList = [] }: Shown): string =>
  paymentInstructionList.flatMap(({ title, steps }) => [title, ...steps]).join('\n')

type Common = Pick<Offer, 'money' | 'reference'>

function scanned(seen: string, shown: Shown, common: Common): Result<Offer, Refusal> {
  const read = readPaymentCode(seen)
  if (!read.ok) {
    return seen === shown.paymentAddress?.idAddress
      ? fail({ code: 'NO_CHAIN', message: 'a bare address: no chain of such addresses is here' })
      : fail({ code: 'UNREADABLE', message: `the code cannot be read: ${read.failure}` })
  }
  const code = read.value
  if (!schemesOf(shown)?.includes(code.scheme)) {
    return fail({ code: 'SCHEME', message: `${code.scheme} is no code of ${shown.paymentMethodCode}` })
  }
  if (code.scheme === 'EIP-681') return token(code.payee, code.amount ?? '', shown, common)
  const { amount, currencyCode } = common.money
  if (code.currencyCode !== currencyCode) {
    return fail({
      code: 'CURRENCY',
      message: `the code asks for ${code.currencyCode}, the shop for ${currencyCode}`,
    })
  }
  if (code.amount !== undefined && Number(code.amount) !== amount) {
    return fail({ code: 'AMOUNT', message: `the code asks for ${code.amount}, the shop for ${amount}` })
  }
  if (code.reference !== undefined && code.reference !== common.reference) {
    return fail({ code: 'REFERENCE', message: 'the code has another reference than the shop' })
  }
  const { account } = code.payee
  if (
    account !== undefined &&
    shown.account?.accountNumber !== undefined &&
    account !== shown.account.accountNumber
  ) {
    return fail({ code: 'PAYEE', message: 'the code pays another account than the one shown' })
  }
  return succeed({ ...common, way: 'transfer', scheme: code.scheme, payee: code.payee, words: '' })
}

function token(
  { contract = '', chainId, address = '' }: Readonly<Record<string, string>>,
  units: string,
  shown: Shown,
  common: Common,
): Result<Offer, Refusal> {
  if (chainId === undefined || chainId === '0')
    return fail({ code: 'NO_CHAIN', message: 'no wallet knows this chain' })
  if (address !== shown.paymentAddress?.idAddress) {
    return fail({ code: 'PAYEE', message: 'the code pays another address than the one shown' })
  }
  const wanted = BigInt(Math.round(common.money.amount * 10 ** TOKEN_DECIMALS))
  if (BigInt(units) !== wanted) {
    return fail({ code: 'AMOUNT', message: `the code asks for ${units} units, the shop for ${wanted}` })
  }
  return succeed({ ...common, way: 'token', contract, chainId: Number(chainId), address, units: wanted })
}
