/** Phone numbers, by the tables of `libphonenumber`. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { type Identifier, type IdentifierFault, wrongForm } from './identifier.ts'

/**
 * Possible, not valid: number ranges are opened faster than any table learns of them, and a refused payer is lost.
 * @param country whose national form is understood, too
 */
export function isPhoneNumber(text: string, country: string | undefined): boolean {
  const home: CountryCode | undefined = country && isSupportedCountry(country) ? country : undefined
  return (
    parsePhoneNumberFromString(text, {
      ...(home && { defaultCountry: home }),
      extract: false,
    })?.isPossible() ?? false
  )
}

/** @param country ISO 3166-1 alpha-2, whose numbers alone will do */
export function phoneFault(text: string, country: CountryCode): IdentifierFault | undefined {
  const number = parsePhoneNumberFromString(text, { defaultCountry: country, extract: false })
  if (!number?.isPossible())
    return wrongForm('must be a phone number: too short, too long, or not one at all')
  return number.country === undefined || number.country === country
    ? undefined
    : wrongForm(`must be a phone number of ${country}, in national or international form`)
}

/** A key may be a foreigner's number. */
export const pixPhone: Identifier = {
  rule: 'phone number as a Pix key, in national or international form',
  check: (text) =>
    isPhoneNumber(text, 'BR')
      ? undefined
      : wrongForm('must be a phone number as a Pix key, such as +5511987654321'),
}
