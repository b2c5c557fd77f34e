/**
 * The identifiers among receiving details: what an operator types once, and thousands of payers then pay to.
 *
 * Stricter than for requests, because nothing here is a payer's: whoever registers an account sees the fault at once.
 * For registering only; the sandbox shows details that break these rules on purpose.
 */
import type { FieldFault } from './faults.ts'
import { cbu } from './identifiers/argentina.ts'
import { clabe, ifsc, nuban, upiAddress } from './identifiers/banks.ts'
import { brazilianTaxNumber, pixEmail, pixRandomKey } from './identifiers/brazil.ts'
import { digitsFault, type Identifier, wrongForm } from './identifiers/identifier.ts'
import { isPhoneNumber } from './identifiers/phones.ts'
import type { Receiving } from './method.ts'

/** What an operator's own details are held to may be stricter than any published rule. */
type OwnRule = Omit<Identifier, 'source'>

const ownPixPhone: OwnRule = {
  rule: 'phone number that is possible in its country',
  check: (text) =>
    isPhoneNumber(text, 'BR')
      ? undefined
      : wrongForm('must be a phone number as a Pix key, such as +5511987654321'),
}

/** Its kind shows: an e-mail address has an @, a phone number starts with +, a random key has hyphens. */
const pixKey: OwnRule = {
  rule: 'Pix key: CPF, CNPJ, phone number with +, e-mail address or random key',
  check(text, context) {
    if (text.includes('@')) return pixEmail.check(text, context)
    if (text.startsWith('+')) return ownPixPhone.check(text, context)
    return (text.length === 36 ? pixRandomKey : brazilianTaxNumber).check(text, context)
  },
}

/** A tax number and two digits that the bank gave out; banks give out numbers of their own in its place, too. */
const promptPayBiller: OwnRule = {
  rule: 'biller ID of 15 digits',
  check: (text) => digitsFault(text, 15, 'a biller ID'),
}

const form = (pattern: RegExp, message: string): OwnRule => ({
  rule: message,
  check: (text) => (pattern.test(text) ? undefined : wrongForm(message)),
})

const categoryCode = form(/^\d{4}$/, 'must be a merchant category (ISO 18245) of four digits')
const upi = { address: upiAddress, categoryCode }

/** By the method's object, then (where it depends on that) the currency. */
const RULES: Readonly<Record<string, Readonly<Record<string, OwnRule>>>> = {
  DuitNowMethod: { acquirer: form(/^\d{6}$/, 'must be an acquirer of six digits'), categoryCode },
  IMPSMethod: { bankCode: ifsc },
  'OfflineMethod ARS': { accountNumber: cbu },
  'OfflineMethod LAK': { bankCode: form(/^\d{8}$/, 'must be an IIN of eight digits') },
  'OfflineMethod MXN': { accountNumber: clabe },
  'OfflineMethod NGN': { accountNumber: nuban },
  'OfflineMethod VND': { bankCode: form(/^\d{6}$/, 'must be a BIN of six digits') },
  P2AV2Method: upi,
  PixQRMethod: { key: pixKey },
  PromptPayMethod: { billerId: promptPayBiller },
  QRPhMethod: {
    acquirer: form(/^[A-Z]{4}PH[A-Z0-9]{5}$/, 'must be a Philippine BIC of 11 characters'),
    categoryCode,
  },
  QrisPayMethod: {
    merchantPan: form(/^9360\d{14,15}$/, 'must be a merchant PAN of 18 or 19 digits, starting with 9360'),
    nationalId: form(/^ID\d{13}$/, 'must be an NMID: ID and 13 digits'),
    postCode: form(/^\d{5}$/, 'must be a post code of five digits'),
    categoryCode,
  },
  UpiCollectMethod: upi,
  UpiQRMethod: upi,
  VietQRMethod: { bankCode: form(/^\d{6}$/, 'must be a BIN of six digits') },
}

/**
 * What is wrong with the identifiers in these receiving details; none where nothing is known of them.
 * @param object the method's request object, `PixQRMethod`
 * @returns faults as pointers into `details`
 */
export function receivingIdentifierFaults(
  object: string,
  currencyCode: string,
  details: Receiving,
): FieldFault[] {
  const rules = { ...RULES[object], ...RULES[`${object} ${currencyCode}`] }
  const { bankCode } = details
  return Object.entries(rules).flatMap(([name, identifier]) => {
    const text = details[name]
    const fault =
      text === undefined ? undefined : identifier.check(text, bankCode === undefined ? {} : { bankCode })
    return fault ? [{ path: `/${name}`, ...fault }] : []
  })
}
