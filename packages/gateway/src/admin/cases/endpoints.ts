/**
 * Cases: money and reports that no rule settles; operators list, read, work on and decide them, one by one or in bulk.
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Database } from '@sluice/database/port.ts'
import { Type } from 'typebox'
import { findCase } from '../../payments/cases.ts'
import { entryOfCase } from '../../reconciliation/entry-of-case.ts'
import { provedReturns } from '../../reconciliation/noted-returns.ts'
import { BankWordsSchema, bankWords } from '../bank-feeds/views.ts'
import { notFound } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { BULK_ENDPOINTS } from './bulk-endpoints.ts'
import { listCases } from './list-endpoint.ts'
import { CasePaymentsSchema, casePayments } from './payments.ts'
import { SETTLE_ENDPOINTS } from './settle-endpoints.ts'
import { CaseSchema, caseBody } from './views.ts'
import { addNote, CaseNotesSchema, caseNotes, setWork } from './work-endpoints.ts'

const show = endpoint({
  route: 'GET /admin/cases/:id',
  role: 'VIEWER',
  summary: 'Read a case with its decisions',
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
    const { gateway } = call.backOffice
    const found = await findCase(gateway.database, call.params.id)
    if (!found) throw notFound('case')
    const entry = await entryOfCase(gateway.database, found)
    const payments = await casePayments(gateway.database, found)
    const notes = await caseNotes(gateway.database, found.key)
    const body = caseBody(found, gateway.deps.clock.now())
    const decisions = await withProofs(gateway.database, entry?.account, body.decisions)
    return { ...body, decisions, payments, notes, ...(entry && { entry: bankWords(entry) }) }
  },
})

type Decided = ReturnType<typeof caseBody>['decisions'][number]

/** With the debits that prove recorded returns. @param account on which the case's money arrived */
async function withProofs(
  database: Database,
  account: string | undefined,
  decisions: readonly Decided[],
): Promise<readonly (Decided & { readonly provedBy?: { reference: string; bookedAt: string } })[]> {
  const references = decisions.flatMap(({ detail: { reference } }) =>
    typeof reference === 'string' ? [reference] : [],
  )
  if (account === undefined || references.length === 0) return decisions
  const proved = await provedReturns(database, account, references)
  return decisions.map((decision) => {
    const { reference } = decision.detail
    const proof = typeof reference === 'string' ? proved.get(reference) : undefined
    if (decision.action !== 'return' || !proof) return decision
    const { entry } = proof
    return { ...decision, provedBy: { reference: entry.reference, bookedAt: isoTime(entry.bookedAt) } }
  })
}

export const CASE_ENDPOINTS = [listCases, show, setWork, addNote, ...SETTLE_ENDPOINTS, ...BULK_ENDPOINTS]
