/**
 * Checks receiving details: those that a processor supplies, and, more strictly, those that an operator registers for an account of
 * the own. Pure. Both read the method's `receiving`, and no other table says what a detail must look like.
 */
import { fail, type Result, succeed } from '../foundation/result.ts'
import { checkPageUrl } from '../foundation/urls.ts'
import type { DetailForm, PayinMethod, PayinRules, Receiving, ReceivingDetail } from './payment-method.ts'
import { type FieldFault, isObject, type JsonObject, textAt } from './plain-text.ts'

/** QR payloads and forms take far less; URLs may need this much. */
const MAX_LENGTH = 2048

/** @returns the details this method knows, without what it does not; or all faults, as pointers into `details` */
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

/** What can be read of the details, and the faults of the rest. */
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
  /** `accountNumber` is what all numbers begin with that are made for payins: shorter, and without a check digit. */
  readonly isPrefix: boolean
}

/**
 * The same for an account of the operator's own, where a wrong digit would send every payer's money to somebody else: each detail
 * must be what the method says it is, and a misspelt one is not passed over. Faults never repeat what was typed.
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

/** What a provider makes for one payin would have all payers of an own account pay that one. */
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

/** A page was looked at with the processor's. */
function faultOf(is: DetailForm, text: string, { currency }: PayinRules, { bankCode }: Receiving) {
  if (is === 'text' || is === 'page') return undefined
  return is.check(text, {
    ...(currency.country !== undefined && { country: currency.country }),
    ...(bankCode !== undefined && { bankCode }),
  })
}
