/**
 * Brazil: CPF, CNPJ (since July 2026 also with letters) and the kinds of Pix key. Eleven digits may be a CPF or a phone number;
 * the payout method says which, and we never guess.
 */
import { validate as cnpj } from 'stdnum/lib/cjs/br/cnpj.js'
import { validate as cpf } from 'stdnum/lib/cjs/br/cpf.js'
import { type Identifier, isDigits, withoutSeparators, wrongForm } from './identifier.ts'
import { isPhoneNumber } from './phones.ts'
import { numberFault } from './stdnum.ts'

const CPF = { what: 'CPF', wanted: '11 digits' }
const CNPJ = { what: 'CNPJ', wanted: '14 digits or letters, the last two digits' }

export const brazilianTaxNumber: Identifier = {
  rule: 'CPF of 11 digits or CNPJ of 14 digits or letters, with both check digits',
  source: 'Receita Federal: CPF, CNPJ (with letters: Instrução Normativa RFB 2.229/2024)',
  check(text) {
    const number = withoutSeparators(text).toUpperCase()
    if (number.length === 11 && isDigits(number)) return numberFault(cpf, number, CPF)
    if (number.length === 14) return numberFault(cnpj, number, CNPJ)
    return wrongForm(
      `must have 11 digits, as a CPF has, or 14 digits or letters, as a CNPJ has; this has ${number.length}`,
    )
  },
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Issued by the Pix directory. */
export const pixRandomKey: Identifier = {
  rule: 'random Pix key: a UUID, 36 characters with its hyphens',
  source: 'Banco Central do Brasil: DICT, kinds of key (EVP)',
  check: (text) =>
    UUID.test(text)
      ? undefined
      : wrongForm('must be a random Pix key, such as 123e4567-e12b-42d1-a456-426655440000'),
}

const MAX_PIX_EMAIL = 77

export const pixEmail: Identifier = {
  rule: 'e-mail address as a Pix key: at most 77 characters',
  source: 'Banco Central do Brasil: DICT, kinds of key (EMAIL)',
  check: (text) =>
    text.length <= MAX_PIX_EMAIL
      ? undefined
      : wrongForm(`must have at most ${MAX_PIX_EMAIL} characters, as an e-mail address in a Pix key has`),
}

/**
 * The operator's own Pix key, as the directory stores it and the QR code contains it. Its kind is visible: an e-mail address has
 * an @, a phone number starts with +, a random key has hyphens. Anything else is a CPF or CNPJ.
 */
export const ownPixKey: Identifier = {
  rule: 'a Pix key: CPF, CNPJ, phone number with +55, e-mail address or random key in lower case',
  source: 'Banco Central do Brasil: DICT, kinds of key (CPF, CNPJ, PHONE, EMAIL, EVP)',
  check(text, context) {
    if (text.includes('@')) return isEmail(text) ? pixEmail.check(text, context) : notAKey
    if (text.startsWith('+')) return PHONE_KEY.test(text) && isPhoneNumber(text, 'BR') ? undefined : notAKey
    if (text.length === 36) return UUID_LOWER.test(text) ? undefined : notAKey
    return TAX_KEY.test(text) ? brazilianTaxNumber.check(text, context) : notAKey
  },
}

const PHONE_KEY = /^\+[1-9]\d{9,14}$/
const TAX_KEY = /^(?:\d{11}|[0-9A-Z]{14})$/
const UUID_LOWER = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const isEmail = (text: string): boolean => /^[^@\s]{1,64}@[^@\s]{1,64}$/.test(text)
const notAKey = wrongForm(`must be ${ownPixKey.rule}`)
