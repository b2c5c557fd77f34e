/**
 * Endpoints that list something: their pages, and their exports as files. The same for the operators' and the
 * merchants' API.
 *
 * A handler reads one page (`call.page`). For an export it is called once for each page, until none is left.
 */
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { Schemas } from '../http/endpoint.ts'
import { columnsOf } from '../http/spreadsheet/columns.ts'
import { EXPORT_PARAMETERS, type ExportRequest, exportPage, sendExport } from './exports.ts'
import {
  type CursorForm,
  NextCursor,
  PAGE_PARAMETERS,
  type Page,
  type PageRequest,
  type Query,
} from './pages.ts'
import { isObject } from './requests.ts'

/** `by key`: `cursor` and `limit`; `by time`: also `from` and `to`. */
export type Pages = 'by key' | 'by time'

export const pageParameters = (pages: Pages | undefined): Schemas => {
  const { cursor, limit } = PAGE_PARAMETERS
  return pages === undefined ? {} : pages === 'by time' ? PAGE_PARAMETERS : { cursor, limit }
}

/** Every parameter of a list's query, as the description shows them. */
export const listParameters = (own: Schemas | undefined, pages: Pages | undefined, isExported: boolean) => ({
  ...own,
  ...pageParameters(pages),
  ...(isExported && EXPORT_PARAMETERS),
})

/** The row schema of a list's export; undefined: it returns no list, or uses `format` for something else. */
export function exportedItem(
  answers: Readonly<Record<number, TSchema>>,
  query: Schemas = {},
): TSchema | undefined {
  const { 200: answer } = answers
  if (answer === undefined || 'format' in query || !Type.IsObject(answer)) return undefined
  const { data } = answer.properties
  if (data === undefined || !Type.IsArray(data)) return undefined
  return columnsOf(data.items).length > 0 ? data.items : undefined
}

/** What a list returns: a page of rows. */
export const pageSchema = <Row extends TSchema>(row: Row) =>
  Type.Object({ data: Type.Array(row), nextCursor: NextCursor })

/** The query as received. */
export const queryIn = ({ query }: Pick<FastifyRequest, 'query'>): Query => (isObject(query) ? query : {})

interface ExportedList {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly deps: Pick<Deps, 'clock' | 'timers' | 'log'>
  readonly wanted: ExportRequest
  /** Few exports of this caller may run at the same time. */
  readonly caller: string
  /** Schema of a row. */
  readonly item: object
  /** Answers a page as the list's handler does. */
  readonly answer: (page: (form: CursorForm) => PageRequest) => unknown
}

/** Sends a whole list as a file. @throws ProblemError 400, 429 */
export function exportList({ request, item, answer, ...requested }: ExportedList): Promise<FastifyReply> {
  const query = queryIn(request)
  const page = async (cursor: string | undefined) =>
    listIn(await answer((form) => exportPage(query, form, cursor)))
  return sendExport({ ...requested, request, schema: item, page })
}

/** The response of a list. */
function listIn(answer: unknown): Page<object> {
  const { data, nextCursor } = isObject(answer) ? answer : {}
  assert(Array.isArray(data), 'a list answers what it lists')
  const items: readonly object[] = data.filter(isObject)
  return { data: items, ...(typeof nextCursor === 'string' && { nextCursor }) }
}
