/**
 * Exports: any list as a file for a spreadsheet, `?format=csv` or `xlsx`.
 *
 * The format is in the query, not in `Accept`. So an export is an address that can be stored and linked, and a program
 * that accepts any type does not get a file by surprise.
 *
 * An export has exactly the rows of the list's own query, all pages, in its order. Each page is read only after the one
 * before was sent, so a million rows need no more memory than a thousand. Whoever may read the list may export it,
 * under the same rate. If a page cannot be read the connection is cut, so that no reader takes a part for the whole.
 * Each caller gets few exports at the same time, and a reader that stops reading loses its export.
 */
import type { Cancel, Deps } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { isTimeZone, localTime } from '@sluice/core/foundation/zones.ts'
import { onReplica } from '@sluice/database/replica.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { type Fault, httpProblem, ProblemError, validationFailed } from '../http/problems.ts'
import { columnsOf } from '../http/spreadsheet/columns.ts'
import { SHEET_FORMATS, SHEET_MEDIA_TYPES, type SheetFormat } from '../http/spreadsheet/sheet.ts'
import { writeSheet } from '../http/spreadsheet/write.ts'
import { type CursorForm, type Page, type PageRequest, type Query, readPageRequest } from './pages.ts'

/** As the description shows them. */
export const EXPORT_PARAMETERS = {
  format: Type.Optional(
    Type.Unsafe<SheetFormat>(
      Type.Union(
        SHEET_FORMATS.map((format) => Type.Literal(format)),
        { description: 'Export all rows of the list, across all pages, as a file. Default: JSON.' },
      ),
    ),
  ),
  zone: Type.Optional(
    Type.String({
      description:
        'With format: the time zone for the times in the file, such as Asia/Bangkok. Default: UTC.',
    }),
  ),
}

/** What a list returns, with its exports. */
export const withExports = (schema: object) => ({
  content: {
    'application/json': { schema },
    ...Object.fromEntries(
      Object.values(SHEET_MEDIA_TYPES).map((type) => [type.split(';')[0], { schema: { type: 'string' } }]),
    ),
  },
})

export interface ExportRequest {
  readonly format: SheetFormat
  readonly zone: string
}

/**
 * @param others faults that were found before
 * @returns undefined if the list is requested as JSON
 * @throws ProblemError 400
 */
export function readExportRequest(
  { format, zone = 'UTC', cursor, limit }: Query,
  others: readonly Fault[] = [],
): ExportRequest | undefined {
  if (format === undefined) return undefined
  const known = SHEET_FORMATS.find((each) => each === format)
  const isKnownZone = typeof zone === 'string' && isTimeZone(zone)
  const faults: readonly (Fault | false)[] = [
    known === undefined && fault('format', 'UNKNOWN_VALUE', `must be one of ${SHEET_FORMATS.join(', ')}`),
    !isKnownZone && fault('zone', 'UNKNOWN_VALUE', 'must be the name of a time zone, such as Asia/Bangkok'),
    cursor !== undefined && fault('cursor', 'CONFLICT', ALL_PAGES),
    limit !== undefined && fault('limit', 'CONFLICT', ALL_PAGES),
  ]
  const reported = [...others, ...faults.filter((each) => each !== false)]
  if (reported.length > 0 || known === undefined || !isKnownZone)
    throw new ProblemError(validationFailed(reported))
  return { format: known, zone }
}

const ALL_PAGES = 'cannot be combined with format: an export contains all pages'
const fault = (name: string, code: Fault['code'], message: string): Fault => ({
  path: `query:${name}`,
  code,
  message,
})

/** More than a page on the screen: each page costs a query. */
const EXPORT_PAGE_ROWS = 500
const MAX_AT_ONCE = 2
/** A reader that takes no page for so long is gone, or blocks a place on purpose. */
const ASLEEP_MS = 60_000

export interface Export {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'log'>
  readonly wanted: ExportRequest
  /** Few exports of this caller may run at the same time. */
  readonly caller: string
  /** Schema of an item. */
  readonly schema: object
  /** The page after this cursor; the first one without. */
  readonly page: (cursor: string | undefined) => Promise<Page<object>>
}

/** By the object that all exports of a gateway share, and by caller. */
const running = new WeakMap<object, Map<string, number>>()

/**
 * Answers a request with the whole list. If the first page cannot be read, the error is the same as without a format.
 * @throws ProblemError
 */
export async function sendExport(requested: Export): Promise<FastifyReply> {
  const { request, reply, deps, wanted, schema } = requested
  const headers = {
    'content-type': SHEET_MEDIA_TYPES[wanted.format],
    'content-disposition': `attachment; filename="${fileName(requested)}"`,
  }
  // A HEAD request needs no rows.
  if (request.method === 'HEAD') return reply.headers(headers).send('')
  const leave = enter(deps.timers, requested.caller)
  try {
    const first = await onReplica(() => requested.page(undefined))
    const watch = new Watch(deps)
    const rows = rowsOf(first, requested, watch)
    const bytes = writeSheet(wanted.format, {
      columns: columnsOf(schema),
      rows,
      zone: wanted.zone,
      title: nounOf(request),
    })
    watch.onAsleep = () => bytes.destroy(new Error('nobody reads the export any more'))
    bytes.once('close', () => {
      watch.end()
      leave()
    })
    watch.begin()
    return reply.headers(headers).send(bytes)
  } catch (error) {
    leave()
    throw error
  }
}

async function* rowsOf(first: Page<object>, requested: Export, watch: Watch): AsyncGenerator<object> {
  let page = first
  for (;;) {
    yield* page.data
    if (page.nextCursor === undefined) return
    watch.begin()
    page = await nextPage(requested, page.nextCursor)
  }
}

async function nextPage({ page, deps, request }: Export, cursor: string): Promise<Page<object>> {
  try {
    return await onReplica(() => page(cursor))
  } catch (error) {
    // The status is sent already: the reader gets a response that breaks off.
    deps.log.warn(
      { requestId: request.id, error: errorText(error) },
      'an export was cut off: a page could not be read',
    )
    throw error
  }
}

/** @returns a function that frees the place. @throws ProblemError 429 */
function enter(gateway: object, caller: string): () => void {
  const counts = running.get(gateway) ?? new Map<string, number>()
  running.set(gateway, counts)
  const others = counts.get(caller) ?? 0
  if (others >= MAX_AT_ONCE) {
    const detail = `${MAX_AT_ONCE} of your exports are already being downloaded; wait until one has finished`
    throw new ProblemError(httpProblem('RATE_LIMITED', detail, { headers: { 'retry-after': '10' } }))
  }
  counts.set(caller, others + 1)
  let isIn = true
  return () => {
    if (!isIn) return
    isIn = false
    const left = (counts.get(caller) ?? 1) - 1
    if (left > 0) counts.set(caller, left)
    else counts.delete(caller)
  }
}

/** Notices a reader that has stopped reading. */
class Watch {
  readonly #timers: Deps['timers']
  #cancel: Cancel = () => undefined
  onAsleep: () => void = () => undefined

  constructor({ timers }: Pick<Deps, 'timers'>) {
    this.#timers = timers
  }

  /** Starts again, because something was read. */
  begin(): void {
    this.#cancel()
    this.#cancel = this.#timers.after(ASLEEP_MS, () => this.onAsleep())
  }

  end(): void {
    this.#cancel()
  }
}

/** `/admin/bank-files/:id/payouts` is `bank-files-payouts`. */
const nounOf = ({ routeOptions: { url = '' } }: FastifyRequest): string =>
  url
    .split('/')
    .filter((part) => /^[a-z][a-z-]*$/.test(part) && part !== 'admin')
    .join('-') || 'list'

function fileName({ request, deps, wanted: { format, zone } }: Export): string {
  return `${nounOf(request)}-${localTime(zone, deps.clock.now()).day}.${format}`
}

/** The request for a list's own page as part of an export. @throws ProblemError 400 */
export const exportPage = (query: Query, form: CursorForm, cursor: string | undefined): PageRequest => ({
  ...readPageRequest({ ...query, cursor, limit: undefined }, form),
  limit: EXPORT_PAGE_ROWS,
})
