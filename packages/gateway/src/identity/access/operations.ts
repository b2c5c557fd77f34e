/**
 * Operations: the `METHOD path` entries of a token. The path is a regular expression over the whole decoded path.
 *
 * Merchants write the patterns, so RE2's linear-time engine matches them. Linear time is not enough (fifty patterns of `\pL{999}`
 * blocked a process for 12 s), so their number, length and counted repetitions are limited, and so is the length of a path they
 * are tried on. An entry whose only metacharacters are single dots is compared literally. Callers must authenticate before
 * anything is compiled.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { RE2JS } from 're2js'

export const MAX_ENTRIES = 20
const MAX_TOTAL_CHARACTERS = 2048
const MAX_REPETITIONS = 100
/** The longest real path of a payment has less than 120 characters. A longer one only matches literals and plain prefixes. */
const MAX_MATCHED_PATH = 256

export interface OperationFault {
  /** Which entry; undefined for the whole list. */
  readonly index: number | undefined
  readonly message: string
}

export interface CompiledOperations {
  /** Approximate size in memory, in bytes. */
  readonly weight: number
  allow(method: string, path: string): boolean
}

interface Matcher {
  readonly method: string
  readonly weight: number
  /** Compared as text, without the engine. */
  readonly isPlain: boolean
  matches(path: string): boolean
}

/** A compiled pattern, with what the engine caches for it, took up to 180 bytes for each of its characters. */
const WEIGHT_OF_PATTERN_CHARACTER = 256
const WEIGHT_OF_LITERAL = 256

// No path has control characters, and they would make a token longer than any legitimate one.
const ENTRY = /^(GET|POST|PUT|PATCH|DELETE) ([^\s\p{Cc}][^\p{Cc}]*)$/u
const METACHARACTER = /[\\^$|?*+()[\]{}]|\.\./
const PLAIN_PREFIX = /^([^\\^$|?*+()[\]{}.]+)\.\*$/
/** `/payins/[^/]*` is as common as a prefix, and takes the engine 5 µs per request. */
const PLAIN_SEGMENT = /^([^\\^$|?*+()[\]{}.]+)\[\^\/\]([*+])$/

/**
 * Lists that need no engine, by their entries as JSON. Most shops copy them from the same guide, so merchants share them, and the
 * shared list stays in the CPU cache.
 */
const plainLists = new Map<string, CompiledOperations>()
/** The cache is then cleared. */
const MAX_PLAIN_LISTS = 500

/** Checks and compiles a list. Returns all faults, which the caller may see. */
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

/** The sum of the upper bounds of `{n}`, `{n,}` and `{n,m}`. Escaped braces count too, which is stricter than necessary. */
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

/**
 * Every path begins with a slash, so a pattern that must begin with another letter matches none. If its first character is a
 * metacharacter or optional, or it has alternatives, the engine decides.
 */
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
