/** Cases: money and reports that no rule settles, listed, read, worked on and settled by operators, one by one or many at once. */
import { Type } from 'typebox'
import type { Database } from '../../database/port.ts'
import type { BankEntry } from '../../feeds/entry.ts'
import { readEntries } from '../../feeds/store.ts'
import { type CaseFile, findCase } from '../../payments/cases.ts'
import { notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { BankWordsSchema, bankWords } from '../feeds/views.ts'
import { BULK_ENDPOINTS } from './bulk-endpoints.ts'
import { listCases } from './list-endpoint.ts'
import { CasePaymentsSchema, casePayments } from './payments.ts'
import { SETTLE_ENDPOINTS } from './settle-endpoints.ts'
import { CaseSchema, caseBody } from './views.ts'
import { addNote, CaseNotesSchema, caseNotes, setWork } from './work-endpoints.ts'

/** What the bank said of the money, where it came by a feed: without it nobody knows whom to ask, nor whom to pay back. */
async function entryOf(database: Database, { reason, detail }: CaseFile): Promise<BankEntry | undefined> {
  // Its reference is that of another movement; what this one said stands in the detail.
  if (reason === 'BANK_REFERENCE_REUSED') return undefined
  const { entry } = detail as {
    readonly entry?: { readonly account?: unknown; readonly reference?: unknown }
  }
  if (typeof entry?.account !== 'string' || typeof entry.reference !== 'string') return undefined
  return (await readEntries(database, entry.account, [entry.reference])).get(entry.reference)
}

const show = endpoint({
  route: 'GET /admin/cases/:id',
  role: 'VIEWER',
  summary: 'Read a case with what was decided about it',
  params: { id: Type.String() },
  answers: {
    200: Type.Object({
      ...CaseSchema.properties,
      payments: CasePaymentsSchema,
      entry: Type.Optional(BankWordsSchema),
      notes: CaseNotesSchema,
    }),
  },
  problems: ['NOT_FOUND'],
  async handle(call) {
    const { gateway } = call.office
    const found = await findCase(gateway.database, call.params.id)
    if (!found) throw notFound('case')
    const entry = await entryOf(gateway.database, found)
    const payments = await casePayments(gateway.database, found)
    const notes = await caseNotes(gateway.database, found.key)
    const body = { ...caseBody(found, gateway.deps.clock.now()), payments, notes }
    return { ...body, ...(entry && { entry: bankWords(entry) }) }
  },
})

export const CASE_ENDPOINTS = [listCases, show, setWork, addNote, ...SETTLE_ENDPOINTS, ...BULK_ENDPOINTS]
