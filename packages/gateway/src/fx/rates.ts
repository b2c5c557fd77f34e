/**
 * Exchange rates that the operator publishes to merchants.
 *
 * A rate is stored as the decimal text in which it was set and returned as an exact JSON number, because a double would
 * lose digits. Rates are only shown, never applied: a payment has one currency from end to end.
 *
 * Pure: the stored rates and the current time are parameters.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { Fault, FaultCode } from '@sluice/core/foundation/faults.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'

/** One unit of `baseCurrencyCode` is `rate` units of `quoteCurrencyCode`, from `validFrom` until before `validTo`. */
export interface FxRatePair {
  baseCurrencyCode: string
  quoteCurrencyCode: string
  /** Positive plain decimal text without superfluous zeros: `0.92`, `16250`. */
  rate: string
  validFrom: Instant
  validTo: Instant
}

const MAX_PAIRS_PER_PUT = 1000

/** The most significant digits that every JSON reader keeps. */
const MAX_SIGNIFICANT_DIGITS = 15
const MAX_DECIMALS = 18

/**
 * Checks the body of `PUT /admin/fx-rate-pairs`: `{ data: [{ baseCurrencyCode, quoteCurrencyCode, rate, validFrom?,
 * validTo }] }`. `rate` may be a JSON number or decimal text; `validFrom` is now if missing.
 *
 * @returns all pairs, or all faults of all pairs: nothing is accepted in part
 */
export function checkFxRatePairs(
  body: unknown,
  now: Instant,
  isCurrency: (code: string) => boolean,
): Result<FxRatePair[], Fault[]> {
  const data = isRecord(body) ? body.data : undefined
  if (!Array.isArray(data)) {
    return fail([{ path: '/data', code: 'REQUIRED', message: 'must be a list of rate pairs' }])
  }
  if (data.length > MAX_PAIRS_PER_PUT) {
    const message = `must have at most ${MAX_PAIRS_PER_PUT} pairs: send the rest in a second request`
    return fail([{ path: '/data', code: 'TOO_LONG', message }])
  }
  const faults: Fault[] = []
  const pairs: FxRatePair[] = []
  const seen = new Set<string>()
  data.forEach((item: unknown, index) => {
    const path = `/data/${index}`
    const checked = checkPair(item, path, now, isCurrency)
    if (!checked.ok) {
      faults.push(...checked.failure)
      return
    }
    const name = `${pairKey(checked.value)} ${checked.value.validFrom}`
    if (seen.has(name)) {
      const message = 'repeats a pair and start time from above'
      faults.push({ path, code: 'CONFLICT', message })
    }
    seen.add(name)
    pairs.push(checked.value)
  })
  return faults.length === 0 ? succeed(pairs) : fail(faults)
}

function checkPair(
  item: unknown,
  path: string,
  now: Instant,
  isCurrency: (code: string) => boolean,
): Result<FxRatePair, Fault[]> {
  if (!isRecord(item)) return fail([{ path, code: 'WRONG_TYPE', message: 'must be an object' }])
  const faults: Fault[] = []
  const fault = (field: string, code: FaultCode, message: string): undefined => {
    faults.push({ path: `${path}/${field}`, code, message })
  }
  const currency = (field: 'baseCurrencyCode' | 'quoteCurrencyCode'): string | undefined => {
    const code = item[field]
    if (code === undefined) return fault(field, 'REQUIRED', 'is mandatory')
    if (typeof code !== 'string' || !isCurrency(code))
      return fault(field, 'UNKNOWN_VALUE', 'is not a known currency')
    return code
  }
  const time = (field: 'validFrom' | 'validTo', absent: Instant | undefined): Instant | undefined => {
    const text = item[field]
    if (text === undefined) return absent ?? fault(field, 'REQUIRED', 'is mandatory')
    const at = typeof text === 'string' ? timeOnly(text) : undefined
    return at ?? fault(field, 'INVALID_FORMAT', 'must be a time such as 2026-01-31T12:00:00Z')
  }
  const base = currency('baseCurrencyCode')
  const quote = currency('quoteCurrencyCode')
  if (base !== undefined && base === quote) {
    fault('quoteCurrencyCode', 'CONFLICT', 'must differ from the base currency')
  }
  const rate =
    item.rate === undefined
      ? fault('rate', 'REQUIRED', 'is mandatory')
      : (rateText(item.rate) ??
        fault('rate', 'INVALID_FORMAT', 'must be positive and have at most 15 significant digits'))
  const validFrom = time('validFrom', now)
  const validTo = time('validTo', undefined)
  if (validFrom !== undefined && validTo !== undefined && validTo <= validFrom) {
    fault('validTo', 'CONFLICT', 'must be later than validFrom')
  }
  if (faults.length > 0 || !base || !quote || !rate || validFrom === undefined || validTo === undefined) {
    return fail(faults)
  }
  return succeed({ baseCurrencyCode: base, quoteCurrencyCode: quote, rate, validFrom, validTo })
}

/** A JSON number or decimal text → plain decimal text without superfluous zeros; undefined if it is no rate. */
export function rateText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 64) return undefined
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d{1,3}))?$/.exec(text)
  if (!match) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const allDigits = whole + fraction
  // The position of the decimal point, counted from the left of `allDigits`.
  const point = whole.length + Number(exponent)
  const leadingZeros = /^0*/.exec(allDigits)?.[0].length ?? 0
  const digits = allDigits.slice(leadingZeros).replace(/0+$/, '')
  const pointInDigits = point - leadingZeros
  if (digits === '' || digits.length > MAX_SIGNIFICANT_DIGITS) return undefined
  if (digits.length - pointInDigits > MAX_DECIMALS || pointInDigits > MAX_SIGNIFICANT_DIGITS) return undefined
  if (pointInDigits <= 0) return `0.${'0'.repeat(-pointInDigits)}${digits}`
  const padded = digits.padEnd(pointInDigits, '0')
  return padded.length === pointInDigits
    ? padded
    : `${padded.slice(0, pointInDigits)}.${padded.slice(pointInDigits)}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pairKey = (pair: FxRatePair): string => `${pair.baseCurrencyCode}/${pair.quoteCurrencyCode}`
const byKey = (a: FxRatePair, b: FxRatePair): number =>
  pairKey(a) < pairKey(b) ? -1 : pairKey(a) > pairKey(b) ? 1 : 0

/**
 * The rate of each pair that is valid at `at`, sorted by code. Of several the one with the latest `validFrom` counts,
 * and of those the last in `pairs`; pass them in the order in which they were set.
 */
export function currentlyValid(pairs: readonly FxRatePair[], at: Instant): FxRatePair[] {
  const best = new Map<string, FxRatePair>()
  for (const pair of pairs) {
    if (at < pair.validFrom || at >= pair.validTo) continue
    const known = best.get(pairKey(pair))
    if (!known || pair.validFrom >= known.validFrom) best.set(pairKey(pair), pair)
  }
  return [...best.values()].sort(byKey)
}

export interface FxRateRow {
  baseCurrencyCode: string
  quoteCurrencyCode: string
}

/** `GET /fx-rates`: all pairs for which a rate was ever set, sorted by code. */
export function fxRateRows(pairs: readonly FxRatePair[]): FxRateRow[] {
  const distinct = new Map(pairs.map((pair) => [pairKey(pair), pair]))
  return [...distinct.values()]
    .sort(byKey)
    .map(({ baseCurrencyCode, quoteCurrencyCode }) => ({ baseCurrencyCode, quoteCurrencyCode }))
}

export interface FxRatePairRow extends FxRateRow {
  /** Decimal text, to be written as a JSON number. */
  rate: string
  validFrom: string
  validTo: string
}

/** `GET /fx-rate-pairs`: the rates valid at `at`, sorted by code, times as ISO 8601 in UTC. */
export const fxRatePairRows = (pairs: readonly FxRatePair[], at: Instant): FxRatePairRow[] =>
  currentlyValid(pairs, at).map((pair) => ({
    baseCurrencyCode: pair.baseCurrencyCode,
    quoteCurrencyCode: pair.quoteCurrencyCode,
    rate: pair.rate,
    validFrom: isoTime(pair.validFrom),
    validTo: isoTime(pair.validTo),
  }))
