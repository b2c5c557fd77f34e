/** The refusals that whoever changes a merchant meets: its own people, and operators. */
import { HTTP_PROBLEMS, problemsOf } from '../http/problems.ts'

export const MERCHANT_PROBLEMS = {
  KEY_EXISTS: { status: 409, title: 'The merchant has this public key' },
  LAST_CREDENTIAL: { status: 409, title: 'The last one stays until there is another' },
  CREDENTIAL_LIMIT: { status: 409, title: 'There are as many as there may be' },
} as const

export const merchantProblem = problemsOf({ ...HTTP_PROBLEMS, ...MERCHANT_PROBLEMS })
