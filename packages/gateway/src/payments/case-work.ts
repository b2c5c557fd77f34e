/**
 * Who works on a case, until when, and the notes on it. Nothing here moves money or decides anything.
 *
 * An owner is an operator who is active at that moment. Only an open case gets an owner or a due time, and each change
 * is committed together with its line of the audit log. If an owner's token is revoked later, the name stays, so that
 * the owner's cases are found and given to others.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { personsInForce } from '../identity/operators/operators.ts'
import { isCaseKey } from './cases.ts'

/** Left out: unchanged; null: none. */
export interface CaseWork {
  readonly owner?: string | null
  readonly dueAt?: Instant | null
}

export interface CaseNote {
  readonly id: string
  readonly note: string
  readonly operator: string
  readonly at: Instant
}

export type CaseWorkFault =
  | 'NOT_FOUND'
  /** A closed case cannot be assigned. */
  | 'CLOSED'
  /** There is no active operator of this name. */
  | 'NO_OPERATOR'
  /** It has as many notes as a case may have. */
  | 'TOO_MANY'

/** The sort value for cases without a due time: the year 5000, later than every time that can be set. */
export const NO_DUE_TIME: Instant = 95_617_584_000_000

/** Enough for a case that is worked on for a year, and few enough to read in one query. */
const MAX_NOTES = 200

const LOCKED = sqlStatement({
  name: 'case_work_locked',
  text: 'select merchant_id, key, owner, due_at, closed_at from case_file where key = $1 for update',
})
const OPERATOR = sqlStatement({ name: 'case_owner_in_force', text: personsInForce('o.name = $1') })
const SET = sqlStatement({
  name: 'case_work_set',
  whose: 1,
  text: 'update case_file set owner = $3, due_at = $4 where merchant_id = $1 and key = $2',
})
const NOTE = sqlStatement({
  name: 'case_note_insert',
  whose: 1,
  text: 'insert into case_note (merchant_id, case_key, id, note, operator, at) values ($1, $2, $3, $4, $5, $6)',
})
const COUNT_NOTES = sqlStatement({
  name: 'case_note_count',
  whose: { each: 'folded', sum: ['notes'] },
  text: 'select count(*)::integer as notes from case_note n join case_file c on c.merchant_id = n.merchant_id and c.key = n.case_key where c.key = $1',
})
const NOTES = sqlStatement({
  name: 'case_notes',
  whose: { each: 'sorted', by: ['id'] },
  text: `select n.id, n.note, n.operator, n.at from case_file c join case_note n on n.merchant_id = c.merchant_id and n.case_key = c.key
    where c.key = $1 order by n.id`,
})

const isoOrNull = (at: Instant | null): string | null => (at === null ? null : isoTime(at))

type Decided = Result<'CHANGED' | 'UNCHANGED', CaseWorkFault>

/**
 * @param audit left out: nothing is changed, and the result says what would be
 * @returns whether anything changed
 */
export async function setCaseWork(
  database: Database,
  key: string,
  work: CaseWork,
  audit: AuditLine | undefined,
): Promise<Decided> {
  if (!isCaseKey(key)) return fail('NOT_FOUND')
  const reads = [
    { statement: OPERATOR, values: [work.owner ?? null] },
    { statement: LOCKED, values: [key] },
  ] as const
  return database.transact<Decided, typeof reads>(reads, ([persons, cases]) => {
    const found = cases?.[0]
    if (!found) return { calls: [], outcome: fail('NOT_FOUND') }
    if (found.closed_at !== null) return { calls: [], outcome: fail('CLOSED') }
    if (typeof work.owner === 'string' && persons?.length !== 1)
      return { calls: [], outcome: fail('NO_OPERATOR') }
    const { owner, dueAt } = after(found, work)
    if (owner === found.owner && dueAt === found.due_at) return { calls: [], outcome: succeed('UNCHANGED') }
    if (!audit) return { calls: [], outcome: succeed('CHANGED') }
    const set = { statement: SET, values: [String(found.merchant_id), key, owner, isoOrNull(dueAt)] }
    return { calls: [set, auditCall(audit)], outcome: succeed('CHANGED') }
  })
}

const after = (found: RowOf<'case_work_locked'>, { owner, dueAt }: CaseWork) => ({
  owner: owner === undefined ? found.owner : owner,
  dueAt: dueAt === undefined ? found.due_at : dueAt,
})

/** A closed case may get notes, too: what was learnt afterwards belongs to it. */
export async function addCaseNote(
  database: Database,
  key: string,
  note: CaseNote,
  audit: AuditLine,
): Promise<Result<undefined, CaseWorkFault>> {
  if (!isCaseKey(key)) return fail('NOT_FOUND')
  const reads = [
    { statement: LOCKED, values: [key] },
    { statement: COUNT_NOTES, values: [key] },
  ] as const
  return database.transact<Result<undefined, CaseWorkFault>, typeof reads>(reads, ([cases, counts]) => {
    const [found, counted] = [cases?.[0], counts?.[0]]
    if (!found) return { calls: [], outcome: fail('NOT_FOUND') }
    if (Number(counted?.notes) >= MAX_NOTES) return { calls: [], outcome: fail('TOO_MANY') }
    const values = [String(found.merchant_id), key, note.id, note.note, note.operator, isoTime(note.at)]
    return { calls: [{ statement: NOTE, values }, auditCall(audit)], outcome: succeed(undefined) }
  })
}

/** The oldest first. */
export async function readCaseNotes(database: Database, key: string): Promise<readonly CaseNote[]> {
  const rows = await database.run(NOTES, [key])
  return rows.map((row) => ({
    id: row.id,
    note: row.note,
    operator: row.operator,
    at: row.at,
  }))
}
