/**
 * The identifiers that requests are checked against, by the name used in a method's field rules.
 *
 * A check rejects nothing that may exist (see the head of `identifier.ts`). `read-fields.ts` decides which fields are checked:
 * payouts always, because money sent to a mistyped account comes back late or never; payins only if the merchant's product
 * requires the field, because a payer who mistypes it can still pay.
 */
import { ifsc, mexicanAccount, nuban, upiAddress } from './account-numbers.ts'
import { argentineTaxNumber, cbu } from './argentina.ts'
import { brazilianTaxNumber, pixEmail, pixRandomKey } from './brazil.ts'
import type { Identifier, IdentifierContext, IdentifierFault } from './identifier.ts'
import { pixPhone } from './phones.ts'
import { colombianNumber, taxNumber } from './tax-numbers.ts'

export const IDENTIFIERS = {
  argentineTaxNumber,
  brazilianTaxNumber,
  cbu,
  colombianNumber,
  ifsc,
  mexicanAccount,
  nuban,
  pixEmail,
  pixPhone,
  pixRandomKey,
  taxNumber,
  upiAddress,
} as const satisfies Readonly<Record<string, Identifier>>

export type IdentifierName = keyof typeof IDENTIFIERS

/** @returns what is wrong with the text as this identifier, or undefined if it may exist */
export const identifierFault = (
  name: IdentifierName,
  text: string,
  context: IdentifierContext = {},
): IdentifierFault | undefined => IDENTIFIERS[name].check(text, context)
