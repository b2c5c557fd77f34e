/**
 * Builds `paymentMethodResponse`: of all that is known of a payment, exactly what its method's response has.
 * Creates and reads share it; what became known in between simply appears.
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
  type EchoFields,
  type InstructionFields,
  type LaterFields,
  type MethodResponseField,
  type MoneyView,
  type PaymentMethodResponse,
  partsOf,
} from './response-fields.ts'

/** What is known of a payin so far. */
export interface KnownPayin {
  readonly idPayin: string
  readonly money: Money
  readonly moneyRequired?: Money
  /** Ours: shown where the rail makes none. */
  readonly reference: () => string
  /** ISO 8601. */
  readonly expireAt: string
  readonly returnUrl?: string
  /** Only where tax is levied on the fee. */
  readonly vat?: Money
  readonly operator?: Operator
  readonly request: MethodFields
  /** Absent while the processor has not answered. */
  readonly instructions?: Instructions
  readonly externalReference?: string
  /** The account the customer paid from. Give it on reads only. */
  readonly accountUsed?: AccountView
}

/** @returns the payin's `paymentMethodResponse`, ready for JSON */
export function payinResponse(method: PayinMethod, known: KnownPayin): PaymentMethodResponse {
  const { instructions = {} } = known
  const all: Partial<EchoFields & InstructionFields & LaterFields> = {
    ...instructions,
    ...echoOf(known),
    ...(known.externalReference !== undefined && {
      externalReference: { reference: known.externalReference },
    }),
    ...(known.accountUsed && { accountCustomerUsedForPayment: known.accountUsed }),
  }
  // What a payer takes to a till must not change: a code of the rail is shown once it is there, and never ours in its place.
  const reference = instructions.reference ?? (method.railMakesReference ? undefined : known.reference())
  const own: Record<string, unknown> = {}
  for (const { field, parts } of fieldsOf(method)) {
    const value = parts === undefined ? all[field] : accountWith(parts, all[field])
    if (value !== undefined) own[field] = value
  }
  return {
    idPayin: known.idPayin,
    paymentMethodCode: method.code,
    money: moneyView(known.money),
    ...(reference !== undefined && { reference }),
    expireAt: known.expireAt,
    ...(known.returnUrl !== undefined && { returnUrl: known.returnUrl }),
    ...(known.vat && { vat: moneyView(known.vat) }),
    ...own,
    ...(instructions.paymentInstructionList && {
      paymentInstructionList: instructions.paymentInstructionList.map(({ title, steps }) => ({
        title,
        steps,
      })),
    }),
  }
}

function echoOf({ request, operator, moneyRequired }: KnownPayin): Partial<EchoFields> {
  const { accountName, accountNumber, taxId, productId, phoneNumber, emailAddress, paymentLocation } = request
  return {
    ...(moneyRequired && { moneyRequired: moneyView(moneyRequired) }),
    ...(operator && { paymentOperator: operatorView(operator) }),
    accountCustomer: { ...(accountName && { accountName }), ...(accountNumber && { accountNumber }) },
    ...(taxId && { taxId }),
    ...(productId && { productId }),
    ...(phoneNumber && { phoneNumber }),
    ...(emailAddress && { emailAddress }),
    ...(paymentLocation && { paymentLocationCustomer: paymentLocation }),
  }
}

interface ResponseField {
  readonly field: MethodResponseField
  /** Where it is an account: which of its parts are shown. */
  readonly parts: readonly AccountPart[] | undefined
}

/** Worked out once a method. */
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

/** The parts of an account that this response has; undefined where none of them is known. */
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

/** @param vat only where tax is levied on the fee */
export const payoutResponse = (
  method: PayoutMethod,
  idPayout: string,
  vat?: Money,
): PayoutMethodResponse => ({
  idPayout,
  paymentMethodCode: method.code,
  ...(vat && { vat: moneyView(vat) }),
})
