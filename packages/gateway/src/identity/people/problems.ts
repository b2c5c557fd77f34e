/** Refusals that only people who sign in get. */
import { HTTP_PROBLEMS, problemsOf } from '../../http/problems.ts'

export const PEOPLE_PROBLEMS = {
  STEP_UP_NEEDED: {
    status: 403,
    title: 'Verify that it is you',
    example: 'use your passkey or authenticator app again, then repeat the request',
  },
  ORIGIN_REFUSED: { status: 403, title: "The request does not come from this gateway's own pages" },
  SIGN_IN_CLOSED: { status: 403, title: 'Sign-in is not available at this address' },
  OTHER_SIGN_IN_METHOD: { status: 409, title: 'Another sign-in method is required' },
  NAME_TAKEN: { status: 409, title: 'An active operator already has this name' },
  LAST_SIGN_IN_METHOD: { status: 409, title: 'The last sign-in method cannot be removed' },
  LINK_OVER: { status: 410, title: 'The link was already used or has expired' },
} as const

export const peopleProblem = problemsOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS })
