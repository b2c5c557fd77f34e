/**
 * Pages of lists: `from`, `to`, `cursor` and `limit`, the same for every list of the API, newest first.
 *
 * A cursor is opaque to callers: the end of the page before, in base64url. It names a place and grants nothing; whose
 * list is read is decided elsewhere.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { dayOrTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { Type } from 'typebox'
import { type Fault, ProblemError, validationFailed } from '../http/problems.ts'

export type Query = Readonly<Record<string, unknown>>

const DEFAULT_LIMIT = 50
const MAX_LIMIT = 200
const MAX_CURSOR_CHARACTERS = 512

export interface PageRequest {
  readonly from: Instant | undefined
  /** Exclusive. */
  readonly to: Instant | undefined
  /** The parts of the cursor, as given to `cursorOf`. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** The form of this list's cursor: a pattern for each part. */
export type CursorForm = readonly RegExp[]

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const BY_KEY: CursorForm = [UUID]
/** Milliseconds since the epoch, up to the year 5138. */
export const TIME = /^\d{1,14}$/
export const BY_TIME: CursorForm = [TIME, UUID, /^\d{1,9}$/]

/** @param others faults that were found before. @throws ProblemError 400 with all faults together */
export function readPageRequest(query: Query, form: CursorForm, others: readonly Fault[] = []): PageRequest {
  const faults: Fault[] = [...others]
  const take = <Value>(read: Result<Value, Fault>): Value | undefined => {
    if (read.ok) return read.value
    faults.push(read.failure)
    return undefined
  }
  const from = take(readInstant(query, 'from'))
  const to = take(readInstant(query, 'to'))
  const after = take(readCursor(query.cursor, form))
  const limit = take(readLimit(query.limit))
  if (faults.length > 0) throw new ProblemError(validationFailed(faults))
  return { from, to, after, limit: limit ?? DEFAULT_LIMIT }
}

/** ISO 8601: a time with its offset, or a day, which begins at midnight UTC. */
function readInstant(query: Query, name: 'from' | 'to'): Result<Instant | undefined, Fault> {
  const value = query[name]
  if (value === undefined) return succeed(undefined)
  // A plus sign that was not percent-encoded has become a space.
  const text = typeof value === 'string' ? value.replace(' ', '+') : ''
  const at = dayOrTime(text)
  if (at !== undefined) return succeed(at)
  const message = 'must be a time such as 2026-01-31T12:00:00Z or a day such as 2026-01-31'
  return fail({ path: `query:${name}`, code: 'INVALID_FORMAT', message })
}

function readLimit(value: unknown): Result<number | undefined, Fault> {
  if (value === undefined) return succeed(undefined)
  const limit = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : 0
  if (limit >= 1 && limit <= MAX_LIMIT) return succeed(limit)
  return fail({
    path: 'query:limit',
    code: 'OUT_OF_RANGE',
    message: `must be a whole number from 1 to ${MAX_LIMIT}`,
  })
}

export const cursorOf = (parts: readonly string[]): string =>
  Buffer.from(parts.join(' '), 'utf8').toString('base64url')

/** @returns undefined if no list of this form can have made it */
export function cursorParts(value: unknown, form: CursorForm): readonly string[] | undefined {
  const text = typeof value === 'string' && value.length <= MAX_CURSOR_CHARACTERS ? value : ''
  const parts = Buffer.from(text, 'base64url').toString('utf8').split(' ')
  const fits =
    parts.length === form.length && form.every((pattern, index) => pattern.test(parts[index] ?? ''))
  return fits && cursorOf(parts) === text ? parts : undefined
}

function readCursor(value: unknown, form: CursorForm): Result<readonly string[] | undefined, Fault> {
  if (value === undefined) return succeed(undefined)
  const parts = cursorParts(value, form)
  if (parts) return succeed(parts)
  const message = 'must be the unchanged nextCursor of the previous page'
  return fail({ path: 'query:cursor', code: 'INVALID_FORMAT', message })
}

export interface Page<Item> {
  readonly data: readonly Item[]
  /** Left out on the last page. */
  readonly nextCursor?: string
}

/**
 * A page of rows that were read one beyond the limit, so it is known whether there is another page.
 * @param cursor of the last row shown
 */
export function pageOf<Item, Shown>(
  rows: readonly Item[],
  limit: number,
  cursor: (last: Item) => readonly string[],
  show: (item: Item) => Shown,
): Page<Shown> {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const more = rows.length > limit && last !== undefined
  return { data: shown.map(show), ...(more && { nextCursor: cursorOf(cursor(last)) }) }
}

/**
 * The same for a list whose pages examine a limited number of rows: a short page goes on where it stopped.
 * @param stoppedAt parts of a cursor; undefined if nothing is left
 */
export function pageThatStopped<Shown>(
  page: Page<Shown>,
  stoppedAt: readonly string[] | undefined,
): Page<Shown> {
  return page.nextCursor === undefined && stoppedAt ? { ...page, nextCursor: cursorOf(stoppedAt) } : page
}

/** The parameters as the description shows them. */
export const PAGE_PARAMETERS = {
  from: Type.Optional(
    Type.String({ description: 'Only from this time or day on (ISO 8601). A day begins at midnight UTC.' }),
  ),
  to: Type.Optional(Type.String({ description: 'Only before this time or day.' })),
  cursor: Type.Optional(Type.String({ description: 'The nextCursor of the previous page.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
}

export const NextCursor = Type.Optional(
  Type.String({ description: 'Pass it as cursor to read the next page. Absent on the last page.' }),
)
