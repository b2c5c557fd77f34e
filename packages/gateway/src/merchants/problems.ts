/** The refusals that operators and the merchant's own people can get when they change a merchant. */
import { HTTP_PROBLEMS, problemsOf } from '../http/problems.ts'

export const MERCHANT_PROBLEMS = {
  KEY_EXISTS: { status: 409, title: 'The merchant already has this public key' },
  LAST_CREDENTIAL: { status: 409, title: 'The last credential cannot be removed' },
  CREDENTIAL_LIMIT: { status: 409, title: 'The maximum number of credentials is reached' },
} as const

export const merchantProblem = problemsOf({ ...HTTP_PROBLEMS, ...MERCHANT_PROBLEMS })
