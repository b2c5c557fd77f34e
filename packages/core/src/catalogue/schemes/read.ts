/**
 * Reads what a payer scans or opens, as the payer's bank or wallet does: which scheme, how much, to whom, with which reference.
 * The counterpart of the schemes beside it, for tests and for the sandbox.
 *
 * The checksum is verified first. A code of an unknown scheme, or one that lacks what its scheme requires, is a fault and never a
 * guess. Never throws on a scanned text.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { decodeEmv, type EmvFault, type EmvField } from '../emv.ts'
import { DUITNOW } from './duitnow.ts'
import { LAOQR } from './laoqr.ts'
import { PIX } from './pix.ts'
import { PROMPTPAY_BILL, PROMPTPAY_TRANSFER } from './promptpay.ts'
import { QRIS } from './qris.ts'
import { QRPH_MERCHANT, QRPH_PERSON } from './qrph.ts'
import { VIETQR } from './vietqr.ts'
import { decodeZapper } from './zapper.ts'

/** Each has its own file. */
export const EMV_SCHEMES = [
  PROMPTPAY_BILL,
  PROMPTPAY_TRANSFER,
  VIETQR,
  LAOQR,
  DUITNOW,
  PIX,
  QRIS,
  QRPH_MERCHANT,
  QRPH_PERSON,
] as const

export type PaymentScheme = (typeof EMV_SCHEMES)[number]['name'] | 'UPI' | 'Zapper' | 'EIP-681'

/** The payment that a code requests. */
export interface PaymentCode {
  readonly scheme: PaymentScheme
  /** Missing for a token, which its contract identifies. */
  readonly currencyCode?: string
  /** As the code writes it: in major units, or in a token's smallest unit. Missing: the payer enters it. */
  readonly amount?: string
  /** Returned to the receiver with the money. */
  readonly reference?: string
  /** The name that the payer sees. */
  readonly name?: string
  /** The payee, in the scheme's own parts: `bin` and `account`, `key`, `address`, `contract`, … */
  readonly payee: Readonly<Record<string, string>>
}

export type ReadFault = EmvFault | 'UNKNOWN_SCHEME' | 'INCOMPLETE' | 'WRONG_CURRENCY'

/** A scanned text, or a link → the payment that it requests. */
export function readPaymentCode(text: string): Result<PaymentCode, ReadFault> {
  if (text.startsWith('upi://')) return readUpi(text)
  if (text.startsWith('ethereum:')) return readTransfer(text)
  if (text.startsWith('http://2.zap.pe')) return readZapper(text)
  if (!/^\d{4}/.test(text)) return fail('UNKNOWN_SCHEME')
  const fields = decodeEmv(text)
  return fields.ok ? readEmv(fields.value) : fields
}

function readEmv(fields: readonly EmvField[]): Result<PaymentCode, ReadFault> {
  const found = EMV_SCHEMES.find((scheme) => scheme.isOf(fields))
  return found ? found.read(fields) : fail('UNKNOWN_SCHEME')
}

function readUpi(text: string): Result<PaymentCode, ReadFault> {
  if (!URL.canParse(text)) return fail('UNKNOWN_SCHEME')
  const { searchParams } = new URL(text)
  const [address, name, reference, amount] = ['pa', 'pn', 'tr', 'am'].map((key) => searchParams.get(key))
  if (!address) return fail('INCOMPLETE')
  if (searchParams.get('cu') !== 'INR') return fail('WRONG_CURRENCY')
  return succeed({
    scheme: 'UPI',
    currencyCode: 'INR',
    ...(amount && { amount }),
    ...(reference && { reference }),
    ...(name && { name }),
    payee: { address },
  })
}

const TRANSFER =
  /^ethereum:(0x[0-9a-fA-F]{40})(?:@(\d{1,20}))?\/transfer\?address=(0x[0-9a-fA-F]{40})&uint256=(\d{1,78})$/

function readTransfer(text: string): Result<PaymentCode, ReadFault> {
  const [, contract, chainId, address, amount] = TRANSFER.exec(text) ?? []
  if (!contract || !address || !amount) return fail('INCOMPLETE')
  return succeed({ scheme: 'EIP-681', amount, payee: { contract, address, ...(chainId && { chainId }) } })
}

const AMOUNT = '34'
const REFERENCES = new Set(['33', '33n', '66'])

function readZapper(text: string): Result<PaymentCode, ReadFault> {
  const code = decodeZapper(text)
  if (!code.ok) return fail('UNKNOWN_SCHEME')
  const { merchantId, siteId, groups } = code.value
  const fields = groups.flatMap((group) => group.fields)
  const valueWhere = (wanted: (field: string) => boolean) => fields.find(({ field }) => wanted(field))?.value
  const amount = valueWhere((field) => field === AMOUNT)
  const reference = valueWhere((field) => REFERENCES.has(field))
  const name = valueWhere((field) => field === '38')
  if (valueWhere((field) => field === '39') !== 'ZAR') return fail('WRONG_CURRENCY')
  return succeed({
    scheme: 'Zapper',
    currencyCode: 'ZAR',
    ...(amount !== undefined && { amount }),
    ...(reference !== undefined && { reference }),
    ...(name !== undefined && { name }),
    payee: { merchantId, siteId },
  })
}
