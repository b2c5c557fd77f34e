/**
 * Reads what a payer scans or follows, as the payer's bank or wallet does: which scheme, how much, to whom, with which
 * reference. The counterpart of the builders beside it, for tests and for those who play the payer.
 *
 * Promises: a checksum that does not hold is found before anything else is believed; a code of a scheme that is not
 * known here, or that lacks what its scheme needs, is a fault and never a guess. Never throws on a scanned text.
 */
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { decodeEmv, decodeTemplate, type EmvFault, type EmvField, emvValue } from '../emv.ts'
import { decodeZapper } from './zapper.ts'

export type PaymentScheme =
  | 'PromptPay'
  | 'VietQR'
  | 'DuitNow QR'
  | 'QRIS'
  | 'QR Ph'
  | 'Pix'
  | 'LaoQR'
  | 'UPI'
  | 'Zapper'
  | 'EIP-681'

/** What a code asks its reader to do. */
export interface PaymentCode {
  readonly scheme: PaymentScheme
  /** Absent for a token: its contract tells. */
  readonly currencyCode?: string
  /** As the code writes it: major units, or a token's smallest. Absent: the payer types it. */
  readonly amount?: string
  /** What comes back to the receiver with the money. */
  readonly reference?: string
  /** Name that the payer sees. */
  readonly name?: string
  /** Who is paid, in the scheme's own parts: `bin` and `account`, `key`, `address`, `contract`, … */
  readonly payee: Readonly<Record<string, string>>
}

export type ReadFault = EmvFault | 'UNKNOWN_SCHEME' | 'INCOMPLETE' | 'WRONG_CURRENCY'

/** A scanned text, or a link → what it asks for. */
export function readPaymentCode(text: string): Result<PaymentCode, ReadFault> {
  if (text.startsWith('upi://')) return readUpi(text)
  if (text.startsWith('ethereum:')) return readTransfer(text)
  if (text.startsWith('http://2.zap.pe')) return readZapper(text)
  if (!/^\d{4}/.test(text)) return fail('UNKNOWN_SCHEME')
  const fields = decodeEmv(text)
  return fields.ok ? readEmv(fields.value) : fields
}

interface EmvScheme {
  readonly scheme: PaymentScheme
  /** Tag of the template that names the payee, and the identifier that stands in its tag 00. */
  readonly template: string
  readonly guid: RegExp
  readonly currency: readonly [numeric: string, code: string]
  /** Tag inside the template → what it is. */
  readonly payee: Readonly<Record<string, string>>
  /** Where the reference stands. */
  readonly reference: readonly [tag: string, inner: string]
}

const EMV_SCHEMES: readonly EmvScheme[] = [
  {
    scheme: 'PromptPay',
    template: '30',
    guid: /^A000000677010112$/,
    currency: ['764', 'THB'],
    payee: { '01': 'billerId' },
    reference: ['30', '02'],
  },
  {
    scheme: 'PromptPay',
    template: '29',
    guid: /^A000000677010111$/,
    currency: ['764', 'THB'],
    payee: { '01': 'mobile', '02': 'taxId', '03': 'eWallet' },
    reference: ['62', '05'],
  },
  {
    scheme: 'VietQR',
    template: '38',
    guid: /^A000000727$/,
    currency: ['704', 'VND'],
    payee: { '01': 'beneficiary', '02': 'service' },
    reference: ['62', '08'],
  },
  {
    scheme: 'LaoQR',
    template: '38',
    guid: /^A005266284662577$/,
    currency: ['418', 'LAK'],
    payee: { '01': 'iin', '02': 'kind', '03': 'receiver' },
    reference: ['62', '01'],
  },
  {
    scheme: 'DuitNow QR',
    template: '26',
    guid: /^A0000006150001$/,
    currency: ['458', 'MYR'],
    payee: { '01': 'acquirer', '02': 'merchantId' },
    reference: ['62', '05'],
  },
  {
    scheme: 'Pix',
    template: '26',
    guid: /^br\.gov\.bcb\.pix$/i,
    currency: ['986', 'BRL'],
    payee: { '01': 'key', '25': 'chargeUrl' },
    reference: ['62', '05'],
  },
  {
    scheme: 'QRIS',
    template: '51',
    guid: /^ID\.CO\.QRIS\.WWW$/,
    currency: ['360', 'IDR'],
    payee: { '02': 'nationalId' },
    reference: ['62', '05'],
  },
  {
    scheme: 'QR Ph',
    template: '28',
    guid: /^ph\.ppmi\.p2m$/,
    currency: ['608', 'PHP'],
    payee: { '01': 'acquirer', '03': 'merchantId', '05': 'flags' },
    reference: ['62', '05'],
  },
  {
    scheme: 'QR Ph',
    template: '27',
    guid: /^com\.p2pqrpay$/,
    currency: ['608', 'PHP'],
    payee: { '01': 'bank', '04': 'account' },
    reference: ['62', '05'],
  },
]

function readEmv(fields: readonly EmvField[]): Result<PaymentCode, ReadFault> {
  const found = EMV_SCHEMES.find((each) => each.guid.test(inner(fields, each.template, '00') ?? ''))
  if (!found) return fail('UNKNOWN_SCHEME')
  const [numeric, currencyCode] = found.currency
  if (emvValue(fields, '53') !== numeric) return fail('WRONG_CURRENCY')
  const payee: Record<string, string> = {}
  for (const [tag, name] of Object.entries(found.payee)) {
    const value = inner(fields, found.template, tag)
    if (value !== undefined)
      Object.assign(payee, name === 'beneficiary' ? vietnamese(value) : { [name]: value })
  }
  if (Object.keys(payee).length === 0) return fail('INCOMPLETE')
  const amount = emvValue(fields, '54')
  const reference = inner(fields, ...found.reference)
  const name = emvValue(fields, '59')
  return succeed({
    scheme: found.scheme,
    currencyCode,
    ...(amount !== undefined && { amount }),
    ...(reference !== undefined && reference !== '***' && { reference }),
    ...(name !== undefined && { name }),
    payee,
  })
}

function inner(fields: readonly EmvField[], tag: string, within: string): string | undefined {
  const template = decodeTemplate(emvValue(fields, tag) ?? '')
  return template.ok ? emvValue(template.value, within) : undefined
}

function vietnamese(beneficiary: string): Readonly<Record<string, string>> {
  const parts = decodeTemplate(beneficiary)
  if (!parts.ok) return {}
  return { bin: emvValue(parts.value, '00') ?? '', account: emvValue(parts.value, '01') ?? '' }
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
