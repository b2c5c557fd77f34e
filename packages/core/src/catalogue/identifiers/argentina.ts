/** Argentina: CBU (bank), CVU (wallet), alias, CUIT and CUIL. */
import { validate as cuit } from 'stdnum/lib/cjs/ar/cuit.js'
import {
  digitsFault,
  type Identifier,
  type IdentifierFault,
  isDigits,
  strictly,
  weighted,
  withoutSeparators,
  wrongCheckDigit,
  wrongForm,
} from './identifier.ts'

/** The central bank's weights for the digits of each block except its check digit, from the left. */
const BANK_WEIGHTS = [7, 1, 3, 9, 7, 1, 3]
const ACCOUNT_WEIGHTS = [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3]

const checkDigitOf = (body: string, weights: readonly number[]): string =>
  String((10 - (weighted(body, weights) % 10)) % 10)

const fits = (block: string, weights: readonly number[]): boolean =>
  checkDigitOf(block.slice(0, -1), weights) === block.slice(-1)

/** 22 digits: a block of 8 and one of 14, each with a check digit. A CVU has the same form, with 000 for the bank. */
function cbuFault(text: string): IdentifierFault | undefined {
  const wrong = digitsFault(text, 22, 'a CBU or CVU')
  if (wrong) return wrong
  const right = fits(text.slice(0, 8), BANK_WEIGHTS) && fits(text.slice(8), ACCOUNT_WEIGHTS)
  return right ? undefined : wrongCheckDigit('CBU or CVU')
}

/** An alias may consist of digits only. */
const ALIAS = /^[A-Za-z0-9.-]{6,20}$/

export const cbu: Identifier = {
  rule: 'CBU or CVU of 22 digits with both check digits, or an alias of 6 to 20 letters, digits, dots and hyphens',
  source:
    'Banco Central de la República Argentina: Sistema Nacional de Pagos – Servicios de Pago (Comunicaciones A 7533 and A 8303), on CBU, CVU and alias',
  check(text) {
    if (ALIAS.test(text)) return undefined
    const number = withoutSeparators(text)
    if (isDigits(number)) return cbuFault(number)
    return wrongForm(
      'must be a CBU or CVU of 22 digits, or an alias of 6 to 20 letters, digits, dots, hyphens',
    )
  },
  // The block of 8 belongs to the bank and has its own check digit.
  checkDigit: { numberLength: 22, of: (body) => checkDigitOf(body.slice(8), ACCOUNT_WEIGHTS) },
}

/** For an account that receives money: an alias can be moved to another account at any time. */
export const ownCbu = strictly(cbu, /^\d{22}$/, 'a CBU or CVU: 22 digits with both check digits')

/** A person without one has an identity number (DNI) or a passport, for which no rule is published. */
export const argentineTaxNumber: Identifier = {
  rule: 'a CUIT or CUIL (11 digits) must fit its check digit; DNI and passports have none',
  source: 'ARCA (formerly AFIP) and ANSES: CUIT and CUIL, modulo 11',
  check(text) {
    const verdict = cuit(withoutSeparators(text))
    const isMistyped = !verdict.isValid && verdict.error.name === 'InvalidChecksum'
    return isMistyped ? wrongCheckDigit('CUIT or CUIL') : undefined
  },
}
