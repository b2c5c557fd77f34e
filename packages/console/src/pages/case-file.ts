/** One case as read from the API, for all parts of its page. */
import type { AnswerOf } from '../api.ts'

export type CaseFile = AnswerOf<'GET /admin/cases/{id}'>
/** A payment that its money may be for. */
export type Candidate = CaseFile['payments'][number]
