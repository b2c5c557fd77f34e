/** Argentina: CBU (bank), CVU (wallet), alias, CUIT and CUIL. */
import { validate as cuit } from 'stdnum/lib/cjs/ar/cuit.js'
import {
  digitsFault,
  type Identifier,
  type IdentifierFault,
  isDigits,
  weighted,
  withoutSeparators,
  wrongCheckDigit,
  wrongForm,
} from './identifier.ts'
import { numberFault } from './registered.ts'

/** Weights of the central bank, from the left over each block without its check digit. */
const BANK_WEIGHTS = [7, 1, 3, 9, 7, 1, 3]
const ACCOUNT_WEIGHTS = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3]

const fits = (block: string, weights: readonly number[]): boolean =>
  (10 - (weighted(block.slice(0, -1), weights) % 10)) % 10 === Number(block.slice(-1))

/** 22 digits: a block of 8 and one of 14, each with a check digit. A CVU is the same, with 000 for the bank. */
function cbuFault(text: string): IdentifierFault | undefined {
  const wrong = digitsFault(text, 22, 'a CBU or CVU')
  if (wrong) return wrong
  const right = fits(text.slice(0, 8), BANK_WEIGHTS) && fits(text.slice(8), ACCOUNT_WEIGHTS)
  return right ? undefined : wrongCheckDigit('CBU or CVU')
}

const ALIAS = /^[A-Za-z0-9.-]{6,20}$/

export const cbu: Identifier = {
  rule: 'CBU or CVU of 22 digits with both check digits, or an alias of 6 to 20 letters, digits, dots and hyphens',
  check(text) {
    const number = withoutSeparators(text)
    if (isDigits(number) && number.length > 0) return cbuFault(number)
    if (ALIAS.test(text)) return undefined
    return wrongForm(
      'must be a CBU or CVU of 22 digits, or an alias of 6 to 20 letters, digits, dots, hyphens',
    )
  },
}

/** A person without one has an identity number (DNI) of seven or eight digits, without a check digit. */
export const argentineTaxNumber: Identifier = {
  rule: 'CUIT or CUIL of 11 digits with its check digit, or a DNI of 7 or 8 digits',
  check(text) {
    const number = withoutSeparators(text)
    if (/^\d{7,8}$/.test(number)) return undefined
    return numberFault(cuit, number, { what: 'CUIT or CUIL', wanted: '11 digits (or a DNI of 7 or 8)' })
  },
}
