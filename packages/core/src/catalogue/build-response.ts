/**
 * Builds `paymentMethodResponse`: from everything known about a payment, exactly the fields of its method's response. Used by
 * creates and reads; fields that became known in between simply appear.
 */
import type { Money } from '../foundation/money.ts'
import { assert } from '../foundation/result.ts'
import { moneyView } from './amounts.ts'
import type { MethodFields } from './method-fields.ts'
import { type Operator, operatorView } from './operators.ts'
import type { Instructions, PayinMethod, PayoutMethod } from './payment-method.ts'
import {
  type AccountPart,
  type AccountRule,
  type AccountView,
  type MethodResponseField,
  type MoneyView,
  type PaymentMethodResponse,
  partsOf,
} from './response-fields.ts'

/** What is known about a payin so far. */
export interface KnownPayin {
  readonly idPayin: string
  readonly money: Money
  readonly moneyRequired?: Money | undefined
  /** Our reference, shown if the rail does not create one. */
  readonly reference: () => string
  /** ISO 8601. */
  readonly expireAt: string
  readonly returnUrl?: string | undefined
  /** Only if the fee is taxed. */
  readonly vat?: Money | undefined
  readonly operator?: Operator | undefined
  readonly request: MethodFields
  /** Missing as long as no processor has accepted the payin. */
  readonly instructions?: Instructions | undefined
  readonly externalReference?: string | undefined
  /** The account that the customer paid from. Only for reads. */
  readonly accountUsed?: AccountView | undefined
}

const NO_INSTRUCTIONS: Instructions = {}

type ResponseInTheMaking = { -readonly [Name in keyof PaymentMethodResponse]: PaymentMethodResponse[Name] }

/**
 * Assigns each property separately, because spreading into an object that has properties already copies them one by one.
 * @returns the payin's `paymentMethodResponse`, ready for JSON
 */
export function payinResponse(method: PayinMethod, known: KnownPayin): PaymentMethodResponse {
  const { idPayin, expireAt, instructions = NO_INSTRUCTIONS } = known
  // The code that a payer uses at a till must not change: a code of the rail is shown once it exists, and ours never in its
  // place.
  const reference = instructions.reference ?? (method.railMakesReference ? undefined : known.reference())
  const money = moneyView(known.money)
  const response: ResponseInTheMaking =
    reference === undefined
      ? { idPayin, paymentMethodCode: method.code, money, expireAt }
      : { idPayin, paymentMethodCode: method.code, money, reference, expireAt }
  if (known.returnUrl !== undefined) response.returnUrl = known.returnUrl
  if (known.vat) response.vat = moneyView(known.vat)
  const own: Record<string, unknown> = response
  for (const { field, parts } of fieldsOf(method)) {
    const value = knownOf(field, known, instructions)
    const shown = parts === undefined ? value : accountWith(parts, value)
    if (shown !== undefined) own[field] = shown
  }
  if (instructions.paymentInstructionList) {
    response.paymentInstructionList = instructions.paymentInstructionList.map(({ title, steps }) => ({
      title,
      steps,
    }))
  }
  return response
}

/** The value of a field, if it is known and not empty. */
function knownOf(field: MethodResponseField, known: KnownPayin, instructions: Instructions): unknown {
  const { request, operator, moneyRequired, externalReference } = known
  switch (field) {
    case 'moneyRequired':
      return moneyRequired && moneyView(moneyRequired)
    case 'paymentOperator':
      return operator && operatorView(operator)
    case 'accountCustomer':
      return {
        accountName: request.accountName || undefined,
        accountNumber: request.accountNumber || undefined,
      }
    case 'taxId':
    case 'productId':
    case 'phoneNumber':
    case 'emailAddress':
      return request[field] || undefined
    case 'paymentLocationCustomer':
      return request.paymentLocation
    case 'externalReference':
      return externalReference === undefined ? undefined : { reference: externalReference }
    case 'accountCustomerUsedForPayment':
      return known.accountUsed
    default:
      return instructions[field]
  }
}

interface ResponseField {
  readonly field: MethodResponseField
  /** For an account: which of its parts are shown. */
  readonly parts: readonly AccountPart[] | undefined
}

/** Computed once per method. */
const fieldsOfMethod = new WeakMap<PayinMethod, readonly ResponseField[]>()

function fieldsOf(method: PayinMethod): readonly ResponseField[] {
  const known = fieldsOfMethod.get(method)
  if (known) return known
  const entries = Object.entries(method.responds) as [MethodResponseField, string | AccountRule][]
  const fields = entries.map(([field, rule]) => ({
    field,
    parts: typeof rule === 'object' ? partsOf(rule) : undefined,
  }))
  fieldsOfMethod.set(method, fields)
  return fields
}

/** The parts of an account that this response has; undefined if none of them is known. */
function accountWith(parts: readonly AccountPart[], account: unknown): AccountView | undefined {
  if (account === undefined) return undefined
  assert(typeof account === 'object' && account !== null, 'an account is an object')
  const known = account as AccountView
  let shown: Record<string, string> | undefined
  for (const part of parts) {
    const value = known[part]
    if (value === undefined) continue
    shown ??= {}
    shown[part] = value
  }
  return shown
}

/** A payout's `paymentMethodResponse`. */
export interface PayoutMethodResponse {
  readonly idPayout: string
  readonly paymentMethodCode: string
  readonly vat?: MoneyView
}

/** @param vat only if the fee is taxed */
export const payoutResponse = (
  method: PayoutMethod,
  idPayout: string,
  vat?: Money,
): PayoutMethodResponse => ({
  idPayout,
  paymentMethodCode: method.code,
  ...(vat && { vat: moneyView(vat) }),
})
