/**
 * The answer of an approved operation, such as a new link, token or secret, kept for the operator who requested the operation.
 *
 * Only the requester can read it, once, within a day, and only while their rights are unchanged. The approver never sees it. It
 * is sealed under the master key and deleted after it is read. If the gateway crashes between running the operation and storing
 * its answer, the answer is lost: the requester asks again for what was created.
 */
import type { Instant, Randomness } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Database, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from '../identity/access/sealed-places.ts'
import { type MasterKey, open, seal } from '../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'

/** What an operation answered. */
export interface ApprovedAnswer {
  readonly status: number
  readonly body: object | null
}

export const ANSWER_LASTS_MS = 24 * 3_600_000

const KEEP = sqlStatement({
  name: 'approval_answer_keep',
  text: 'insert into approval_answer (approval, sealed, until) values ($1, $2, $3) on conflict do nothing',
})
const FORGET = sqlStatement({
  name: 'approval_answer_forget',
  text: 'delete from approval_answer where until <= $1',
})
const HAS = sqlStatement({
  name: 'approval_answer_has',
  text: 'select approval from approval_answer where approval = $1 and until > $2',
})
const LOCK = sqlStatement({
  name: 'approval_answer_lock',
  text: 'select sealed from approval_answer where approval = $1 and until > $2 for update',
})
const TAKE = sqlStatement({
  name: 'approval_answer_take',
  text: 'delete from approval_answer where approval = $1',
})

const contextOf = (approval: string): string => `approval answer ${approval}`

export const SEALED_ANSWERS = sealedColumn({
  what: 'answers of approved operations',
  table: 'approval_answer',
  column: 'sealed',
  key: ['approval'],
  contextOf: ({ approval }) => contextOf(String(approval)),
})

export const keepAnswer = (
  masterKey: MasterKey,
  randomness: Randomness,
  approval: string,
  answer: ApprovedAnswer,
  now: Instant,
): readonly SqlCall[] => {
  const bytes = new TextEncoder().encode(JSON.stringify(answer))
  const sealed = seal(masterKey, bytes, contextOf(approval), randomness)
  return [
    { statement: FORGET, values: [isoTime(now)] },
    { statement: KEEP, values: [approval, sealed, isoTime(now + ANSWER_LASTS_MS)] },
  ]
}

export const hasAnswer = async (database: Database, approval: string, now: Instant): Promise<boolean> =>
  (await database.run(HAS, [approval, isoTime(now)])).length > 0

/** Reads and deletes the answer, with a line in the audit log. @returns undefined if there is none any more */
export function takeAnswer(
  database: Database,
  masterKey: MasterKey,
  approval: string,
  line: AuditLine,
): Promise<ApprovedAnswer | undefined> {
  const reads = [{ statement: LOCK, values: [approval, isoTime(line.at)] }] as const
  return database.transact<ApprovedAnswer | undefined, typeof reads>(reads, ([rows]) => {
    const [row] = rows ?? []
    if (!row) return { calls: [], outcome: undefined }
    const opened = open(masterKey, String(row.sealed), contextOf(approval))
    assert(opened.ok, 'the master key opens what waits: it is one that it was sealed with')
    const answer: ApprovedAnswer = JSON.parse(new TextDecoder().decode(opened.value))
    return { calls: [{ statement: TAKE, values: [approval] }, auditCall(line)], outcome: answer }
  })
}
