/**
 * Checks the terms of a request for a token. Runs after authentication, because it compiles patterns. Collects all faults of a
 * request. Pure.
 */
import { isMerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Fault } from '../../http/problems.ts'
import {
  ACTIONS,
  type GrantMoney,
  type GrantTerms,
  isAction,
  isForPayers,
  mayNameUrls,
  onePaymentOf,
  type TokenScope,
} from './grant.ts'
import type { MerchantAccess } from './merchant-access.ts'
import { compileOperations } from './operations.ts'

export const DEFAULT_VALIDITY_SECS = 1800
const MAX_VALIDITY_SECS = 86_400
const MAX_ONE_PAYMENT_VALIDITY_SECS = 2_678_400

/** Rules supplied by the modules that know money and URLs. */
export interface TermRules {
  /** @param pointer JSON Pointer to the money object, for the paths of faults */
  parseMoney(value: unknown, pointer: string): Result<GrantMoney, readonly Fault[]>
  /** Whether this merchant may have these URLs in a grant. Both are strings of at most 2048 characters. */
  urlFaults(
    merchant: MerchantAccess,
    urls: Readonly<{ callbackUrl?: string; returnUrl?: string }>,
  ): readonly Fault[]
  /** Whether the merchant has a default callback URL, so that requests need not name one. */
  hasDefaultCallbackUrl(merchant: MerchantAccess): boolean
}

export interface TermsRequest {
  readonly endpoint: 'by-action' | 'by-operations'
  readonly body: Readonly<Record<string, unknown>>
  readonly impreciseNumbers: readonly string[]
  readonly merchant: MerchantAccess
}

export interface CheckedTerms {
  readonly terms: GrantTerms
  readonly validitySecs: number
}

/** Reads the terms of both endpoints. Unknown properties are ignored. */
export function readTerms(request: TermsRequest, rules: TermRules): Result<CheckedTerms, readonly Fault[]> {
  const faults: Fault[] = []
  const { body } = request
  const scope = request.endpoint === 'by-action' ? readAction(body, faults) : readOperations(body, faults)
  const forPayers = scope !== undefined && isForPayers(scope)
  const money = readMoney(request, rules, forPayers, faults)
  const urls = scope !== undefined && mayNameUrls(scope) ? readUrls(request, rules, forPayers, faults) : {}
  const validitySecs = readValidity(body.validitySecs, scope, faults)
  if (scope === undefined || faults.length > 0) return fail(faults)
  return succeed({ terms: { scope, ...(money === undefined ? {} : { money }), ...urls }, validitySecs })
}

function readAction(body: Readonly<Record<string, unknown>>, faults: Fault[]): TokenScope | undefined {
  const { action, idPayment } = body
  const known = typeof action === 'string' && isAction(action)
  const named = typeof idPayment === 'string' && isMerchantOrderId(idPayment)
  if (!known) {
    const message = `must be one of ${Object.keys(ACTIONS).join(', ')}`
    faults.push({ path: '/action', code: action === undefined ? 'REQUIRED' : 'UNKNOWN_VALUE', message })
  }
  if (!named) {
    const message = 'must be 1 to 64 characters of A-Z a-z 0-9 . _ ~ -, not starting with a dot'
    faults.push({
      path: '/idPayment',
      code: idPayment === undefined ? 'REQUIRED' : 'INVALID_FORMAT',
      message,
    })
  }
  return known && named ? { kind: 'action', action, idPayment } : undefined
}

function readOperations(body: Readonly<Record<string, unknown>>, faults: Fault[]): TokenScope | undefined {
  const { operations } = body
  if (!Array.isArray(operations)) {
    const message = 'must be a list of strings, each an HTTP method, a space and a path'
    faults.push({ path: '/operations', code: operations === undefined ? 'REQUIRED' : 'WRONG_TYPE', message })
    return undefined
  }
  const entries = operations.filter((entry) => typeof entry === 'string')
  if (entries.length < operations.length) {
    faults.push({ path: '/operations', code: 'WRONG_TYPE', message: 'must be a list of strings' })
    return undefined
  }
  const compiled = compileOperations(entries)
  if (compiled.ok) return { kind: 'operations', operations: entries }
  for (const { index, message } of compiled.failure) {
    faults.push({
      path: index === undefined ? '/operations' : `/operations/${index}`,
      code: 'INVALID_FORMAT',
      message,
    })
  }
  return undefined
}

function readMoney(
  { body, impreciseNumbers }: TermsRequest,
  rules: TermRules,
  mandatory: boolean,
  faults: Fault[],
): GrantMoney | undefined {
  if (body.money === undefined) {
    if (mandatory)
      faults.push({ path: '/money', code: 'REQUIRED', message: 'is mandatory with PAYIN_CHECKOUT' })
    return undefined
  }
  if (impreciseNumbers.includes('/money/amount')) {
    const message = 'must have at most 15 significant digits'
    faults.push({ path: '/money/amount', code: 'TOO_MANY_DIGITS', message })
    return undefined
  }
  const money = rules.parseMoney(body.money, '/money')
  if (money.ok) return money.value
  faults.push(...money.failure)
  return undefined
}

const MAX_URL_CHARACTERS = 2048
const NO_CALLBACK_URL: Fault = {
  path: '/callbackUrl',
  code: 'REQUIRED',
  message:
    'is mandatory with PAYIN_CHECKOUT, because your account has no default address and payers cannot set one',
}

function readUrls(
  { body, merchant }: TermsRequest,
  rules: TermRules,
  forPayers: boolean,
  faults: Fault[],
): { callbackUrl?: string; returnUrl?: string } {
  const urls: { callbackUrl?: string; returnUrl?: string } = {}
  for (const name of ['callbackUrl', 'returnUrl'] as const) {
    const url = body[name]
    if (url === undefined) continue
    if (typeof url === 'string' && url.length <= MAX_URL_CHARACTERS) urls[name] = url
    else
      faults.push({
        path: `/${name}`,
        code: 'INVALID_FORMAT',
        message: 'must be a URL of at most 2048 characters',
      })
  }
  if (forPayers && body.callbackUrl === undefined && !rules.hasDefaultCallbackUrl(merchant))
    faults.push(NO_CALLBACK_URL)
  faults.push(...rules.urlFaults(merchant, urls))
  return urls
}

function readValidity(value: unknown, scope: TokenScope | undefined, faults: Fault[]): number {
  if (value === undefined) return DEFAULT_VALIDITY_SECS
  const onePayment = scope !== undefined && onePaymentOf(scope) !== undefined
  const most = onePayment ? MAX_ONE_PAYMENT_VALIDITY_SECS : MAX_VALIDITY_SECS
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value
  const code = typeof value === 'number' ? 'OUT_OF_RANGE' : 'WRONG_TYPE'
  faults.push({ path: '/validitySecs', code, message: `must be a whole number from 1 to ${most}` })
  return DEFAULT_VALIDITY_SECS
}
