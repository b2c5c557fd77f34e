/** A merchant as an operator describes it, to make it or to change it: read with all faults at once. Pure. */

import type { AddressPolicy } from '../../foundation/deps.ts'
import type { FaultCode } from '../../foundation/faults.ts'
import { isMerchantCode, type MerchantCode } from '../../foundation/identifiers.ts'
import { fail, type Result, succeed } from '../../foundation/result.ts'
import { isAppScheme, MAX_URL_LENGTH } from '../../foundation/urls.ts'
import { pointerTo } from '../../http/body.ts'
import type { Fault } from '../../http/problems.ts'
import { type Body, isObject } from '../../intake/requests.ts'
import type { CheckoutSettings, Merchant, MerchantStatus, Product } from '../../merchants/merchant.ts'
import { checkCallbackUrl } from '../../outbound/guard.ts'
import { readCheckout } from './checkout-settings.ts'
import { readProducts } from './products.ts'

/** The contract with merchants has it. */
const DEFAULT_RATE_LIMIT = 10
const MAX_RATE_LIMIT = 100_000
const MAX_NAME_CHARACTERS = 140
const MAX_LIST = 20

export interface MerchantInput {
  readonly value: unknown
  /** Pointers of numbers with more than 15 significant digits. */
  readonly imprecise: readonly string[]
  /** Which addresses callbacks of test or live merchants may lead to. */
  readonly policyOf: (merchant: { readonly isTest: boolean }) => AddressPolicy
  /** Those of the gateway, which products may name. */
  readonly processors: ReadonlyMap<string, { readonly forTests: boolean }>
}

export interface WantedMerchant {
  readonly merchant: Omit<Merchant, 'createdAt' | 'updatedAt'>
  /** PEM, as given. */
  readonly publicKeys: readonly string[]
}

const fault = (path: string, code: FaultCode, message: string): Fault => ({ path, code, message })
const missing = (value: unknown, otherwise: FaultCode): FaultCode =>
  value === undefined ? 'REQUIRED' : otherwise

/** Reads the whole description of a new merchant. */
export function readNewMerchant(input: MerchantInput): Result<WantedMerchant, readonly Fault[]> {
  const { value } = input
  if (!isObject(value)) return fail([fault('', 'WRONG_TYPE', 'must be a JSON object')])
  const faults: Fault[] = []
  const { merchantCode: code, isTest } = value
  if (typeof code !== 'string' || !isMerchantCode(code)) {
    const message = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ -, beginning with a letter or digit'
    faults.push(fault('/merchantCode', missing(code, 'INVALID_FORMAT'), message))
  }
  if (typeof isTest !== 'boolean') {
    faults.push(
      fault('/isTest', missing(isTest, 'WRONG_TYPE'), 'must be true or false; it cannot be changed later'),
    )
  }
  if (value.name === undefined) faults.push(fault('/name', 'REQUIRED', 'is mandatory'))
  const parts = readParts(value, isTest === true, input, faults)
  const publicKeys = readTexts(value.publicKeys, '/publicKeys', 'PEM texts', faults)
  if (faults.length > 0 || parts.name === undefined) return fail(faults)
  return succeed({
    merchant: {
      code: code as MerchantCode,
      name: parts.name,
      isTest: isTest === true,
      status: parts.status ?? 'ACTIVE',
      callbackUrl: parts.callbackUrl ?? undefined,
      rateLimitPerSecond: parts.rateLimitPerSecond ?? DEFAULT_RATE_LIMIT,
      returnSchemes: parts.returnSchemes ?? [],
      products: parts.products ?? undefined,
      checkout: parts.checkout ?? undefined,
    },
    publicKeys: publicKeys ?? [],
  })
}

/** Reads a change of this merchant. `null` takes away what may be left out. */
export function readPatch(merchant: Merchant, input: MerchantInput): Result<Merchant, readonly Fault[]> {
  const { value } = input
  if (!isObject(value)) return fail([fault('', 'WRONG_TYPE', 'must be a JSON object')])
  const faults: Fault[] = []
  for (const [name, is] of [
    ['merchantCode', merchant.code],
    ['isTest', merchant.isTest],
  ] as const) {
    if (value[name] !== undefined && value[name] !== is) {
      faults.push(fault(`/${name}`, 'CONFLICT', 'cannot be changed'))
    }
  }
  const parts = readParts(value, merchant.isTest, input, faults)
  if (faults.length === 0 && Object.keys(parts).length === 0) {
    const names = 'name, status, callbackUrl, rateLimitPerSecond, returnSchemes, paymentMethods, checkout'
    faults.push(fault('', 'REQUIRED', `must name something to change: ${names}`))
  }
  if (faults.length > 0) return fail(faults)
  return succeed({
    ...merchant,
    name: parts.name ?? merchant.name,
    status: parts.status ?? merchant.status,
    callbackUrl: parts.callbackUrl === undefined ? merchant.callbackUrl : (parts.callbackUrl ?? undefined),
    rateLimitPerSecond: parts.rateLimitPerSecond ?? merchant.rateLimitPerSecond,
    returnSchemes: parts.returnSchemes ?? merchant.returnSchemes,
    products: parts.products === undefined ? merchant.products : (parts.products ?? undefined),
    checkout: parts.checkout === undefined ? merchant.checkout : (parts.checkout ?? undefined),
  })
}

/** What may stand in both; absent where the request does not name it. */
interface Parts {
  name?: string
  status?: MerchantStatus
  callbackUrl?: string | null
  rateLimitPerSecond?: number
  returnSchemes?: readonly string[]
  /** `null`: everything the catalogue has. */
  products?: readonly Product[] | null
  checkout?: CheckoutSettings | null
}

function readParts(value: Body, isTest: boolean, input: MerchantInput, faults: Fault[]): Parts {
  const parts: Parts = {}
  if (value.name !== undefined) parts.name = readName(value.name, faults)
  if (value.status === 'ACTIVE' || value.status === 'SUSPENDED') parts.status = value.status
  else if (value.status !== undefined) {
    faults.push(fault('/status', 'UNKNOWN_VALUE', 'must be ACTIVE or SUSPENDED'))
  }
  if (value.callbackUrl === null) parts.callbackUrl = null
  else if (value.callbackUrl !== undefined) {
    parts.callbackUrl = readCallbackUrl(value.callbackUrl, isTest, input, faults)
  }
  if (value.rateLimitPerSecond !== undefined) {
    parts.rateLimitPerSecond = readRate(value.rateLimitPerSecond, faults)
  }
  if (value.returnSchemes !== undefined) parts.returnSchemes = readSchemes(value.returnSchemes, faults)
  if (value.paymentMethods === null) parts.products = null
  else if (value.paymentMethods !== undefined) {
    const processors = [...input.processors].flatMap(([name, { forTests }]) =>
      forTests === isTest ? [name] : [],
    )
    const given = { imprecise: input.imprecise, processors }
    parts.products = readProducts(value.paymentMethods, '/paymentMethods', given, faults)
  }
  if (value.checkout === null) parts.checkout = null
  else if (value.checkout !== undefined) parts.checkout = readCheckout(value.checkout, isTest, faults)
  return parts
}

function readName(value: unknown, faults: Fault[]): string {
  const isName =
    typeof value === 'string' &&
    value.trim() !== '' &&
    [...value].length <= MAX_NAME_CHARACTERS &&
    !/\p{Cc}/u.test(value)
  if (isName) return value
  const message = `must be text of 1 to ${MAX_NAME_CHARACTERS} characters, without control characters`
  faults.push(fault('/name', 'INVALID_FORMAT', message))
  return ''
}

function readCallbackUrl(
  value: unknown,
  isTest: boolean,
  { policyOf }: MerchantInput,
  faults: Fault[],
): string {
  if (typeof value !== 'string' || value.length > MAX_URL_LENGTH) {
    const message = `must be a URL of at most ${MAX_URL_LENGTH} characters`
    faults.push(fault('/callbackUrl', 'WRONG_TYPE', message))
    return ''
  }
  const checked = checkCallbackUrl(value, { live: !isTest, policy: policyOf({ isTest }) })
  if (!checked.ok) faults.push({ path: '/callbackUrl', ...checked.failure })
  return value
}

function readRate(value: unknown, faults: Fault[]): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_RATE_LIMIT)
    return value
  const message = `must be a whole number from 1 to ${MAX_RATE_LIMIT}`
  faults.push(fault('/rateLimitPerSecond', 'OUT_OF_RANGE', message))
  return DEFAULT_RATE_LIMIT
}

function readSchemes(value: unknown, faults: Fault[]): readonly string[] {
  const schemes = readTexts(value, '/returnSchemes', 'schemes of apps, such as myapp', faults) ?? []
  schemes.forEach((scheme, index) => {
    if (isAppScheme(scheme)) return
    const message =
      "must be an app's scheme in lower case without the colon; web and script schemes are never listed"
    faults.push(fault(pointerTo('/returnSchemes', index), 'INVALID_FORMAT', message))
  })
  return schemes
}

function readTexts(
  value: unknown,
  path: string,
  what: string,
  faults: Fault[],
): readonly string[] | undefined {
  if (value === undefined) return undefined
  if (Array.isArray(value) && value.length <= MAX_LIST && value.every((item) => typeof item === 'string')) {
    return value
  }
  faults.push(fault(path, 'WRONG_TYPE', `must be a list of at most ${MAX_LIST} ${what}`))
  return undefined
}
