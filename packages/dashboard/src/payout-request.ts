/** The fields of the payout form, and where each goes in the request. */
import { PAYOUT_FORMS } from 'made:payout-forms'

/** Fields of the payee's account, and fields beside it. */
const AT_ACCOUNT = ['accountName', 'accountNumber', 'bankCode', 'branchCode', 'accountType'] as const
const AT_METHOD = ['identifyingReference', 'emailAddress', 'phoneNumber'] as const

export type PayeeField = (typeof AT_ACCOUNT)[number] | (typeof AT_METHOD)[number]

/** In the order of the form. */
export const PAYEE_FIELDS: readonly PayeeField[] = [...AT_ACCOUNT, ...AT_METHOD]

/** The methods that pay out in a currency. */
export const payoutMethodsIn = (currencyCode: string): readonly string[] =>
  Object.keys(PAYOUT_FORMS).filter((code) => PAYOUT_FORMS[code]?.[currencyCode] !== undefined)

/** The fields that the method needs in this currency: a description of each, or empty if its usual name is enough. */
export const wantedFields = (methodCode: string, currencyCode: string): Readonly<Record<string, string>> =>
  PAYOUT_FORMS[methodCode]?.[currencyCode] ?? {}

/** The pointer of faults in this field, without the first slash. */
export const pathOfField = (name: PayeeField): string =>
  `paymentMethod/${AT_ACCOUNT.some((each) => each === name) ? 'account/' : ''}${name}`

export interface TypedPayee {
  readonly methodCode: string
  readonly operatorCode: string
  readonly fields: Readonly<Partial<Record<PayeeField, string>>>
}

/** `paymentMethod` of the request, without empty values. */
export function payoutMethodOf({ methodCode, operatorCode, fields }: TypedPayee) {
  const given = (names: readonly PayeeField[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = fields[name]?.trim() ?? ''
        return text === '' ? [] : [[name, text]]
      }),
    )
  return {
    paymentMethodCode: methodCode,
    ...(operatorCode.trim() !== '' && { paymentOperatorCode: operatorCode.trim() }),
    ...given(AT_METHOD),
    account: given(AT_ACCOUNT),
  }
}
