/** The problem codes that only the operators' API returns. */
import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { HTTP_PROBLEMS, problemsOf } from '../http/problems.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { MERCHANT_PROBLEMS } from '../merchants/problems.ts'

export const ADMIN_PROBLEMS = {
  ...PEOPLE_PROBLEMS,
  CASE_SETTLED: { status: 409, title: 'The case is already settled or was just decided' },
  AMOUNT_DIFFERS: { status: 409, title: 'The payin is for a different amount' },
  REFERENCE_CONFLICT: { status: 409, title: 'This reference was used for a different booking' },
  FOUR_EYES: { status: 403, title: 'Another operator must do this' },
  NOTHING_TO_PAY: { status: 409, title: 'No payouts are ready for a bank file' },
  NOTHING_TO_SETTLE: { status: 409, title: 'No merchants are due for settlement' },
  RUN_STATE: { status: 409, title: "The settlement run's state does not allow this" },
  BACKUP_IN_PROGRESS: { status: 409, title: 'A backup is in progress' },
  BACKUP_ELSEWHERE: { status: 409, title: 'This gateway is backed up with PostgreSQL' },
  APPROVAL_STALE: { status: 409, title: 'The subject of the approval has changed' },
  APPROVAL_DECIDED: { status: 409, title: 'The approval is already decided or has expired' },
  APPROVAL_WAITS: { status: 409, title: 'The request is not approved yet' },
  APPROVAL_COLLECTED: { status: 409, title: 'Nothing to collect' },
  STATEMENT_COVERED: { status: 409, title: 'Nothing to issue' },
  STATEMENT_IN_PROGRESS: { status: 409, title: 'The statement is being created' },
  BANK_FILE_STATE: { status: 409, title: "The bank file's state does not allow this" },
} as const

/** Every problem code of the admin API. */
export const ALL_PROBLEMS = { ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS, ...MERCHANT_PROBLEMS, ...ADMIN_PROBLEMS }

export const adminProblem = problemsOf(ALL_PROBLEMS)
