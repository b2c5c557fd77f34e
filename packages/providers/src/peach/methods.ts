/** Our methods by Peach's payment brands, their limits, and what they need to know of the payer. Pure. */
import type { Payment } from '@sluice/core/payment/model.ts'
import type { WireService } from '@sluice/core/processor/connector-protocol.ts'
import type { Declined } from '@sluice/core/processor/port.ts'
import { declined } from '@sluice/provider-kit/answers.ts'
import { required } from '@sluice/provider-kit/requests.ts'
import { PAID_OUT, type ServiceTerms, services } from '@sluice/provider-kit/services.ts'
import { listed } from '@sluice/provider-kit/status-codes.ts'

export const BRANDS = ['PAYSHAP', 'CAPITECPAY', 'PEACHEFT', 'NEDBANKDIRECTEFT'] as const
export type Brand = (typeof BRANDS)[number]

/** The default. Without Nedbank Direct EFT, whose end Peach has announced; its EFT reaches Nedbank too. */
export const USUAL_BRANDS: readonly Brand[] = ['PAYSHAP', 'CAPITECPAY', 'PEACHEFT']

const isBrand = (text: string): text is Brand => (BRANDS as readonly string[]).includes(text)

/** @returns undefined if the text names anything else */
export function brandsIn(text: string): readonly Brand[] | undefined {
  const named = text.split(',').map((each) => each.trim())
  const known = named.filter(isBrand)
  return known.length === named.length ? known : undefined
}

/** @returns undefined if no brand of the account serves the method */
export function brandOf(method: string, brands: readonly Brand[]): Brand | undefined {
  switch (method) {
    case 'PAYSHAP':
      return brands.find((brand) => brand === 'PAYSHAP')
    case 'CAPITEC_PAY':
      return brands.find((brand) => brand === 'CAPITECPAY')
    case 'NEDBANK_DIRECT_EFT':
      return brands.find((brand) => brand === 'NEDBANKDIRECTEFT') ?? peachEft(brands)
    case 'ABSA_PAY':
    case 'ONLINE':
      return peachEft(brands)
    default:
      return undefined
  }
}
const peachEft = (brands: readonly Brand[]) => brands.find((brand) => brand === 'PEACHEFT')

/** Only on the page does the payer see whom to pay; other methods prompt in the bank's app. */
export const needsPage = (method: string): boolean => method === 'ONLINE' || method === 'NEDBANK_DIRECT_EFT'

/** Peach's names of the banks, and each bank's limit in rand. */
const PAYSHAP_BANKS: Readonly<Record<string, { readonly name: string; readonly max: string }>> = {
  ABSA: { name: 'ABSABANK', max: '3000' },
  DISCOVERY: { name: 'DISCOVERYBANK', max: '3000' },
  FNB: { name: 'FIRSTNATIONALBANK', max: '3000' },
  NEDBANK: { name: 'NEDBANK', max: '50000' },
}
/** Banks on the page of Peach's EFT. */
const EFT_BANKS = ['ABSA', 'AFRICAN', 'BIDVEST', 'FNB', 'INVESTEC', 'NEDBANK', 'STANDARD']

export function payinServices(brands: readonly Brand[]): readonly WireService[] {
  const payin = (method: string, terms: ServiceTerms) => services(['payin'], method, 'ZAR', terms)
  const all = [
    ...Object.entries(PAYSHAP_BANKS).flatMap(([bank, { max }]) =>
      payin('PAYSHAP', { operators: [bank], max }),
    ),
    ...payin('CAPITEC_PAY', { operators: ['CAPITEC'] }),
    ...payin('NEDBANK_DIRECT_EFT', { operators: ['NEDBANK'] }),
    ...payin('ABSA_PAY', { operators: ['ABSA'] }),
    ...payin('ONLINE', { operators: EFT_BANKS }),
  ]
  return all.filter(({ paymentMethodCodes: [method = ''] }) => brandOf(method, brands) !== undefined)
}

/** What Peach needs to know of the payer. */
export type PayerFields = { readonly virtualAccount?: object }

const missing = (path: string, message: string): Declined => ({
  ...declined('METHOD', 'the request lacks what Peach needs to know of the payer'),
  faults: [required(path, message)],
})

/** 0821234567, +27 82 123 4567, 0821234567@capitec. @returns the nine digits after the country code or zero */
function subscriberNumber(text: string | undefined): string | undefined {
  const digits = text?.split('@')[0]?.replace(/[\s()-]/g, '') ?? ''
  return /^(?:\+?27|0)(\d{9})$/.exec(digits)?.[1]
}

const NUMBER = 'account/accountNumber'

export function payerOf({ method, operator, request }: Payment): PayerFields | Declined {
  const { accountNumber, phoneNumber } = request
  switch (method) {
    case 'PAYSHAP': {
      const bank = listed(PAYSHAP_BANKS, operator)?.name
      const number = subscriberNumber(accountNumber ?? phoneNumber)
      if (bank === undefined) return missing('paymentOperatorCode', 'must be the bank of the payer')
      if (number === undefined)
        return missing(NUMBER, "must be the payer's phone number as registered with the bank: 0821234567")
      return { virtualAccount: { bank, type: 'CELLPHONE', accountId: `+27-${number}` } }
    }
    case 'CAPITEC_PAY': {
      const account = capitecAccount(accountNumber ?? phoneNumber)
      return account
        ? { virtualAccount: account }
        : missing(NUMBER, 'must be the phone number, the ID number or the account number of the payer')
    }
    case 'ABSA_PAY':
      // Absa requires this of payers with a high risk.
      return /^\d{13}$/.test(accountNumber ?? '')
        ? {
            virtualAccount: [
              { processor: 'ABSAEFT', identifier: [{ type: 'IDNUMBER', accountId: accountNumber }] },
            ],
          }
        : {}
    default:
      return {}
  }
}

/** Ten digits with a leading zero are a phone number, thirteen an ID number, anything else an account number. */
function capitecAccount(text: string | undefined): object | undefined {
  const phone = subscriberNumber(text)
  if (phone !== undefined) return { type: 'CELLPHONE', accountId: `0${phone}` }
  const plain = text?.replaceAll(' ', '') ?? ''
  if (/^\d{13}$/.test(plain)) return { type: 'IDNUMBER', accountId: plain }
  return /^[A-Za-z0-9]{6,64}$/.test(plain) ? { type: 'ACCOUNTNUMBER', accountId: plain } : undefined
}

interface PayeeBank {
  readonly bankName: string
  /** The bank's universal code, valid for all branches. */
  readonly branchCode: string
}
const PAYEE_BANKS: Readonly<Record<string, PayeeBank>> = {
  ABSA: { bankName: 'ABSA', branchCode: '632005' },
  ACCESS: { bankName: 'ACCESS BANK', branchCode: '410506' },
  AFRICAN: { bankName: 'AFRICAN BANK', branchCode: '430000' },
  ALBARAKA: { bankName: 'ALBARAKA BANK', branchCode: '800000' },
  BANKZERO: { bankName: 'BANK ZERO MUTUAL BANK', branchCode: '888000' },
  BIDVEST: { bankName: 'BIDVEST BANK', branchCode: '462005' },
  CAPITEC: { bankName: 'CAPITEC BANK', branchCode: '470010' },
  DISCOVERY: { bankName: 'DISCOVERY BANK', branchCode: '679000' },
  FNB: { bankName: 'FNB', branchCode: '250655' },
  HBZ: { bankName: 'HBZ BANK LIMITED', branchCode: '570105' },
  INVESTEC: { bankName: 'INVESTEC BANK LIMITED', branchCode: '580105' },
  NEDBANK: { bankName: 'NEDBANK', branchCode: '198765' },
  SASFIN: { bankName: 'SASFIN BANK', branchCode: '683000' },
  STANDARD: { bankName: 'STANDARD BANK', branchCode: '051001' },
  TYME: { bankName: 'TYMEBANK', branchCode: '678910' },
}
export const PAYEE_BANK_CODES = Object.keys(PAYEE_BANKS)

export const payoutServices = () =>
  services(PAID_OUT, 'BANK_TRANSFER', 'ZAR', { operators: PAYEE_BANK_CODES, min: '10', max: '5000000' })

/** The payee of a payout, in the letters that Peach accepts. */
export interface PeachPayee extends PayeeBank {
  readonly accountNumber: string
  readonly accountHolder: string
}

const HOLDER = /^[a-zA-Z0-9](?:[ .-](?![ .-])|[a-zA-Z0-9]){0,48}[a-zA-Z0-9]$/

export function payeeOf({ operator, request }: Payment): PeachPayee | Declined {
  const { accountNumber = '', accountName = '', branchCode } = request
  const known = Object.values(PAYEE_BANKS).find((bank) => bank.branchCode === branchCode)
  const bank = operator === undefined ? known : listed(PAYEE_BANKS, operator)
  if (!bank) return missing('paymentOperatorCode', 'must be the bank of the payee')
  const number = accountNumber.replace(/[\s-]/g, '')
  if (!/^[0-9A-Za-z]{1,50}$/.test(number)) return missing(NUMBER, 'must be an account number of the bank')
  const accountHolder = holderIn(accountName)
  if (!HOLDER.test(accountHolder))
    return missing('account/accountName', 'must have two letters of the Latin alphabet')
  return { ...bank, accountNumber: number, accountHolder }
}

/** Without accents, and with single signs between letters and digits only. */
const holderIn = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^a-zA-Z0-9 .-]/g, '')
    .replace(/[ .-]*([ .-])(?=[ .-]|$)|^[ .-]+/g, '')
    .slice(0, 50)
    .replace(/[ .-]+$/, '')
