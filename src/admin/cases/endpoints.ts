/** Cases: money and reports that no rule settles, listed, read, worked on and settled by operators, one by one or many at once. */
import { Type } from 'typebox'
import { entryOfCase } from '../../feeds/entry-of-case.ts'
import { findCase } from '../../payments/cases.ts'
import { notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { BankWordsSchema, bankWords } from '../feeds/views.ts'
import { BULK_ENDPOINTS } from './bulk-endpoints.ts'
import { listCases } from './list-endpoint.ts'
import { CasePaymentsSchema, casePayments } from './payments.ts'
import { SETTLE_ENDPOINTS } from './settle-endpoints.ts'
import { CaseSchema, caseBody } from './views.ts'
import { addNote, CaseNotesSchema, caseNotes, setWork } from './work-endpoints.ts'

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
    const entry = await entryOfCase(gateway.database, found)
    const payments = await casePayments(gateway.database, found)
    const notes = await caseNotes(gateway.database, found.key)
    const body = { ...caseBody(found, gateway.deps.clock.now()), payments, notes }
    return { ...body, ...(entry && { entry: bankWords(entry) }) }
  },
})

export const CASE_ENDPOINTS = [listCases, show, setWork, addNote, ...SETTLE_ENDPOINTS, ...BULK_ENDPOINTS]
