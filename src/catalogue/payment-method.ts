/**
 * What a payment method is.
 *
 * A method file calls `definePayin` or `definePayout` (`define-method.ts`) with one object: everything there is to know
 * about the method. The types below make the usual mistakes impossible to compile:
 *
 * - A currency, operator list or field that does not exist cannot be named.
 * - `flow: 'qr'` without `qrCode` in the response, or `flow: 'redirect'` without `redirectUrl`, is an error: the
 *   payer would stand before an empty page.
 * - `instructions` must return exactly the fields that `responds` promises, and can read exactly the receiving
 *   details that `receiving` declares, and `sandboxReceiving` must make all of them up. So a new field in one of
 *   the three is an error until the others follow.
 *
 * A flow says how the payer gets on:
 *
 *   qr            is shown a QR code, and scans it
 *   redirect      is sent to a page of bank or wallet, and comes back
 *   push          gets a request in the own app or on the phone, and approves it
 *   instructions  is told where to send the money, and does that elsewhere
 *
 * Everything here is pure: no clock, no randomness, no network. What a payer must be told, and cannot be computed,
 * comes from the processor as *receiving details*: a flat record of texts, named by the method, so that it can be
 * stored, checked, and asked for in an operator's form.
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

/** What a flow needs in the response to be a flow at all. */
export interface FlowNeeds {
  qr: { readonly qrCode: 'always'; readonly qrName: 'always' }
  redirect: { readonly redirectUrl: 'always' }
  push: object
  instructions: object
}

/**
 * Whether an external payment reference must be supplied to complete the payment.
 * `unless-customer-known`: only when the request did not name the customer's own account.
 */
export type ExternalReferenceNeed = 'required' | 'unless-customer-known' | 'never'

/** Whether the response says an amount to pay of its own, beside the order's. */
export type MoneyRequiredNeed = 'always' | 'optional' | 'never'

/**
 * `mandatory`  the request must name the operator
 * `optional`   it may
 * `first`      it may; left out, the first one that the merchant has is taken, because the response always names one
 */
export type OperatorNeed = 'mandatory' | 'optional' | 'first'

/** What tells this payin from all others when the money arrives. A processor over own accounts lives by it. */
export type MatchedBy = 'scheme' | 'reference' | 'account' | 'amount' | 'external-reference'

/** Typical prices; a merchant's product may have others. Decimal strings; `percent` of the amount, others in major units. */
export interface Fee {
  readonly percent: string
  readonly fixed: string
  readonly min?: string
  readonly cap?: string
}

/** One of several ways that a country's banks take, by the amount: fast for small ones, in batches for large ones. */
export interface RailDeclaration {
  /** As the payer's or payee's bank calls it. */
  readonly name: string
  /** In major units, itself included; absent: without a bound of its own. */
  readonly upTo?: string
  /** Payins: where money takes longer than the method gives it, or the payin would expire before it can come. */
  readonly expirySecs?: number
}

export interface Rail {
  readonly name: string
  readonly upToMinor?: Minor
  readonly expirySecs?: number
}

/**
 * What a receiving detail is. An identifier's published rule holds where an operator registers it for an account of the own: whoever
 * types it sees the fault at once, and every payer would pay to it. What a provider supplies is the provider's to know, and the
 * sandbox shows details that break these rules on purpose. A `page` is opened by the payer's browser, so it must be one, or one of the
 * apps that the detail names (`apps`), whoever supplies it. `text` is a name, or a number for whose form nothing is published.
 */
export type DetailForm = Identifier | 'text' | 'page'

/**
 * `mandatory`    whoever takes the payin on must supply it
 * `own-account`  an account of the operator's own must have it; a provider may leave it out
 * `provider`     made for one payin by a provider, which may leave it out; an account of the operator's own has none
 */
export type DetailNeed = 'mandatory' | 'own-account' | 'provider' | 'optional'

/** One receiving detail that a processor has to supply. */
export interface ReceivingRule {
  readonly need: DetailNeed
  /** `by-currency`: each currency of the method says it, in its `receives`. */
  readonly is: DetailForm | 'by-currency'
  /**
   * The payer's browser or phone opens it: a page, or an app by one of these schemes (lower case, without the colon). A `page`
   * without them is a page alone.
   */
  readonly apps?: readonly string[]
  readonly description: string
  /** Of a mandatory one: not needed where the provider gives that other one, which it makes for the payin. */
  readonly unless?: string
}
export type ReceivingRules = { readonly [name: string]: ReceivingRule }

/** The record that rules ask for. */
export type ReceivingOf<Rules extends ReceivingRules> = {
  readonly [Name in keyof Rules as Rules[Name] extends Always ? Name : never]: string
} & { readonly [Name in keyof Rules as Rules[Name] extends Always ? never : Name]?: string }
type Always = { readonly need: 'mandatory'; readonly unless?: never }

/** What a detail is in one currency; as an object where it is needed more there. */
export type CurrencyDetail = DetailForm | { readonly is: DetailForm; readonly need: DetailNeed }

type NamesByCurrency<Rules extends ReceivingRules> = {
  [Name in keyof Rules]: Rules[Name]['is'] extends 'by-currency' ? Name : never
}[keyof Rules]

/** What a currency says of the details: of those that are `by-currency` it must, of the others it may. */
export type CurrencyDetails<Rules extends ReceivingRules> = {
  readonly [Name in NamesByCurrency<Rules>]: CurrencyDetail
} & { readonly [Name in Exclude<keyof Rules, NamesByCurrency<Rules>>]?: CurrencyDetail }

/** `receives` of a currency: mandatory where a detail depends on it. */
export type CurrencyReceives<Rules extends ReceivingRules> = [NamesByCurrency<Rules>] extends [never]
  ? { readonly receives?: CurrencyDetails<Rules> }
  : { readonly receives: CurrencyDetails<Rules> }

/** A detail as an account of the operator's own has it in one currency. */
export interface ReceivingDetail {
  readonly name: string
  readonly need: Exclude<DetailNeed, 'provider'>
  readonly is: DetailForm
}

/** Receiving details as they are stored and handed around. */
export type Receiving = { readonly [name: string]: string }

/**
 * Whether payers' money can come to an account of the operator's own. `never`: it ends at somebody else's page, app, chain or till,
 * or is asked for by whoever can ask the payer.
 */
export type OwnAccountUse<Name extends string = string> =
  | 'never'
  | 'served'
  | {
      /** Details of which the account must have at least one. The usual one first. */
      readonly atLeastOneOf?: readonly Name[]
      /** The detail without which a payment carries no reference. */
      readonly referenceNeeds?: Name
    }

/** What is known of a payin when it is taken on. */
export interface PayinContext {
  readonly merchantCode: string
  readonly merchantName: string
  readonly idPayin: string
  /** Ours, from the payment's key: 12 to 25 of `A-Z 0-9`. */
  readonly reference: string
  readonly currency: Currency
  readonly operator?: Operator
  readonly request: MethodFields
  /** Where this gateway is reached, without a slash at the end. */
  readonly baseUrl: string
}

export interface InstructionContext<Details = Receiving> extends PayinContext {
  readonly money: Money
  /** Set where the payer must pay another amount than the order's. */
  readonly moneyRequired?: Money
  readonly expireAt: Instant
  readonly returnUrl?: string
  readonly receiving: Details
}

export type Instructions = Partial<InstructionFields> & { readonly reference?: string }

/** One field with its rule, in the order in which it is shown. */
export interface NamedFieldRule extends Omit<FieldRule, 'label'> {
  readonly name: FieldName
  /** What a form calls it here, in English, where that is not the field's usual label; and which label that is. */
  readonly label?: string
  readonly labelName?: LabelName
  /** ISO 3166-1 alpha-2: whose national form of a phone number is understood, too. */
  readonly country?: string
}

/** What payins and payouts have in common for one currency, made ready for lookups. */
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
  /** From the lowest amount up; empty where all amounts go one way. */
  readonly rails: readonly Rail[]
  /** A usual amount, in major units, within the limits, and none that steers the sandbox. */
  readonly exampleAmount: number
}

export interface PayinRules extends MethodRules {
  readonly expirySecs: number
  readonly matchedBy: MatchedBy
  readonly receiving: readonly ReceivingDetail[]
}

export interface PayoutRules extends MethodRules {
  /** Fields that the method or the currency names by itself, beyond those that every payout takes. */
  readonly declared: ReadonlySet<string>
}

/** Where a payout's money ends; `key`: at the account to which a key leads, such as a phone number that is registered with it. */
export type PayeePlace = 'bank account' | 'wallet' | 'key'

interface MethodFacts {
  /** `paymentMethodCode`. */
  readonly code: string
  /** The request's schema in the contract; the response's is this with `Response`. */
  readonly object: string
  readonly title: string
  /** One sentence for a merchant who wonders whether to offer it. */
  readonly summary: string
}

/** Two objects share one code: the operator code tells which is meant. */
export interface Variant {
  readonly operatorCode: string
  /** Taken where the request names no operator. */
  readonly isDefault: boolean
}

export interface PayinMethod extends MethodFacts {
  readonly kind: 'payin'
  readonly variant?: Variant
  readonly payerSees: string
  readonly checkout: CheckoutLook
  readonly flow: Flow
  /** Worth asking although the request need not say it; where the payer is sent or called, it always is. */
  readonly payerChoosesOperator?: boolean
  readonly externalReference: ExternalReferenceNeed
  readonly moneyRequired: MoneyRequiredNeed
  /** The reference is a code that the payer takes to the till: whoever takes the payin on makes it, and until then there is none. */
  readonly railMakesReference?: true
  readonly responds: ResponseRules
  readonly receiving: ReceivingRules
  readonly ownAccount: OwnAccountUse
  readonly refund: RefundRules
  readonly currencies: ReadonlyMap<string, PayinRules>
  /**
   * The fields of the response that the payer acts on. Pure.
   * Throws when `receiving` lacks a mandatory detail: processors check theirs with `checkReceiving` first.
   */
  instructions(context: InstructionContext): Instructions
  /** Receiving details that look right and cannot be paid, not even by accident. Pure. */
  sandboxReceiving(context: PayinContext): Receiving
}

export interface PayoutMethod extends MethodFacts {
  readonly kind: 'payout'
  /** What the one who gets the money sees. */
  readonly payeeSees: string
  readonly paysTo: PayeePlace
  readonly checkout: CheckoutLook
  /** Fields of which a request must have at least one: without, the money would go to nobody. The usual one first. */
  readonly payeeBy: readonly TextFieldName[]
  readonly currencies: ReadonlyMap<string, PayoutRules>
}

export type PaymentMethod = PayinMethod | PayoutMethod

/** As method files write a currency's rules: limits in major units as decimal strings. */
export interface RulesDeclaration {
  readonly operators: readonly Operator[]
  readonly operator: OperatorNeed
  /** Beyond, or instead of, what the method's own `fields` say. */
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
