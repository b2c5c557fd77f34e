/** Phone numbers, by the tables of `libphonenumber`. */
import type { CountryCode } from 'libphonenumber-js/max'
import { atFirstUse } from '../../foundation/at-first-use.ts'
import { type Identifier, wrongForm } from './identifier.ts'

/** Call it ahead of the first payment, which would otherwise wait for it. */
export const phoneNumbers = atFirstUse((require): typeof import('libphonenumber-js/max') =>
  require('libphonenumber-js/max'),
)

/**
 * Checks that a number is possible, not that it is valid: number ranges are opened faster than tables are updated, and a rejected
 * payer is lost.
 * @param country whose national format is also accepted
 */
export function isPhoneNumber(text: string, country: string | undefined): boolean {
  const { isSupportedCountry, parsePhoneNumberFromString } = phoneNumbers()
  const home: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined
  return (
    parsePhoneNumberFromString(text, {
      ...(home && { defaultCountry: home }),
      extract: false,
    })?.isPossible() ?? false
  )
}

/** A number in international format (`+628123456789`) and in its national format (`08123456789`). */
export interface PhoneForms {
  readonly international: string
  readonly national: string
}

/** @param country whose national format is also accepted @returns undefined for what cannot be a number */
export function phoneForms(text: string, country: CountryCode): PhoneForms | undefined {
  const number = phoneNumbers().parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  return number?.isPossible()
    ? { international: number.number, national: number.formatNational().replaceAll(/\D/g, '') }
    : undefined
}

/** As the Pix directory stores it, without rules for the length of each country's numbers. */
const PIX_PHONE = /^\+[1-9]\d{2,15}$/
const SEPARATORS = /[ .\-/()]/g

/** A key may be a foreign number. */
export const pixPhone: Identifier = {
  rule: 'phone number as a Pix key: digits, in national or in international form (+5511987654321)',
  source: 'Banco Central do Brasil: DICT, kinds of key (PHONE), in the form of ITU-T E.164',
  check(text) {
    const number = text.replace(SEPARATORS, '')
    const international = number.startsWith('+') ? number : `+55${number}`
    return PIX_PHONE.test(international) && number !== ''
      ? undefined
      : wrongForm('must be a phone number as a Pix key: digits only, such as +5511987654321')
  },
}
