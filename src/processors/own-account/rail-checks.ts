/**
 * What must be right in the receiving details of each rail: their forms, and their check digits where the country has them.
 * A wrong digit here would send every payer's money to somebody else. Pure.
 */
import type { FaultCode, FieldFault } from '../../catalogue/faults.ts'
import type { PayinMethod, Receiving } from '../../catalogue/method.ts'
import { receivingIdentifierFaults } from '../../catalogue/receiving-identifiers.ts'

interface Form {
  readonly pattern: RegExp
  readonly wanted: string
}

const form = (pattern: RegExp, wanted: string): Form => ({ pattern, wanted })

const CATEGORY = form(/^\d{4}$/, 'must be the four digits of a merchant category (ISO 18245)')

/** By the method's object; a key with a currency stands against the one without. Patterns have no repetition within another. */
const FORMS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  PromptPayMethod: {
    bankCode: form(/^\d{3}$/, 'must be the three digits of a Thai bank'),
    accountNumber: form(/^\d{10,15}$/, 'must be 10 to 15 digits'),
    billerId: form(/^\d{15}$/, 'must be 15 digits: the tax number and a suffix of two'),
    promptPayId: form(
      /^(?:0[689]\d{8}|\d{13}|\d{15})$/,
      'must be a mobile number (0 and nine digits), a tax or citizen number (13 digits) or an e-wallet (15 digits)',
    ),
  },
  PixQRMethod: {
    key: form(
      /^(?:\d{11}|[0-9A-Z]{14}|\+[1-9]\d{9,14}|[^@\s]{1,64}@[^@\s]{1,64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
      'must be a Pix key: CPF, CNPJ, phone number with +55, e-mail address or random key in lower case',
    ),
    chargeUrl: form(/^(?!https?:)[^\s]{1,77}$/, 'must be an address without https://, up to 77 characters'),
  },
  VietQRMethod: {
    bankCode: form(/^97\d{4}$/, "must be the bank's BIN: six digits beginning with 97"),
    accountNumber: form(/^[0-9A-Z]{1,19}$/, 'must be 1 to 19 digits or capital letters'),
  },
  'OfflineMethod VND': {
    bankCode: form(/^97\d{4}$/, "must be the bank's BIN: six digits beginning with 97"),
    accountNumber: form(/^[0-9A-Z]{1,19}$/, 'must be 1 to 19 digits or capital letters'),
  },
  UpiQRMethod: {
    address: form(
      /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/,
      'must be a UPI address: name@handle, the handle without a dot',
    ),
    categoryCode: CATEGORY,
  },
  P2AV2Method: {
    address: form(
      /^[a-zA-Z0-9._-]{2,256}@[a-zA-Z][a-zA-Z0-9]{1,63}$/,
      'must be a UPI address: name@handle, the handle without a dot',
    ),
    accountNumber: form(/^[0-9A-Z]{6,20}$/, 'must be 6 to 20 digits'),
    categoryCode: CATEGORY,
  },
  IMPSMethod: {
    bankCode: form(
      /^[A-Z]{4}0[A-Z0-9]{6}$/,
      'must be the IFSC: four letters, a zero, six letters or digits, in capitals',
    ),
    accountNumber: form(/^[0-9A-Z]{6,20}$/, 'must be 6 to 20 digits'),
  },
  DuitNowMethod: {
    acquirer: form(/^\d{6}$/, 'must be the six digits of the acquirer'),
    merchantId: form(/^[A-Za-z0-9]{1,28}$/, 'must be 1 to 28 letters and digits'),
    categoryCode: CATEGORY,
  },
  QrisPayMethod: {
    acquirer: form(
      /^[A-Z0-9.-]{4,32}$/,
      "must be the acquirer's domain, reversed, in capitals: ID.CO.BANK.WWW",
    ),
    merchantPan: form(/^9360\d{14,15}$/, 'must be 18 or 19 digits beginning with 9360'),
    nationalId: form(/^ID\d{13}$/, 'must be the NMID: ID and 13 digits'),
    categoryCode: CATEGORY,
    postCode: form(/^\d{5}$/, 'must be five digits'),
  },
  QRPhMethod: {
    acquirer: form(/^[A-Z]{6}[A-Z0-9]{5}$/, "must be the acquirer's BIC with 11 characters"),
    merchantId: form(/^[A-Za-z0-9]{1,25}$/, 'must be 1 to 25 letters and digits'),
    categoryCode: CATEGORY,
  },
  ZapperQrMethod: {
    merchantId: form(/^\d{1,10}$/, 'must be digits'),
    siteId: form(/^\d{1,10}$/, 'must be digits'),
  },
  MobileMoneyMethod: {
    tillNumber: form(/^\d{4,12}$/, 'must be 4 to 12 digits'),
  },
  'OfflineMethod JPY': {
    bankCode: form(/^\d{4}$/, 'must be the four digits of the bank (Zengin)'),
    branchCode: form(/^\d{3}$/, 'must be the three digits of the branch'),
    accountNumber: form(/^\d{7}$/, 'must be seven digits'),
  },
  'OfflineMethod LAK': {
    bankCode: form(/^\d{4}0418$/, 'must be the IIN: eight digits ending in 0418'),
  },
  'OfflineMethod MXN': {
    accountNumber: form(/^\d{18}$/, 'must be a CLABE: 18 digits'),
  },
  'OfflineMethod ARS': {
    accountNumber: form(/^\d{22}$/, 'must be a CBU or CVU: 22 digits'),
  },
  'OfflineMethod NGN': {
    accountNumber: form(/^\d{10}$/, 'must be a NUBAN: ten digits'),
  },
  'OfflineMethod PHP': {
    bankCode: form(/^[A-Z]{6}[A-Z0-9]{5}$/, "must be the bank's BIC with 11 characters"),
  },
  'OfflineMethod ZAR': {
    bankCode: form(/^\d{6}$/, 'must be the six digits of the branch'),
  },
  'OfflineMethod NAD': {
    bankCode: form(/^\d{6}$/, 'must be the six digits of the branch'),
  },
}

/** Details that the catalogue leaves optional and that this rail needs. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  MobileMoneyMethod: ['tillNumber', 'tillName'],
  'OfflineMethod JPY': ['branchCode', 'accountType'],
}

export interface RailPlace {
  readonly currency: string
  readonly country?: string
  /** The account number is the beginning of the numbers that are made: it has no check digit, and is shorter. */
  readonly isPrefix?: boolean
}

/** All that is wrong with the details, as pointers into them. Never repeats what was typed. */
export function detailFaults(method: PayinMethod, place: RailPlace, details: Receiving): FieldFault[] {
  const faults: FieldFault[] = []
  const say = (name: string, code: FaultCode, message: string) =>
    faults.push({ path: `/${name}`, code, message })
  const forms = FORMS[`${method.object} ${place.currency}`] ?? FORMS[method.object] ?? {}
  for (const name of NEEDED[`${method.object} ${place.currency}`] ?? NEEDED[method.object] ?? []) {
    if (details[name] === undefined)
      say(name, 'REQUIRED', `is mandatory for ${method.object} on an own account`)
  }
  if (method.code === 'PROMPTPAY' && details.billerId === undefined && details.promptPayId === undefined) {
    say('billerId', 'REQUIRED', 'give a billerId (its payments carry a reference) or a promptPayId')
  }
  for (const [name, { pattern, wanted }] of Object.entries(forms)) {
    const text = details[name]
    if (text === undefined || (name === 'accountNumber' && place.isPrefix)) continue
    if (!pattern.test(text)) say(name, 'INVALID_FORMAT', wanted)
  }
  if (place.isPrefix && details.accountNumber !== undefined && !/^\d{1,20}$/.test(details.accountNumber)) {
    say('accountNumber', 'INVALID_FORMAT', 'must be digits: what all virtual numbers begin with')
  }
  return [...faults, ...checkDigitFaults(method, place, details, faults)]
}

/** Of details whose form is right. A prefix has no check digit of its own. */
function checkDigitFaults(
  method: PayinMethod,
  place: RailPlace,
  details: Receiving,
  found: readonly FieldFault[],
): FieldFault[] {
  return receivingIdentifierFaults(method.object, place.currency, details).filter(
    ({ path }) =>
      !found.some((fault) => fault.path === path) && !(place.isPrefix && path === '/accountNumber'),
  )
}
