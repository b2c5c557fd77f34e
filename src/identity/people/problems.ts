/** The refusals that only people meet who sign in. */
import { HTTP_PROBLEMS, problemsOf } from '../../http/problems.ts'

export const PEOPLE_PROBLEMS = {
  STEP_UP_NEEDED: {
    status: 403,
    title: 'Show again that it is you',
    example: 'use your passkey or app again, then send the same again',
  },
  ORIGIN_REFUSED: { status: 403, title: "The request does not come from this gateway's own pages" },
  SIGN_IN_CLOSED: { status: 403, title: 'Nobody can sign in at this address' },
  OTHER_SIGN_IN_METHOD: { status: 409, title: 'Not by this way of signing in' },
  NAME_TAKEN: { status: 409, title: 'An operator in force has this name' },
  LAST_SIGN_IN_METHOD: { status: 409, title: 'There would be no way in left' },
  LINK_OVER: { status: 410, title: 'The link has been used, or its time is over' },
} as const

export const peopleProblem = problemsOf({ ...HTTP_PROBLEMS, ...PEOPLE_PROBLEMS })
