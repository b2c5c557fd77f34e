/** Who works on a case, until when, and notes about it. Each operation and its audit line are one commit. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime, timeOnly } from '@sluice/core/foundation/instants.ts'
import { fail, succeed } from '@sluice/core/foundation/result.ts'
import { Type } from 'typebox'
import type { Problem } from '../../http/problems.ts'
import { readAs } from '../../http/reading.ts'
import {
  addCaseNote,
  type CaseWork,
  type CaseWorkFault,
  NO_DUE_TIME,
  readCaseNotes,
  setCaseWork,
} from '../../payments/case-work.ts'
import { findCase } from '../../payments/cases.ts'
import { instant, invalid, notFound, refuse } from '../context.ts'
import { endpoint } from '../endpoint.ts'
import { named } from '../fields.ts'
import { adminProblem } from '../problems.ts'
import { caseSubject } from './settle-endpoints.ts'
import { note } from './settle-schemas.ts'
import { CaseSchema, caseBody } from './views.ts'

const TIME_FAULT = 'must be a time with its offset, such as 2026-01-31T12:00:00Z'

const dueAt = Type.Union([
  readAs<Instant>(Type.String({ format: 'date-time' }), (value, { path }) => {
    const at = typeof value === 'string' ? timeOnly(value) : undefined
    const isKept = at !== undefined && at < NO_DUE_TIME
    return isKept ? succeed(at) : fail([{ path, code: 'INVALID_FORMAT', message: TIME_FAULT }])
  }),
  Type.Null(),
])

/** The settable fields; null removes a value. */
export const WORK = {
  owner: Type.Optional(
    Type.Union([named(64), Type.Null()], {
      description: 'The name of an active operator; null: unassigned.',
    }),
  ),
  dueAt: Type.Optional(dueAt),
}

export const CaseNotesSchema = Type.Array(
  Type.Object({ id: Type.String(), note: Type.String(), operator: Type.String(), at: instant() }),
  { description: 'Oldest first.' },
)

export const caseNotes = async (...requested: Parameters<typeof readCaseNotes>) =>
  (await readCaseNotes(...requested)).map((each) => ({ ...each, at: isoTime(each.at) }))

const params = { id: Type.String({ description: 'ID of the case.' }) }

export const setWork = endpoint({
  route: 'PATCH /admin/cases/:id',
  role: 'OPERATOR',
  summary: 'Assign a case to an operator, until a time',
  params,
  body: Type.Object(WORK),
  example: { owner: 'anna', dueAt: '2027-01-31T12:00:00Z' },
  answers: { 200: CaseSchema },
  problems: ['NOT_FOUND', 'CASE_SETTLED'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { id } = call.params
    if (!(await findCase(database, id))) throw notFound('case')
    const work = call.body()
    const audit = call.audit({ action: 'case.work', subject: caseSubject(id), detail: workDetail(work) })
    const set = await setCaseWork(database, id, work, audit)
    if (!set.ok) throw refuse(workProblem(set.failure))
    const found = await findCase(database, id)
    if (!found) throw notFound('case')
    return caseBody(found, deps.clock.now())
  },
})

export const addNote = endpoint({
  route: 'POST /admin/cases/:id/!note',
  role: 'OPERATOR',
  summary: 'Add a note to a case',
  params,
  body: Type.Object({ note }),
  example: { note: 'asked the bank for the sender' },
  answers: { 200: Type.Object({ notes: CaseNotesSchema }) },
  problems: ['NOT_FOUND', 'INVALID_STATE'],
  async handle(call) {
    const { database, deps } = call.backOffice.gateway
    const { id } = call.params
    if (!(await findCase(database, id))) throw notFound('case')
    const at = deps.clock.now()
    const said = { id: deps.randomness.uuidV7(at), note: call.body().note, operator: call.operator.name, at }
    const audit = call.audit({ action: 'case.note', subject: caseSubject(id), detail: { note: said.note } })
    const added = await addCaseNote(database, id, said, audit)
    if (!added.ok) throw refuse(workProblem(added.failure))
    return { notes: await caseNotes(database, id) }
  },
})

/** For the audit log. */
export const workDetail = ({ owner, dueAt: at }: CaseWork) => ({
  ...(owner !== undefined && { owner }),
  ...(at !== undefined && { dueAt: at === null ? null : isoTime(at) }),
})

export function workProblem(fault: CaseWorkFault): Problem {
  switch (fault) {
    case 'NOT_FOUND':
      return notFound('case').problem
    case 'CLOSED':
      return adminProblem('CASE_SETTLED', 'This case is closed, so it cannot be assigned.')
    case 'NO_OPERATOR':
      return invalid('/owner', 'UNKNOWN_VALUE', 'must be the name of an active operator').problem
    case 'TOO_MANY':
      return adminProblem('INVALID_STATE', 'This case has the maximum of 200 notes.')
  }
}
