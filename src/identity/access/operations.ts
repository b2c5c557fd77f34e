/**
 * Operations: `METHOD path` entries of a token, the path a regular expression over the whole decoded path.
 *
 * The patterns are a stranger's to write, so they are matched by RE2's linear-time engine, and since linear is not
 * enough (fifty patterns of `\pL{999}` blocked a process for 12 s) everything about them is bounded: their number, their
 * length, their counted repetitions, and the length of a path they are tried on. An entry without metacharacters
 * other than single dots is compared literally. Never compiles before the caller has proved who it is; that order is the caller's duty.
 */
import { RE2JS } from 're2js'
import { fail, type Result, succeed } from '../../foundation/result.ts'

export const MAX_ENTRIES = 20
const MAX_TOTAL_CHARACTERS = 2048
const MAX_REPETITIONS = 100
/** The longest path of a real payment has under 120 characters. A longer one matches only literals and plain prefixes. */
const MAX_MATCHED_PATH = 256

export interface OperationFault {
  /** Which entry, or undefined where the list as a whole is meant. */
  readonly index: number | undefined
  readonly message: string
}

export interface CompiledOperations {
  /** About how many bytes it holds on to. */
  readonly weight: number
  allow(method: string, path: string): boolean
}

interface Matcher {
  readonly method: string
  readonly weight: number
  /** By comparing text, without the engine. */
  readonly isPlain: boolean
  matches(path: string): boolean
}

/** Compiled patterns, with what the engine remembers of paths, took up to 180 bytes for each character of theirs. */
const WEIGHT_OF_PATTERN_CHARACTER = 256
const WEIGHT_OF_LITERAL = 256

// Control characters would make a token longer than any legitimate one, and stand in no path.
const ENTRY = /^(GET|POST|PUT|PATCH|DELETE) ([^\s\p{Cc}][^\p{Cc}]*)$/u
const METACHARACTER = /[\\^$|?*+()[\]{}]|\.\./
const PLAIN_PREFIX = /^([^\\^$|?*+()[\]{}.]+)\.\*$/
/** `/payins/[^/]*`: as common as the prefix, and 5 µs a request by the engine. */
const PLAIN_SEGMENT = /^([^\\^$|?*+()[\]{}.]+)\[\^\/\]([*+])$/

/**
 * Lists that need no engine, by their entries as JSON. Shops have written most of theirs off one guide, and what has judged one merchant's request
 * then judges the next one's: of a thousand merchants in turn each had its own, of which nothing was in the cache.
 */
const plainLists = new Map<string, CompiledOperations>()
/** Then it begins anew. */
const MAX_PLAIN_LISTS = 500

/** Checks and compiles a list. The faults are all there are, each for the caller's eyes. */
export function compileOperations(
  entries: readonly string[],
): Result<CompiledOperations, readonly OperationFault[]> {
  const faults = boundsBroken(entries)
  if (faults.length > 0) return fail(faults)
  const text = JSON.stringify(entries)
  const known = plainLists.get(text)
  if (known) return succeed(known)
  const matchers: Matcher[] = []
  for (const [index, entry] of entries.entries()) {
    const matcher = compileEntry(entry)
    if (matcher.ok) matchers.push(matcher.value)
    else faults.push({ index, message: matcher.failure })
  }
  if (faults.length > 0) return fail(faults)
  const compiled: CompiledOperations = {
    weight: matchers.reduce((sum, matcher) => sum + matcher.weight, 0),
    allow: (method, path) => matchers.some((matcher) => matcher.method === method && matcher.matches(path)),
  }
  if (matchers.every(({ isPlain }) => isPlain)) {
    if (plainLists.size >= MAX_PLAIN_LISTS) plainLists.clear()
    plainLists.set(text, compiled)
  }
  return succeed(compiled)
}

function boundsBroken(entries: readonly string[]): OperationFault[] {
  const faults: OperationFault[] = []
  const say = (message: string) => faults.push({ index: undefined, message })
  if (entries.length === 0) say('must have at least one entry')
  if (entries.length > MAX_ENTRIES) say(`must have at most ${MAX_ENTRIES} entries`)
  const characters = entries.reduce((sum, entry) => sum + entry.length, 0)
  if (characters > MAX_TOTAL_CHARACTERS) {
    say(`must have at most ${MAX_TOTAL_CHARACTERS} characters together`)
    return faults
  }
  const repetitions = entries.reduce((sum, entry) => sum + countedRepetitions(entry), 0)
  if (repetitions > MAX_REPETITIONS) say(`counted repetitions must add up to at most ${MAX_REPETITIONS}`)
  return faults
}

/** The sum of the upper bounds of `{n}`, `{n,}` and `{n,m}`. Escaped braces count too: too strict rather than too lax. */
function countedRepetitions(entry: string): number {
  let sum = 0
  for (const [, least, most] of entry.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)) {
    sum += Math.max(Number(least), Number(most ?? 0))
  }
  return sum
}

function compileEntry(entry: string): Result<Matcher, string> {
  const [, method, pattern] = ENTRY.exec(entry) ?? []
  if (method === undefined || pattern === undefined) {
    return fail('must be an HTTP method, one space and a path')
  }
  if (!mayBeginWithSlash(pattern)) return fail('must have a path that begins with /')
  const plain = { method, weight: WEIGHT_OF_LITERAL, isPlain: true }
  if (!METACHARACTER.test(pattern)) {
    return succeed({ ...plain, matches: (path) => path === pattern })
  }
  const prefix = PLAIN_PREFIX.exec(pattern)?.[1]
  if (prefix !== undefined) {
    return succeed({
      ...plain,
      matches: (path) => path.startsWith(prefix) && !path.includes('\n'),
    })
  }
  const [, start, repeated] = PLAIN_SEGMENT.exec(pattern) ?? []
  if (start !== undefined) {
    const shortest = start.length + (repeated === '+' ? 1 : 0)
    return succeed({
      ...plain,
      matches: (path) =>
        path.length >= shortest && path.startsWith(start) && !path.includes('/', start.length),
    })
  }
  return compilePattern(method, pattern)
}

/** Every path does. What is no plain letter, is optional, or has alternatives is left to the engine. */
const mayBeginWithSlash = (pattern: string): boolean =>
  pattern.startsWith('/') ||
  (METACHARACTER.test(pattern) && (/^[\\^$|?*+()[\]{}.]/.test(pattern) || /^.[?*{]|\|/u.test(pattern)))

function compilePattern(method: string, pattern: string): Result<Matcher, string> {
  try {
    const compiled = RE2JS.compile(pattern)
    return succeed({
      method,
      isPlain: false,
      // A repetition of a large class weighs more than its characters.
      weight: (pattern.length + 10 * countedRepetitions(pattern)) * WEIGHT_OF_PATTERN_CHARACTER,
      matches: (path) => path.length <= MAX_MATCHED_PATH && compiled.matches(path),
    })
  } catch {
    return fail('is not a regular expression of the RE2 syntax')
  }
}
