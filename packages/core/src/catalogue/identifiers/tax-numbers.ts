/**
 * Tax and identity numbers by country. A payer or payee may use any that the country has. Countries that are not in the table
 * have no published rule, and are not checked.
 */
import { validate as cnResident } from 'stdnum/lib/cjs/cn/ric.js'
import { validate as cnCompany } from 'stdnum/lib/cjs/cn/uscc.js'
import { validate as coNit } from 'stdnum/lib/cjs/co/nit.js'
import { validate as ghTin } from 'stdnum/lib/cjs/gh/tin.js'
import { validate as idNpwp } from 'stdnum/lib/cjs/id/npwp.js'
import { validate as inAadhaar } from 'stdnum/lib/cjs/in/aadhaar.js'
import { validate as inGstin } from 'stdnum/lib/cjs/in/gstin.js'
import { validate as inPan } from 'stdnum/lib/cjs/in/pan.js'
import { validate as jpCompany } from 'stdnum/lib/cjs/jp/cn.js'
import { validate as kePin } from 'stdnum/lib/cjs/ke/pin.js'
import { validate as krCompany } from 'stdnum/lib/cjs/kr/brn.js'
import { validate as krResident } from 'stdnum/lib/cjs/kr/rrn.js'
import { validate as mxCurp } from 'stdnum/lib/cjs/mx/curp.js'
import { validate as mxRfc } from 'stdnum/lib/cjs/mx/rfc.js'
import { validate as myNric } from 'stdnum/lib/cjs/my/nric.js'
import { validate as thPerson } from 'stdnum/lib/cjs/th/idnr.js'
import { validate as thCompany } from 'stdnum/lib/cjs/th/moa.js'
import { validate as twPerson } from 'stdnum/lib/cjs/tw/natid.js'
import { validate as twCompany } from 'stdnum/lib/cjs/tw/ubn.js'
import { validate as vnMst } from 'stdnum/lib/cjs/vn/mst.js'
import { validate as zaPerson } from 'stdnum/lib/cjs/za/idnr.js'
import { validate as zaTin } from 'stdnum/lib/cjs/za/tin.js'
import { argentineTaxNumber } from './argentina.ts'
import { brazilianTaxNumber } from './brazil.ts'
import {
  type Identifier,
  type IdentifierFault,
  withoutSeparators,
  wrongCheckDigit,
  wrongForm,
} from './identifier.ts'
import type { Validate } from './stdnum.ts'

/** With letters it is a passport, without a hyphen a citizen's or foreigner's card. Neither has a check digit. */
const NIT_WITH_CHECK_DIGIT = /^[\d. ]{9,12}-\d$/

export const colombianNumber: Identifier = {
  rule: 'a NIT written with its check digit (900123456-8) must fit; CC, CE and passports have none',
  source: 'DIAN: dígito de verificación of the NIT (Orden Administrativa 4 of 1989)',
  check(text) {
    if (!NIT_WITH_CHECK_DIGIT.test(text)) return undefined
    return coNit(withoutSeparators(text)).isValid ? undefined : wrongCheckDigit('NIT')
  },
}

interface Numbers {
  readonly what: string
  readonly anyOf: readonly Validate[]
}

const BY_COUNTRY: Readonly<Record<string, Numbers>> = {
  CN: {
    what: 'resident identity number of 18 characters, or credit code of a company',
    anyOf: [cnResident, cnCompany],
  },
  GH: { what: 'TIN of 11 characters', anyOf: [ghTin] },
  ID: { what: 'NPWP of 15 or 16 digits', anyOf: [idNpwp] },
  IN: { what: 'PAN, GSTIN or Aadhaar number', anyOf: [inPan, inGstin, inAadhaar] },
  JP: { what: 'corporate number of 13 digits', anyOf: [jpCompany] },
  KE: { what: 'PIN of 11 characters', anyOf: [kePin] },
  KR: { what: 'business or resident registration number', anyOf: [krCompany, krResident] },
  MX: { what: 'RFC or CURP', anyOf: [mxRfc, mxCurp] },
  MY: { what: 'NRIC of 12 digits', anyOf: [myNric] },
  TH: { what: 'identity or tax number of 13 digits', anyOf: [thPerson, thCompany] },
  TW: { what: 'identity number, or unified business number of 8 digits', anyOf: [twPerson, twCompany] },
  VN: { what: 'tax code of 10 or 13 digits', anyOf: [vnMst] },
  ZA: { what: 'identity number of 13 digits, or tax number of 10', anyOf: [zaPerson, zaTin] },
}

const OWN_RULES: Readonly<Record<string, Identifier>> = {
  AR: argentineTaxNumber,
  BR: brazilianTaxNumber,
  CO: colombianNumber,
}

/** For the country of the payment's currency. */
export const taxNumber: Identifier = {
  rule: 'tax or identity number of the country, with its check digits where the country has them',
  source:
    'the tax and identity offices of AR, BR, CN, CO, GH, ID, IN, JP, KE, KR, MX, MY, TH, TW, VN and ZA, as `stdnum` has collected their rules',
  check(text, context) {
    const { country = '' } = context
    const own = OWN_RULES[country]
    if (own) return own.check(text, context)
    const numbers = BY_COUNTRY[country]
    return numbers && oneOfFault(text, numbers)
  },
}

function oneOfFault(text: string, { what, anyOf }: Numbers): IdentifierFault | undefined {
  const number = withoutSeparators(text)
  const verdicts = anyOf.map((validate) => validate(number))
  if (verdicts.some(({ isValid }) => isValid)) return undefined
  const mistyped = verdicts.some((each) => !each.isValid && each.error.name === 'InvalidChecksum')
  return mistyped ? wrongCheckDigit(what) : wrongForm(`is no ${what}`)
}
