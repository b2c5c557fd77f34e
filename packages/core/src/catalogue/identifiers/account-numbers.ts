/**
 * Account numbers and addresses: Mexico's CLABE, Nigeria's NUBAN, India's IFSC, accounts and UPI addresses, Vietnam's accounts.
 */
import { clabe as clabeOf } from 'clabe-validator'
import {
  digitsFault,
  fitsLuhn,
  formOf,
  type Identifier,
  type IdentifierFault,
  strictly,
  weighted,
  withoutSeparators,
  wrongCheckDigit,
  wrongForm,
} from './identifier.ts'

function clabeFault(text: string): IdentifierFault | undefined {
  const wrong = digitsFault(text, 18, 'a CLABE')
  if (wrong) return wrong
  // Banks and towns are added too often for a list: only the check digit is checked.
  return clabeOf.computeChecksum(text.slice(0, 17)) === Number(text.slice(17))
    ? undefined
    : wrongCheckDigit('CLABE')
}

const MEXICAN = 'a CLABE of 18 digits, a card number of 16, or a Mexican phone number of 10'
const MEXICAN_PHONE = /^(?:\+521?)?\d{10}$/

/** The number's length determines its kind. A contradicting `accountType` cannot misdirect money; the processor may reject it. */
export const mexicanAccount: Identifier = {
  rule: 'CLABE of 18 digits with its check digit, card number of 16 digits that fits Luhn, or Mexican phone number of 10 digits',
  source:
    'Banco de México: rules of SPEI (Circular 14/2017), which pays to a CLABE, a debit card or a mobile number; check digit of cards: ISO/IEC 7812-1',
  check(text) {
    const number = withoutSeparators(text)
    if (MEXICAN_PHONE.test(number)) return undefined
    if (/^\d{18}$/.test(number)) return clabeFault(number)
    if (/^\d{16}$/.test(number)) return fitsLuhn(number) ? undefined : wrongCheckDigit('card number')
    return wrongForm(`must be ${MEXICAN}; this has ${number.length} characters`)
  },
}

export const clabe: Identifier = {
  rule: 'CLABE of 18 digits with its check digit',
  source: 'Banco de México: rules of SPEI (Circular 14/2017)',
  check: (text) => clabeFault(withoutSeparators(text)),
  checkDigit: { numberLength: 18, of: (body) => String(clabeOf.computeChecksum(body)) },
}

/** For an account that receives money. */
export const ownClabe = strictly(clabe, /^\d{18}$/, 'a CLABE: 18 digits, the last one its check digit')

const NUBAN_WEIGHTS = [3, 7, 3]
const HAS_NUBAN_CHECK = /^\d{3}$/

const nubanCheckDigit = (body: string, bankCode: string): string =>
  String((10 - (weighted(bankCode + body, NUBAN_WEIGHTS) % 10)) % 10)

/** The check digit includes the bank's three-digit code. Newer institutions have longer codes and another rule. */
export const nuban: Identifier = {
  rule: "NUBAN of 10 digits; with the check digit where the bank's code of three digits is known",
  source:
    'Central Bank of Nigeria: NUBAN standards of 2010, revised in 2020 for other financial institutions, too',
  check(text, { bankCode }) {
    const number = withoutSeparators(text)
    const wrong = digitsFault(number, 10, 'a NUBAN')
    if (wrong || bankCode === undefined || !HAS_NUBAN_CHECK.test(bankCode)) return wrong
    return nubanCheckDigit(number.slice(0, 9), bankCode) === number.slice(9)
      ? undefined
      : {
          code: 'INVALID_CHECK_DIGIT',
          message: `is no NUBAN of bank ${bankCode}: the check digit does not fit account and bank`,
        }
  },
  checkDigit: {
    numberLength: 10,
    of: (body, { bankCode = '' }) => (HAS_NUBAN_CHECK.test(bankCode) ? nubanCheckDigit(body, bankCode) : '0'),
  },
}

/** For an account that receives money. */
export const ownNuban = strictly(
  nuban,
  /^\d{10}$/,
  "a NUBAN: ten digits, the last one its check digit where the bank's code has three",
)

const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/i

export const ifsc: Identifier = {
  rule: 'IFSC: four letters, 0, and six letters or digits',
  source: 'Reserve Bank of India: questions and answers on NEFT, Indian Financial System Code',
  check(text) {
    if (IFSC.test(text)) return undefined
    const why = text.length === 11 ? '' : `; this has ${text.length}`
    return wrongForm(
      `must have 11 characters, as an IFSC has: four letters, 0, six letters or digits (HDFC0000001)${why}`,
    )
  },
}

/** For an account that receives money. */
export const ownIfsc = strictly(
  ifsc,
  /^[A-Z]{4}0[A-Z0-9]{6}$/,
  'an IFSC: four letters, a zero, six letters or digits, in capitals',
)

/** Each bank has its own length, so the bounds are wide. */
export const indianAccount = formOf(
  /^[0-9A-Z]{6,20}$/,
  'an account number of 6 to 20 digits, or capital letters',
  'no common rule is published: each Indian bank has its own',
)

/** As in a VietQR code. */
export const vietnameseAccount = formOf(
  /^[0-9A-Z]{1,19}$/,
  'an account number of 1 to 19 digits or capital letters',
  'NAPAS: VietQR, consumer ID of a transfer to an account',
)

const VPA = /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/

export const upiAddress: Identifier = {
  rule: 'UPI address: name@handle',
  source: 'NPCI: UPI, the payment address (`pa`) of its links and QR codes',
  check: (text) =>
    VPA.test(text) ? undefined : wrongForm('must be a UPI address: name@handle, such as asha.rao@okhdfcbank'),
}
