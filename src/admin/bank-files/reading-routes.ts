/** Reading bank files: what waits for one, the files, and the payouts in one. */
import { Type } from 'typebox'
import { isoTime } from '../../foundation/instants.ts'
import { NextCursor, PAGE_PARAMETERS, pageOf, type Query, readPageRequest } from '../../intake/pages.ts'
import { moneyBody } from '../../intake/views.ts'
import { findFile, readFiles, readLines } from '../../processors/bank-file/listing.ts'
import { TEST_BANK_FILE } from '../../processors/bank-file/names.ts'
import { waitingSums } from '../../processors/bank-file/waiting.ts'
import { type AdminContext, described, instant, MoneySchema, notFound } from '../context.ts'
import { BankFileSchema, bankFileBody, FILE_STATUSES, FileLineSchema, fileLineBody } from './views.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const LINE = /^\d{1,6}$/

export function registerBankFileReadingRoutes(context: AdminContext): void {
  registerWaiting(context)
  registerLists(context)
}

function registerWaiting(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Reply: unknown }>(
    '/admin/bank-files/waiting',
    described(context, {
      role: 'VIEWER',
      summary: 'Read how much waits for a bank file, by currency',
      answers: {
        200: Type.Object({
          data: Type.Array(
            Type.Object({
              isTest: Type.Boolean(),
              payments: Type.Integer(),
              total: MoneySchema,
              since: instant('Of the oldest.'),
            }),
          ),
        }),
      },
    }),
    async () => ({
      data: (await waitingSums(gateway.database)).map(
        ({ processor, currency, payments, totalMinor, since }) => ({
          isTest: processor === TEST_BANK_FILE,
          payments,
          total: moneyBody({ currency, amountMinor: totalMinor }),
          since: isoTime(since),
        }),
      ),
    }),
  )
}

function registerLists(context: AdminContext): void {
  const { app, gateway } = context
  app.get<{ Querystring: Query; Reply: unknown }>(
    '/admin/bank-files',
    described(context, {
      role: 'VIEWER',
      summary: 'List the bank files, the newest first',
      query: {
        status: Type.Optional(Type.Union(FILE_STATUSES.map((status) => Type.Literal(status)))),
        ...PAGE_PARAMETERS,
      },
      answers: { 200: Type.Object({ data: Type.Array(BankFileSchema), nextCursor: NextCursor }) },
      problems: ['VALIDATION_FAILED'],
    }),
    async ({ query }) => {
      const { from, to, after, limit } = readPageRequest(query, [UUID])
      const status = FILE_STATUSES.find((each) => each === query.status)
      const files = await readFiles(gateway.database, {
        status,
        from,
        to,
        after: after?.[0],
        limit: limit + 1,
      })
      return pageOf(files, limit, ({ id }) => [id], bankFileBody)
    },
  )

  app.get<{ Params: { id: string }; Reply: unknown }>(
    '/admin/bank-files/:id',
    described(context, {
      role: 'VIEWER',
      summary: 'Read a bank file, without its content',
      params: { id: Type.String() },
      answers: { 200: BankFileSchema },
      problems: ['NOT_FOUND'],
    }),
    async ({ params }) => bankFileBody(await fileOf(context, params.id)),
  )

  const { cursor, limit } = PAGE_PARAMETERS
  app.get<{ Params: { id: string }; Querystring: Query; Reply: unknown }>(
    '/admin/bank-files/:id/payouts',
    described(context, {
      role: 'VIEWER',
      summary: 'List the payouts in a bank file, in its order: what is looked at before it is released',
      params: { id: Type.String() },
      query: { cursor, limit },
      answers: { 200: Type.Object({ data: Type.Array(FileLineSchema), nextCursor: NextCursor }) },
      problems: ['NOT_FOUND', 'VALIDATION_FAILED'],
    }),
    async ({ params, query }) => {
      const page = readPageRequest(query, [LINE])
      const file = await fileOf(context, params.id)
      const lines = await readLines(gateway.database, file.id, Number(page.after?.[0] ?? 0), page.limit + 1)
      return pageOf(
        lines,
        page.limit,
        ({ line }) => [String(line)],
        (line) => fileLineBody(file, line),
      )
    },
  )
}

/** @throws ProblemError 404 */
async function fileOf({ gateway }: AdminContext, id: string) {
  const file = UUID.test(id) ? await findFile(gateway.database, id) : undefined
  if (!file) throw notFound('bank file')
  return file
}
