/**
 * The fields of `paymentMethodResponse`, declared once: where each one comes from, its type, and its description for the
 * documentation.
 *
 * A method file says which of them its response has. `build-response.ts` selects exactly those, so a field that the API does not
 * define for a method cannot appear in its response.
 */
import type { PaymentLocation } from './method-fields.ts'
import type { OperatorView } from './operators.ts'

/** A money object as in JSON: a number in major units. */
export interface MoneyView {
  readonly amount: number
  readonly currencyCode: string
}

export const ACCOUNT_PARTS = [
  'accountName',
  'accountNumber',
  'bankCode',
  'bankName',
  'branchCode',
  'accountType',
] as const
export type AccountPart = (typeof ACCOUNT_PARTS)[number]
export type AccountView = { readonly [Part in AccountPart]?: string }

export interface InstructionStep {
  readonly title: string
  readonly steps: readonly string[]
}

/** Made by the method's `instructions` from the processor's receiving details. */
export interface InstructionFields {
  readonly account: AccountView
  readonly paymentAddress: { readonly name: string; readonly idAddress: string }
  readonly redirectUrl: string
  readonly qrCode: string
  readonly qrName: string
  readonly upiQrDeepLink: string
  readonly paymentInstructionList: readonly InstructionStep[]
}

/** Taken from the request, or chosen when it was accepted. */
export interface EchoFields {
  readonly moneyRequired: MoneyView
  readonly paymentOperator: OperatorView
  readonly accountCustomer: AccountView
  readonly taxId: string
  readonly productId: string
  readonly phoneNumber: string
  readonly emailAddress: string
  readonly paymentLocationCustomer: PaymentLocation
}

/** Known only after the customer has paid, so only on reads. */
export interface LaterFields {
  readonly externalReference: { readonly reference: string }
  readonly accountCustomerUsedForPayment: AccountView
}

/** In every payin's response, so method files do not name them. */
export interface CoreFields {
  readonly idPayin: string
  readonly paymentMethodCode: string
  readonly money: MoneyView
  /** Ours from the create on; a code of the rail from the acceptance on. */
  readonly reference?: string
  /** ISO 8601. */
  readonly expireAt: string
  readonly returnUrl?: string
  readonly vat?: MoneyView
}

export type MethodResponseField = keyof InstructionFields | keyof EchoFields | keyof LaterFields
export type PaymentMethodResponse = CoreFields & Partial<InstructionFields & EchoFields & LaterFields>

export type Presence = 'always' | 'optional'

/** For accounts: also which of their parts the response has. */
export interface AccountRule {
  readonly is: Presence
  readonly parts: readonly AccountPart[]
  readonly optionalParts?: readonly AccountPart[]
}

type AccountField = 'account' | 'accountCustomer' | 'accountCustomerUsedForPayment'

/** `always` means: as soon as the processor has accepted the payment (a payin in `NEW` has no instructions yet). */
export type ResponseRules = { readonly [Name in AccountField]?: AccountRule } & {
  readonly [Name in Exclude<MethodResponseField, AccountField>]?: Presence
}

type PresenceOf<Rule> = Rule extends { readonly is: infer Is } ? Is : Rule

/** What `instructions` of a method with these rules must return: exactly what its response promises. */
export type InstructionsFor<Rules extends ResponseRules> = {
  readonly [Name in keyof InstructionFields & keyof Rules as PresenceOf<Rules[Name]> extends 'always'
    ? Name
    : never]: Name extends 'account' ? AccountFor<Rules[Name]> : InstructionFields[Name]
} & {
  readonly [Name in keyof InstructionFields & keyof Rules as PresenceOf<Rules[Name]> extends 'optional'
    ? Name
    : never]?: Name extends 'account' ? AccountFor<Rules[Name]> : InstructionFields[Name]
} & { readonly [Name in Exclude<keyof InstructionFields, keyof Rules>]?: never } & {
  /** Only if the rail creates the reference (`railMakesReference`); otherwise ours is used. */
  readonly reference?: string
}

type AccountFor<Rule> = Rule extends { readonly parts: readonly (infer Part extends AccountPart)[] }
  ? { readonly [Name in Part]: string } & AccountView
  : never

/** Whether a method's response has a field always or sometimes; undefined: never. */
export function presenceOf(rules: ResponseRules, field: MethodResponseField): Presence | undefined {
  const rule = rules[field]
  return typeof rule === 'object' ? rule.is : rule
}

/** The parts that an account may have in a method's response, in order. */
export const partsOf = ({ parts, optionalParts = [] }: AccountRule): readonly AccountPart[] =>
  ACCOUNT_PARTS.filter((part) => parts.includes(part) || optionalParts.includes(part))
