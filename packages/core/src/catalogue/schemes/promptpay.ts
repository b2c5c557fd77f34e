/**
 * PromptPay (Thailand). A gateway uses tag 30, bill payment, because the credit shows its references. Tag 29, the transfer to a
 * person, has no reference; it is here because payers' apps and tests use it.
 */
import { encodeEmv } from '../emv.ts'
import { type EmvParts, emvScheme } from './emv-scheme.ts'

export interface PromptPayBill extends EmvParts {
  /** 15 digits: tax number and a two-digit suffix. */
  readonly billerId: string
  /** 1 to 20 characters of `A-Z 0-9`. */
  readonly reference1: string
  readonly reference2?: string
}

/** Tag 30: pays a bill of this biller. The amount is in baht with two decimals. */
export const PROMPTPAY_BILL = emvScheme<PromptPayBill>()({
  name: 'PromptPay',
  currency: 'THB',
  fields: {
    '30': { '00': { always: 'A000000677010112' }, '01': 'billerId', '02': 'reference1', '03': 'reference2' },
  },
  payee: ['billerId'],
  reference: 'reference1',
  examples: [
    {
      of: 'a bill',
      code: {
        billerId: '010753600010286',
        reference1: 'INV20260001',
        reference2: 'CUST001',
        amount: '500.25',
      },
      payload:
        '00020101021230650016A00000067701011201150107536000102860211INV202600010307CUST00153037645406500.255802TH6304A0F8',
    },
  ],
})

export const promptPayBill = PROMPTPAY_BILL.write

export interface TransferParts extends EmvParts {
  /** `0066` and nine digits. */
  readonly mobile?: string
  /** 13 digits. */
  readonly taxId?: string
  /** 15 digits. */
  readonly eWallet?: string
  readonly reference?: string
}

/** Tag 29: sends money to the account registered with this number. */
export const PROMPTPAY_TRANSFER = emvScheme<TransferParts>()({
  name: 'PromptPay',
  currency: 'THB',
  fields: {
    '29': { '00': { always: 'A000000677010111' }, '01': 'mobile', '02': 'taxId', '03': 'eWallet' },
    '62': { '05': 'reference' },
  },
  payee: ['mobile', 'taxId', 'eWallet'],
  examples: [
    {
      of: 'a transfer with name and city',
      code: { mobile: '0066812345678', amount: '100.50', name: 'DEMO GATEWAY', city: 'BANGKOK' },
      payload:
        '00020101021229370016A0000006770101110113006681234567853037645406100.505802TH5912DEMO GATEWAY6007BANGKOK6304F5E5',
    },
  ],
})

export interface PromptPayTransfer extends Pick<EmvParts, 'amount' | 'name' | 'city'> {
  readonly to: 'mobile' | 'tax-id' | 'e-wallet'
  readonly number: string
  /** The position of tag 58 is free, and the reference implementation writes it before the currency. */
  readonly countryFirst?: boolean
}

const PART_OF = { mobile: 'mobile', 'tax-id': 'taxId', 'e-wallet': 'eWallet' } as const

export function promptPayTransfer({ to, number, countryFirst, ...code }: PromptPayTransfer): string {
  const fields = PROMPTPAY_TRANSFER.fieldsOf({ ...code, [PART_OF[to]]: number })
  if (!countryFirst) return encodeEmv(fields)
  const country = fields.filter(([tag]) => tag === '58')
  const [before, after] = [
    fields.filter(([tag]) => tag < '53'),
    fields.filter(([tag]) => tag >= '53' && tag !== '58'),
  ]
  return encodeEmv([...before, ...country, ...after])
}
