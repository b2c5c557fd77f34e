/**
 * What a request may say about a payment besides its money: every field of `paymentMethod`, declared once.
 *
 * A method file only says which of them it has in which currency (`mandatory(…)`, `optional(…)`); type, length, format and
 * position are declared here. Validation, the OpenAPI schemas, the table in the documentation and the checkout form use both.
 */
import { namesOf } from '../foundation/names.ts'
import { FIELD_LABELS, type LabelName } from './checkout-texts.ts'
import type { IdentifierName } from './identifiers/request-identifiers.ts'
import type { FormatName } from './text-formats.ts'

/** Where a customer pays at a counter. At least one property is given. */
export interface PaymentLocation {
  readonly code?: string
  readonly name?: string
  readonly address?: string
  readonly city?: string
}

/** A validated request, flattened: `account.accountName` and a top-level `accountName` both become `accountName`. */
export interface MethodFields {
  readonly accountName?: string
  readonly accountNumber?: string
  /** In its canonical spelling, whatever the request used: `savings` also for `AHORRO`. */
  readonly accountType?: string
  readonly bankCode?: string
  readonly branchCode?: string
  readonly emailAddress?: string
  readonly phoneNumber?: string
  readonly taxId?: string
  readonly productId?: string
  readonly identifyingReference?: string
  readonly paymentLocation?: PaymentLocation
}

export type FieldName = keyof MethodFields
export type TextFieldName = Exclude<FieldName, 'paymentLocation'>

export interface TextField {
  /** `account`: at `paymentMethod.account.<name>`. `method`: at `paymentMethod.<name>`. */
  readonly stands: 'account' | 'method'
  readonly maxLength: number
  /** Checked whenever the field is given. Most fields have none, as the processor knows the rail's own rules. */
  readonly format?: FormatName
  readonly label: string
  readonly description: string
}

/** In the order in which forms and documents show them. */
export const TEXT_FIELDS: Readonly<Record<TextFieldName, TextField>> = {
  accountName: {
    stands: 'account',
    maxLength: 140,
    format: 'accountName',
    label: FIELD_LABELS.accountName.english,
    description:
      "Name of the customer as the account's holder. Letters and marks of any script, digits, space, and any of . , ' ’ - / ( ) &",
  },
  accountNumber: {
    stands: 'account',
    maxLength: 128,
    label: FIELD_LABELS.accountNumber.english,
    description:
      "Account number of the customer, never your own, or the rail's equivalent: an IBAN-like number, a CLABE, a UPI ID, a Pix key.",
  },
  accountType: {
    stands: 'account',
    maxLength: 32,
    label: FIELD_LABELS.accountType.english,
    description: 'Kind of account, in upper or lower case.',
  },
  bankCode: {
    stands: 'account',
    maxLength: 64,
    label: FIELD_LABELS.bankCode.english,
    description:
      "The bank's national code (IFSC, BIN, sort code), if paymentOperatorCode does not name the bank.",
  },
  branchCode: {
    stands: 'account',
    maxLength: 64,
    label: FIELD_LABELS.branchCode.english,
    description: "The branch's code, if the rail uses one.",
  },
  emailAddress: {
    stands: 'method',
    maxLength: 254,
    format: 'emailAddress',
    label: FIELD_LABELS.emailAddress.english,
    description: 'E-mail address of the customer. Always validated.',
  },
  phoneNumber: {
    stands: 'method',
    maxLength: 64,
    label: FIELD_LABELS.phoneNumber.english,
    description: 'Phone number of the customer, best in international form: +66812345678.',
  },
  taxId: {
    stands: 'method',
    maxLength: 64,
    label: FIELD_LABELS.taxId.english,
    description: "The customer's tax number.",
  },
  productId: {
    stands: 'method',
    maxLength: 64,
    label: FIELD_LABELS.productId.english,
    description: 'Your identifier of what is sold; returned in the response.',
  },
  identifyingReference: {
    stands: 'method',
    maxLength: 140,
    label: FIELD_LABELS.identifyingReference.english,
    description: "The payee's identity or tax number, as the country's banks require it.",
  },
}

/** All fields, in the order of forms and documents. */
export const FIELD_NAMES: readonly FieldName[] = [...namesOf(TEXT_FIELDS), 'paymentLocation']

export const LOCATION_PARTS = ['code', 'name', 'address', 'city'] as const
export const LOCATION_PART_MAX_LENGTH = 140

/** An enumeration compared without regard to case: each accepted spelling → its canonical spelling. */
export type AcceptedValues = Readonly<Record<string, string>>

/** The rule of a method for a field in a currency. */
export interface FieldRule {
  readonly need: 'mandatory' | 'optional'
  /** A valid value for the documentation, the simulation and the tests. */
  readonly example: string | PaymentLocation
  /** The label in forms, if not the field's usual one. */
  readonly label?: LabelName
  /** A check in addition to the field's own, for this method only. */
  readonly format?: FormatName
  /**
   * The identifier whose rule the text follows. Checked for payouts, and for payins if the merchant's product requires the field.
   */
  readonly identifier?: IdentifierName
  readonly values?: AcceptedValues
}

export type FieldRules = { readonly [Name in FieldName]?: FieldRule }

type RuleOptions = Omit<FieldRule, 'need' | 'example'>

/** The API requires the field. For a method that is our own extension: the rail cannot pay without it. */
export const mandatory = (example: FieldRule['example'], options: RuleOptions = {}): FieldRule => ({
  need: 'mandatory',
  example,
  ...options,
})

export const optional = (example: FieldRule['example'], options: RuleOptions = {}): FieldRule => ({
  need: 'optional',
  example,
  ...options,
})

/** Every payin has these fields. They identify the payer; rails that do not use them ignore them. */
export const COMMON_PAYIN_FIELDS: FieldRules = {
  accountName: optional('Somchai Jaidee'),
  accountNumber: optional('1234567890'),
  emailAddress: optional('customer@example.com'),
  phoneNumber: optional('+66812345678'),
}

/** Every payout has these fields. */
export const COMMON_PAYOUT_FIELDS: FieldRules = {
  accountName: optional('Somchai Jaidee'),
  accountNumber: optional('1234567890'),
  bankCode: optional('004'),
  branchCode: optional('0001'),
  accountType: optional('savings'),
  emailAddress: optional('payee@example.com'),
  phoneNumber: optional('+66812345678'),
  identifyingReference: optional('1101700230708'),
}
