/** The refusals that only operators meet. */

import { PAYMENT_PROBLEMS } from '../api/problems.ts'
import { HTTP_PROBLEMS, problemsOf } from '../http/problems.ts'
import { PEOPLE_PROBLEMS } from '../identity/people/problems.ts'
import { MERCHANT_PROBLEMS } from '../merchants/problems.ts'

export const ADMIN_PROBLEMS = {
  ...PEOPLE_PROBLEMS,
  CASE_SETTLED: { status: 409, title: 'The case is settled, or was just decided about' },
  AMOUNT_DIFFERS: { status: 409, title: 'The payin wants another amount' },
  REFERENCE_CONFLICT: { status: 409, title: 'This reference was used for another movement of money' },
  FOUR_EYES: { status: 403, title: 'Another operator must do this' },
  NOTHING_TO_PAY: { status: 409, title: 'No payout can go into a file' },
  NOTHING_TO_SETTLE: { status: 409, title: 'There is nobody to settle' },
  RUN_STATE: { status: 409, title: "The settlement run's state does not allow this" },
  BACKUP_IN_PROGRESS: { status: 409, title: 'A backup is being made' },
  BACKUP_ELSEWHERE: { status: 409, title: 'PostgreSQL makes the backups of this gateway' },
  APPROVAL_STALE: { status: 409, title: 'What was to be approved has changed since' },
  APPROVAL_DECIDED: { status: 409, title: 'The approval is decided, or its time is over' },
  APPROVAL_WAITS: { status: 409, title: 'Nobody has approved it yet' },
  APPROVAL_COLLECTED: { status: 409, title: 'There is nothing to collect' },
  STATEMENT_COVERED: { status: 409, title: 'There is nothing to issue a statement of' },
  STATEMENT_IN_PROGRESS: { status: 409, title: 'The statement is being made' },
  BANK_FILE_STATE: { status: 409, title: "The bank file's state does not allow this" },
} as const

/** Every refusal that the admin API knows. */
export const ALL_PROBLEMS = { ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS, ...MERCHANT_PROBLEMS, ...ADMIN_PROBLEMS }

export const adminProblem = problemsOf(ALL_PROBLEMS)
