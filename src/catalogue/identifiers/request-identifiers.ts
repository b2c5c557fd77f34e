/**
 * The identifiers that requests are checked for, by the name with which a method's field rule calls for one.
 *
 * Promises to refuse nothing that may exist; the head of `identifier.ts` says what a check is. When a field is checked,
 * `read-fields.ts` decides: payouts always, because money sent to a mistyped account comes back late or never; payins
 * only where the merchant's product asks for the field, because a payer who mistypes pays all the same.
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

/** @returns what is wrong with the text as such an identifier, or undefined: it may exist */
export const identifierFault = (
  name: IdentifierName,
  text: string,
  context: IdentifierContext = {},
): IdentifierFault | undefined => IDENTIFIERS[name].check(text, context)
