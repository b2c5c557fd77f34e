/** The refusals that only operators meet. */
import { HTTP_PROBLEMS, problemsOf } from '../http/problems.ts'
import { PAYMENT_PROBLEMS } from '../intake/problems.ts'

export const ADMIN_PROBLEMS = {
  KEY_EXISTS: { status: 409, title: 'The merchant has this public key' },
  REFERENCE_CONFLICT: { status: 409, title: 'This reference was used for another movement of money' },
} as const

/** Every refusal that the admin API knows. */
export const ALL_PROBLEMS = { ...HTTP_PROBLEMS, ...PAYMENT_PROBLEMS, ...ADMIN_PROBLEMS }

export const adminProblem = problemsOf(ALL_PROBLEMS)
