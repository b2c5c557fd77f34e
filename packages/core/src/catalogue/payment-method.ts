/**
 * What a payment method is.
 *
 * A method file calls `definePayin` or `definePayout` (`define-method.ts`) with one object that holds everything about the
 * method. With the types below, the usual mistakes do not compile:
 *
 * - A currency, operator list or field that does not exist cannot be named.
 * - `flow: 'qr'` requires `qrCode` in the response, and `flow: 'redirect'` requires `redirectUrl`. Otherwise the payer would see
 *   an empty page.
 * - `instructions` must return exactly the fields that `responds` promises, and can only read the receiving details that
 *   `receiving` declares. `sandboxReceiving` must make up all of them. So a new field in one of the three is an error until the
 *   others follow.
 *
 * A flow says how the payer continues:
 *
 *   qr            scans a QR code
 *   redirect      is redirected to a page of a bank or wallet, and returns
 *   push          gets a request in their app or on their phone, and approves it
 *   instructions  sees where to send the money, and pays elsewhere
 *
 * Everything here is pure: no clock, no randomness, no network. Details that a payer needs and that cannot be computed come from
 * the processor as *receiving details*: a flat record of texts with names from the method, so that it can be stored, checked, and
 * requested in an operator's form.
 */
import type { Instant } from '../foundation/deps.ts'
import type { Minor, Money } from '../foundation/money.ts'
import type { CheckoutLook, LabelName } from './checkout-texts.ts'
import type { Currency } from './currencies.ts'
import type { Identifier } from './identifiers/identifier.ts'
import type { FieldName, FieldRule, FieldRules, MethodFields, TextFieldName } from './method-fields.ts'
import type { Operator } from './operators.ts'
import type { RefundRules } from './refund-rules.ts'
import type { InstructionFields, ResponseRules } from './response-fields.ts'

export type Flow = 'qr' | 'redirect' | 'push' | 'instructions'

/** What the response of a flow must have. */
export interface FlowNeeds {
  qr: { readonly qrCode: 'always'; readonly qrName: 'always' }
  redirect: { readonly redirectUrl: 'always' }
  push: object
  instructions: object
}

/**
 * Whether an external payment reference must be supplied to complete the payment. `unless-customer-known`: only if the request
 * did not name the customer's own account.
 */
export type ExternalReferenceNeed = 'required' | 'unless-customer-known' | 'never'

/** Whether the response has an amount to pay that may differ from the order's. */
export type MoneyRequiredNeed = 'always' | 'optional' | 'never'

/**
 * - `mandatory`: the request must name the operator.
 * - `optional`: it may.
 * - `first`: it may; if not, the merchant's first operator is used, because the response always names one.
 */
export type OperatorNeed = 'mandatory' | 'optional' | 'first'

/** What identifies this payin when the money arrives. Payins to own accounts are matched by it. */
export type MatchedBy = 'scheme' | 'reference' | 'account' | 'amount' | 'external-reference'

/** Typical prices; a merchant's product may have others. Decimal strings: `percent` of the amount, the others in major units. */
export interface Fee {
  readonly percent: string
  readonly fixed: string
  readonly min?: string
  readonly cap?: string
}

/** One of a country's rails between banks, which are chosen by amount: a fast one for small amounts, batches for large ones. */
export interface RailDeclaration {
  /** The name that the payer's or payee's bank uses. */
  readonly name: string
  /** In major units, inclusive. Missing if it has no limit of its own. */
  readonly upTo?: string
  /** For payins: if money takes longer than the method allows, so that the payin would otherwise expire before it arrives. */
  readonly expirySecs?: number
}

export interface Rail {
  readonly name: string
  readonly upToMinor?: Minor
  readonly expirySecs?: number
}

/**
 * The form of a receiving detail.
 *
 * An identifier's published rule is enforced when an operator registers it for an own account: they see the fault immediately,
 * and otherwise every payer would pay to it. It is not enforced on details from a provider, and the sandbox breaks it
 * deliberately. A `page` is opened by the payer's browser, so it must be a page, or one of the apps of this detail (`apps`),
 * whoever supplies it. `text` is a name, or a number without a published form.
 */
export type DetailForm = Identifier | 'text' | 'page'

/**
 * - `mandatory`: the processor that accepts the payin must supply it.
 * - `own-account`: an own account must have it; a provider may leave it out.
 * - `provider`: created by a provider for one payin, and optional; an own account has none.
 */
export type DetailNeed = 'mandatory' | 'own-account' | 'provider' | 'optional'

/** A receiving detail that a processor supplies. */
export interface ReceivingRule {
  readonly need: DetailNeed
  /** `by-currency`: each currency of the method declares it in its `receives`. */
  readonly is: DetailForm | 'by-currency'
  /**
   * The payer's browser or phone opens it: a page, or an app with one of these schemes (lower case, without the colon). Without
   * them, a `page` can only be a page.
   */
  readonly apps?: readonly string[]
  readonly description: string
  /** For a mandatory detail: not needed if the provider supplies this other one, which it creates for the payin. */
  readonly unless?: string
}
export type ReceivingRules = { readonly [name: string]: ReceivingRule }

/** The record that these rules require. */
export type ReceivingOf<Rules extends ReceivingRules> = {
  readonly [Name in keyof Rules as Rules[Name] extends Always ? Name : never]: string
} & { readonly [Name in keyof Rules as Rules[Name] extends Always ? never : Name]?: string }
type Always = { readonly need: 'mandatory'; readonly unless?: never }

/** The form of a detail in one currency; an object if the currency needs it more. */
export type CurrencyDetail = DetailForm | { readonly is: DetailForm; readonly need: DetailNeed }

type NamesByCurrency<Rules extends ReceivingRules> = {
  [Name in keyof Rules]: Rules[Name]['is'] extends 'by-currency' ? Name : never
}[keyof Rules]

/** A currency's declarations of details: required for `by-currency` details, optional for others. */
export type CurrencyDetails<Rules extends ReceivingRules> = {
  readonly [Name in NamesByCurrency<Rules>]: CurrencyDetail
} & { readonly [Name in Exclude<keyof Rules, NamesByCurrency<Rules>>]?: CurrencyDetail }

/** `receives` of a currency: mandatory if a detail depends on the currency. */
export type CurrencyReceives<Rules extends ReceivingRules> = [NamesByCurrency<Rules>] extends [never]
  ? { readonly receives?: CurrencyDetails<Rules> }
  : { readonly receives: CurrencyDetails<Rules> }

/** A detail of an own account in one currency. */
export interface ReceivingDetail {
  readonly name: string
  readonly need: Exclude<DetailNeed, 'provider'>
  readonly is: DetailForm
}

/** Receiving details as they are stored and passed around. */
export type Receiving = { readonly [name: string]: string }

/**
 * Whether payers can pay to an own account. `never`: the money arrives at another party's page, app, chain or till, or is
 * requested by a party that can contact the payer.
 */
export type OwnAccountUse<Name extends string = string> =
  | 'never'
  | 'served'
  | {
      /** The account must have at least one of these details. The usual one comes first. */
      readonly atLeastOneOf?: readonly Name[]
      /** The detail without which a payment has no reference. */
      readonly referenceNeeds?: Name
    }

/** What is known about a payin when it is accepted. */
export interface PayinContext {
  readonly merchantCode: string
  readonly merchantName: string
  readonly idPayin: string
  /** Our reference, from the payment's key: 12 to 25 characters of `A-Z 0-9`. */
  readonly reference: string
  readonly currency: Currency
  readonly operator?: Operator
  readonly request: MethodFields
  /** This gateway's public address, without a slash at the end. */
  readonly baseUrl: string
}

export interface InstructionContext<Details = Receiving> extends PayinContext {
  readonly money: Money
  /** Set if the payer must pay another amount than the order's. */
  readonly moneyRequired?: Money
  readonly expireAt: Instant
  readonly returnUrl?: string
  readonly receiving: Details
}

export type Instructions = Partial<InstructionFields> & { readonly reference?: string }

/** A field with its rule, in the order in which fields are shown. */
export interface NamedFieldRule extends Omit<FieldRule, 'label'> {
  readonly name: FieldName
  /** The field's label in English, if not the usual one, and the name of that label. */
  readonly label?: string
  readonly labelName?: LabelName
  /** ISO 3166-1 alpha-2 code of the country whose national phone format is also accepted. */
  readonly country?: string
}

/** What payins and payouts have in common for one currency, prepared for lookups. */
export interface MethodRules {
  readonly currency: Currency
  /** Sorted by code. */
  readonly operators: readonly Operator[]
  readonly operatorByCode: ReadonlyMap<string, Operator>
  readonly operator: OperatorNeed
  readonly fields: readonly NamedFieldRule[]
  readonly minMinor: Minor
  readonly maxMinor: Minor
  readonly fee: Fee
  /** From the lowest amount up; empty if there is only one rail. */
  readonly rails: readonly Rail[]
  /** A usual amount in major units, within the limits, that makes the sandbox succeed. */
  readonly exampleAmount: number
}

export interface PayinRules extends MethodRules {
  readonly expirySecs: number
  readonly matchedBy: MatchedBy
  readonly receiving: readonly ReceivingDetail[]
}

export interface PayoutRules extends MethodRules {
  /** Fields that the method or the currency declares, without those that every payout has. */
  readonly declared: ReadonlySet<string>
}

/** Where a payout's money arrives. `key`: at the account registered for a key, such as a phone number. */
export type PayeePlace = 'bank account' | 'wallet' | 'key'

interface MethodFacts {
  /** `paymentMethodCode`. */
  readonly code: string
  /** The name of the request's schema in the API. The response's has `Response` appended. */
  readonly object: string
  readonly title: string
  /** One sentence for a merchant who decides whether to offer it. */
  readonly summary: string
}

/** For two objects that share a code: the operator's code decides which one is meant. */
export interface Variant {
  readonly operatorCode: string
  /** Used if the request names no operator. */
  readonly isDefault: boolean
}

export interface PayinMethod extends MethodFacts {
  readonly kind: 'payin'
  readonly variant?: Variant
  readonly payerSees: string
  readonly checkout: CheckoutLook
  readonly flow: Flow
  /** Worth asking for although optional. If the payer is redirected or contacted, it always is. */
  readonly payerChoosesOperator?: boolean
  readonly externalReference: ExternalReferenceNeed
  readonly moneyRequired: MoneyRequiredNeed
  /**
   * The reference is a code that the payer takes to the till. The processor that accepts the payin creates it; there is none
   * before.
   */
  readonly railMakesReference?: true
  readonly responds: ResponseRules
  readonly receiving: ReceivingRules
  readonly ownAccount: OwnAccountUse
  readonly refund: RefundRules
  readonly currencies: ReadonlyMap<string, PayinRules>
  /**
   * The fields of the response that the payer acts on. Pure. Throws if `receiving` lacks a mandatory detail; processors check
   * theirs with `checkReceiving` first.
   */
  instructions(context: InstructionContext): Instructions
  /** Receiving details that look real but cannot be paid, not even by accident. Pure. */
  sandboxReceiving(context: PayinContext): Receiving
}

export interface PayoutMethod extends MethodFacts {
  readonly kind: 'payout'
  /** What the payee sees. */
  readonly payeeSees: string
  readonly paysTo: PayeePlace
  readonly checkout: CheckoutLook
  /** Fields that identify the payee: a request must have at least one. The usual one comes first. */
  readonly payeeBy: readonly TextFieldName[]
  readonly currencies: ReadonlyMap<string, PayoutRules>
}

export type PaymentMethod = PayinMethod | PayoutMethod

/** A currency's rules as method files write them: limits in major units as decimal strings. */
export interface RulesDeclaration {
  readonly operators: readonly Operator[]
  readonly operator: OperatorNeed
  /** In addition to, or in place of, the method's own `fields`. */
  readonly fields?: FieldRules
  readonly min: string
  readonly max: string
  readonly fee: Fee
  readonly rails?: readonly RailDeclaration[]
  readonly exampleAmount: number
}

export interface PayinRulesDeclaration extends RulesDeclaration {
  readonly expirySecs: number
  readonly matchedBy: MatchedBy
}
