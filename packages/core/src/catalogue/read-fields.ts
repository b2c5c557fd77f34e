/** Reads the fields that a method's rules name from a request's `paymentMethod`, and reports what is wrong with them. */
import type { MethodKind } from '../foundation/identifiers.ts'
import { identifierFault } from './identifiers/request-identifiers.ts'
import {
  type FieldName,
  LOCATION_PART_MAX_LENGTH,
  LOCATION_PARTS,
  type MethodFields,
  type PaymentLocation,
  TEXT_FIELDS,
  type TextFieldName,
} from './method-fields.ts'
import { type Faults, isObject, type JsonObject, POINTER, textAt } from './plain-text.ts'
import type { WantedField } from './product-fields.ts'
import { FORMATS, type FormatName } from './text-formats.ts'

/** What the messages are about. */
export interface Subject {
  readonly kind: MethodKind
  /** «PROMPTPAY in THB». */
  readonly named: string
  /** The operator that the request names. */
  readonly operatorCode?: string | undefined
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

/** These two may also be at the top of the method object. */
const ALSO_AT_THE_TOP: ReadonlySet<string> = new Set(['accountName', 'accountNumber'])

/** @returns what could be read; adds to `faults` what could not */
export function readFields(
  request: JsonObject,
  rules: readonly WantedField[],
  subject: Subject,
  faults: Faults,
): MethodFields {
  const account = accountOf(request, subject, faults)
  const fields: Writable<MethodFields> = {}
  for (const rule of rules) {
    // Most requests give only two of a method's dozen fields.
    if (rule.need === 'optional' && !rule.wished && !isGiven(request, account, rule.name)) continue
    if (rule.name === 'paymentLocation') {
      const location = readLocation(request, rule, subject, faults)
      if (location) fields.paymentLocation = location
    } else {
      const value = readText(request, account, rule, rule.name, subject, faults)
      if (value !== undefined) fields[rule.name] = value
    }
  }
  for (const rule of rules) checkIdentifier(request, rule, fields, subject, faults)
  return fields
}

const isGiven = (request: JsonObject, account: Account, name: FieldName): boolean =>
  request[name] !== undefined || (isObject(account) && account[name] !== undefined)

/** After all fields are read: the kind of an account number may depend on another field. */
function checkIdentifier(
  request: JsonObject,
  { name, identifier, requested, country }: WantedField,
  fields: MethodFields,
  { kind, operatorCode }: Subject,
  faults: Faults,
): void {
  if (identifier === undefined || name === 'paymentLocation' || (kind === 'payin' && !requested)) return
  const text = fields[name]
  if (text === undefined) return
  const bankCode = operatorCode ?? fields.bankCode
  const fault = identifierFault(identifier, text, {
    ...(country !== undefined && { country }),
    ...(bankCode !== undefined && { bankCode }),
  })
  if (fault) faults.push({ path: pointerOf(request, name), ...fault })
}

/** The position in the request: in the account, or at the top, where two of them are also accepted. */
function pointerOf({ account }: JsonObject, name: TextFieldName): string {
  const inAccount =
    TEXT_FIELDS[name].stands === 'account' &&
    !(ALSO_AT_THE_TOP.has(name) && !(isObject(account) && account[name] !== undefined))
  return inAccount ? `${POINTER}/account/${name}` : `${POINTER}/${name}`
}

/** `broken`: there is a value, but it is no object; its fields are then not reported as missing. */
type Account = JsonObject | 'broken' | undefined

function accountOf(request: JsonObject, { kind, named }: Subject, faults: Faults): Account {
  const { account } = request
  const path = `${POINTER}/account`
  if (account === undefined) {
    if (kind === 'payout' && request.accountName === undefined && request.accountNumber === undefined) {
      const message = `is mandatory for ${named}: an object that says where the money goes`
      faults.push({ path, code: 'REQUIRED', message })
    }
    return undefined
  }
  if (isObject(account)) return account
  faults.push({ path, code: 'WRONG_TYPE', message: 'must be an object' })
  return 'broken'
}

function readText(
  request: JsonObject,
  account: Account,
  rule: WantedField,
  name: TextFieldName,
  subject: Subject,
  faults: Faults,
): string | undefined {
  const field = TEXT_FIELDS[name]
  const inAccount = field.stands === 'account'
  const path = inAccount ? `${POINTER}/account/${name}` : `${POINTER}/${name}`
  const before = faults.length
  const home = inAccount ? account : request
  let text = isObject(home) ? checked(home, path, rule, name, subject, faults) : undefined
  if (ALSO_AT_THE_TOP.has(name) && request[name] !== undefined) {
    text = reconciled(text, checked(request, `${POINTER}/${name}`, rule, name, subject, faults), name, faults)
  }
  if (text === undefined && faults.length === before && home !== 'broken') {
    if (rule.need === 'mandatory' || rule.wished)
      faults.push({ path, code: 'REQUIRED', message: missing(rule, subject) })
  }
  return text
}

function reconciled(
  inAccount: string | undefined,
  atTheTop: string | undefined,
  name: string,
  faults: Faults,
): string | undefined {
  if (inAccount !== undefined && atTheTop !== undefined && inAccount !== atTheTop) {
    const message = `is given twice and differently: here and as account.${name}; give it once, in account`
    faults.push({ path: `${POINTER}/${name}`, code: 'CONFLICT', message })
  }
  return inAccount ?? atTheTop
}

/** The text at one place, fully checked, in canonical spelling. */
function checked(
  object: JsonObject,
  path: string,
  rule: WantedField,
  name: TextFieldName,
  subject: Subject,
  faults: Faults,
): string | undefined {
  const field = TEXT_FIELDS[name]
  const text = textAt(object, name, path, field.maxLength, faults)
  if (text === undefined) return undefined
  if (rule.values) {
    const spelling = text.toLowerCase()
    if (Object.hasOwn(rule.values, spelling)) return rule.values[spelling]
    const choices = Object.keys(rule.values).join(', ')
    faults.push({
      path,
      code: 'UNKNOWN_VALUE',
      message: `must be one of ${choices} for ${subject.named}`,
    })
    return undefined
  }
  return hasFormat(text, path, rule.format ?? field.format, rule, faults) ? text : undefined
}

function hasFormat(
  text: string,
  path: string,
  format: FormatName | undefined,
  rule: WantedField,
  faults: Faults,
): boolean {
  if (format === undefined || FORMATS[format].accepts(text, rule.country)) return true
  faults.push({ path, code: 'INVALID_FORMAT', message: `must be ${FORMATS[format].wanted}` })
  return false
}

function readLocation(
  request: JsonObject,
  rule: WantedField,
  subject: Subject,
  faults: Faults,
): PaymentLocation | undefined {
  const path = `${POINTER}/paymentLocation`
  const given = request.paymentLocation
  if (given === undefined) {
    if (rule.need === 'mandatory' || rule.wished)
      faults.push({ path, code: 'REQUIRED', message: missing(rule, subject) })
    return undefined
  }
  if (!isObject(given)) {
    faults.push({ path, code: 'WRONG_TYPE', message: 'must be an object' })
    return undefined
  }
  const location: Writable<PaymentLocation> = {}
  const before = faults.length
  for (const part of LOCATION_PARTS) {
    const text = textAt(given, part, `${path}/${part}`, LOCATION_PART_MAX_LENGTH, faults)
    if (text !== undefined) location[part] = text
  }
  if (faults.length > before || Object.keys(location).length > 0) return location
  const message = `must have at least one of ${LOCATION_PARTS.join(', ')}`
  faults.push({ path, code: 'REQUIRED', message })
  return undefined
}

const missing = ({ need }: WantedField, { named }: Subject): string =>
  need === 'mandatory'
    ? `is mandatory for ${named}`
    : `is mandatory for ${named} by a setting of your product`
