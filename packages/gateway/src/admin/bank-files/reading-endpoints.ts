/** Reads bank files: payouts waiting for one, the files, and the payouts in one. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Type } from 'typebox'
import { NextCursor, pageOf } from '../../api/pages.ts'
import { moneyBody } from '../../api/views.ts'
import { isForTests } from '../../payments/processor-names.ts'
import { findFile, newPayeesOf, readFiles, readLines } from '../../processors/bank-file/listing.ts'
import { waitingSums } from '../../processors/bank-file/waiting.ts'
import type { BackOffice } from '../back-office.ts'
import { instant, MoneySchema, notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { choice } from '../fields.ts'
import {
  BankFileSchema,
  bankFileBody,
  FILE_STATUSES,
  FileLineSchema,
  fileLineBody,
  ShownBankFileSchema,
} from './views.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const LINE = /^\d{1,6}$/

const waiting = endpoint({
  route: 'GET /admin/bank-files/waiting',
  role: 'VIEWER',
  summary: 'Read the total that waits for a bank file, by currency',
  guide: 'bank-files.md',
  answers: {
    200: Type.Object({
      data: Type.Array(
        Type.Object({
          isTest: Type.Boolean(),
          payments: Type.Integer(),
          total: MoneySchema,
          since: instant('When the oldest one was created.'),
        }),
      ),
    }),
  },
  async handle(call) {
    const { gateway } = call.backOffice
    return {
      data: (await waitingSums(gateway.database)).map(
        ({ processor, currency, payments, totalMinor, since }) => ({
          isTest: isForTests(processor),
          payments,
          total: moneyBody({ currency, amountMinor: totalMinor }),
          since: isoTime(since),
        }),
      ),
    }
  },
})

const list = endpoint({
  route: 'GET /admin/bank-files',
  role: 'VIEWER',
  summary: 'List the bank files, newest first',
  query: {
    status: Type.Optional(choice(FILE_STATUSES)),
  },
  pages: 'by time',
  answers: { 200: Type.Object({ data: Type.Array(BankFileSchema), nextCursor: NextCursor }) },
  async handle(call) {
    const { query } = call
    const { gateway } = call.backOffice
    const { from, to, after, limit } = call.page([UUID])
    const files = await readFiles(gateway.database, {
      status: query.status,
      from,
      to,
      after: after?.[0],
      limit: limit + 1,
    })
    return pageOf(files, limit, ({ id }) => [id], bankFileBody)
  },
})

const show = endpoint({
  route: 'GET /admin/bank-files/:id',
  role: 'VIEWER',
  summary: 'Read a bank file, without its content',
  params: { id: Type.String() },
  answers: { 200: ShownBankFileSchema },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const file = await fileOf(call.backOffice, call.params.id)
    const isWaiting = file.status === 'PREPARED'
    const newPayees = isWaiting ? await newPayeesOf(call.backOffice.gateway.database, file) : undefined
    return { ...bankFileBody(file), newPayees }
  },
})

const payouts = endpoint({
  route: 'GET /admin/bank-files/:id/payouts',
  role: 'VIEWER',
  summary: 'List the payouts in a bank file, in file order, for review before its release',
  params: { id: Type.String() },
  pages: 'by key',
  answers: { 200: Type.Object({ data: Type.Array(FileLineSchema), nextCursor: NextCursor }) },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.backOffice
    const page = call.page([LINE])
    const file = await fileOf(call.backOffice, call.params.id)
    const lines = await readLines(gateway.database, file.id, Number(page.after?.[0] ?? 0), page.limit + 1)
    return pageOf(
      lines,
      page.limit,
      ({ line }) => [String(line)],
      (line) => fileLineBody(file, line),
    )
  },
})

/** @throws ProblemError 404 */
async function fileOf({ gateway }: BackOffice, id: string) {
  const file = UUID.test(id) ? await findFile(gateway.database, id) : undefined
  if (!file) throw notFound('bank file')
  return file
}

export const BANK_FILE_READING_ENDPOINTS = [waiting, list, show, payouts]
