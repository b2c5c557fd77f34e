/**
 * Checks receiving details: those that a processor supplies and, more strictly, those that an operator registers for an own
 * account. Pure. Both follow the method's `receiving`; no other table defines the form of a detail.
 */
import { fail, type Result, succeed } from '../foundation/result.ts'
import { checkPageUrl } from '../foundation/urls.ts'
import type { DetailForm, PayinMethod, PayinRules, Receiving, ReceivingDetail } from './payment-method.ts'
import { type FieldFault, isObject, type JsonObject, textAt } from './plain-text.ts'

/** QR payloads and forms are much shorter, but URLs may need this much. */
const MAX_LENGTH = 2048

/** @returns the details that this method knows, without others; or all faults, as pointers into `details` */
export function checkReceiving(
  method: PayinMethod,
  details: unknown,
  { live }: { readonly live: boolean },
): Result<Receiving, FieldFault[]> {
  if (!isObject(details)) return fail([NO_OBJECT])
  const { known, faults } = readDetails(method, details, live)
  return faults.length > 0 ? fail(faults) : succeed(known)
}

const NO_OBJECT: FieldFault = {
  path: '',
  code: 'WRONG_TYPE',
  message: 'Receiving details are an object.',
}

/** The readable details, and the faults of the others. */
function readDetails(
  method: PayinMethod,
  details: JsonObject,
  live: boolean,
): { readonly known: Receiving; readonly faults: FieldFault[] } {
  const faults: FieldFault[] = []
  const known: Record<string, string> = {}
  for (const [name, { need, description, is, apps, unless }] of Object.entries(method.receiving)) {
    const path = `/${name}`
    const text = textAt(details, name, path, MAX_LENGTH, faults)
    const isOpened = is === 'page' || apps !== undefined
    const page = text !== undefined && isOpened ? checkPageUrl(text, { live, apps: apps ?? [] }) : undefined
    if (page && !page.ok) faults.push({ path, ...page.failure })
    else if (text !== undefined) known[name] = text
    else if (need === 'mandatory' && details[name] === undefined && !isGiven(details, unless)) {
      faults.push({
        path,
        code: 'REQUIRED',
        message: `is mandatory for ${method.object}: ${description}`,
      })
    }
  }
  return { known, faults }
}

const isGiven = (details: JsonObject, name: string | undefined): boolean =>
  name !== undefined && typeof details[name] === 'string'

export interface OwnAccountPlace {
  /** The method's rules in the account's currency. */
  readonly rules: PayinRules
  /** `accountNumber` is a prefix for numbers created for payins: shorter, and without a check digit. */
  readonly isPrefix: boolean
}

/**
 * The same for an own account, where a wrong digit would send every payer's money to someone else. Each detail must have the form
 * that the method declares, and unknown names are reported. Faults never repeat what was entered.
 */
export function checkOwnReceiving(
  method: PayinMethod,
  place: OwnAccountPlace,
  details: unknown,
): Result<Receiving, FieldFault[]> {
  if (!isObject(details)) return fail([NO_OBJECT])
  const read = readDetails(method, details, true)
  const faults = [
    ...read.faults,
    ...missing(method, place, details),
    ...place.rules.receiving.flatMap((detail) => detailFaults(detail, place, read.known)),
    ...unknown(method, details),
  ]
  return faults.length > 0 ? fail(faults) : succeed(read.known)
}

function missing(
  { object, ownAccount }: PayinMethod,
  { rules }: OwnAccountPlace,
  details: JsonObject,
): FieldFault[] {
  const needed = rules.receiving.filter(
    ({ name, need }) => need === 'own-account' && details[name] === undefined,
  )
  const choice = typeof ownAccount === 'string' ? [] : (ownAccount.atLeastOneOf ?? [])
  const [usual, ...others] = choice.some((name) => details[name] !== undefined) ? [] : choice
  return [
    ...needed.map(({ name }) => required(name, `is mandatory for ${object} on an own account`)),
    ...(usual === undefined
      ? []
      : [required(usual, `is mandatory for ${object} on an own account that has no ${others.join(' or ')}`)]),
  ]
}

/** A detail that providers create for one payin would, on an own account, make all payers pay that payin. */
function unknown({ receiving, object }: PayinMethod, details: JsonObject): FieldFault[] {
  const known = Object.keys(receiving).filter((name) => receiving[name]?.need !== 'provider')
  return Object.keys(details)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      path: `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      code: 'UNKNOWN_FIELD',
      message: `is not known; ${object} has ${known.join(', ')}`,
    }))
}

const required = (name: string, message: string): FieldFault => ({
  path: `/${name}`,
  code: 'REQUIRED',
  message,
})

const PREFIX = /^\d{1,20}$/

function detailFaults(
  { name, is }: ReceivingDetail,
  { rules, isPrefix }: OwnAccountPlace,
  details: Receiving,
): FieldFault[] {
  const text = details[name]
  if (text === undefined) return []
  const path = `/${name}`
  if (isPrefix && name === 'accountNumber') {
    const message = 'must be digits: what all virtual numbers begin with'
    return PREFIX.test(text) ? [] : [{ path, code: 'INVALID_FORMAT', message }]
  }
  const fault = faultOf(is, text, rules, details)
  return fault ? [{ path, ...fault }] : []
}

/** Pages were already checked with the processor's. */
function faultOf(is: DetailForm, text: string, { currency }: PayinRules, { bankCode }: Receiving) {
  if (is === 'text' || is === 'page') return undefined
  return is.check(text, {
    ...(currency.country !== undefined && { country: currency.country }),
    ...(bankCode !== undefined && { bankCode }),
  })
}
