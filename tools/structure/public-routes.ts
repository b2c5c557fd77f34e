/**
 * The routes for callers who are neither operators nor merchants with a token or session: every route that is not `GET`
 * and is in no other list. `test/attack/walk.test.ts` compares it with the server's routes.
 */
import type { ApprovableOperation } from '@sluice/gateway/approvals/operations.ts'
import type { SingleApproval } from '@sluice/gateway/identity/operators/no-second-person.ts'

/** Who may use it; the route trusts nothing but what they hold. */
export type Whose = 'KEY' | 'SIGNING_IN' | 'LINK' | 'CLAIM' | 'TESTER' | 'PROVIDER' | 'CONNECTOR'

export interface PublicRoute extends SingleApproval {
  readonly whose: Whose
  /** Operations that may need an operator's approval before the request takes effect. */
  readonly operations?: readonly ApprovableOperation[]
}

const GIVEN_LINK = {
  whose: 'SIGNING_IN',
  why: 'OWN',
  can: 'become the person that a link was made for, once',
  worst:
    'Whoever gets hold of the link is that person. It is good once and for a while, and what it gives was asked for by an act.',
} as const
const SIGN_IN = {
  whose: 'SIGNING_IN',
  why: 'OWN',
  can: 'sign in, prove their identity and sign out, with their own methods',
  worst: 'Wrong answers are counted; what is not known is answered like what is wrong.',
} as const
const OWN_ROUTES = {
  whose: 'SIGNING_IN',
  why: 'OWN',
  can: 'change their own passkeys, codes and sessions, with a fresh proof',
  worst:
    'Whoever has a session and its proof makes a way in of their own; it stands in the log and in the list of that person.',
} as const

/** Operators and merchants' people sign in by the same routes, at different addresses. */
const SIGNING_IN: Readonly<Record<string, PublicRoute>> = {
  'POST /sign-in/step-up': SIGN_IN,
  'POST /sign-in/step-up/options': SIGN_IN,
  'POST /sign-in/passkey': SIGN_IN,
  'POST /sign-in/passkey/options': SIGN_IN,
  'POST /sign-in/totp': SIGN_IN,
  'POST /sign-in/recovery': SIGN_IN,
  'POST /sign-in/out': SIGN_IN,
  'POST /sign-in/link': GIVEN_LINK,
  'POST /sign-in/link/passkey': GIVEN_LINK,
  'POST /sign-in/link/totp': GIVEN_LINK,
  'DELETE /sign-in/own/sessions/:id': OWN_ROUTES,
  'POST /sign-in/own/passkeys': OWN_ROUTES,
  'POST /sign-in/own/passkeys/options': OWN_ROUTES,
  'DELETE /sign-in/own/passkeys/:id': OWN_ROUTES,
  'POST /sign-in/own/recovery-codes': OWN_ROUTES,
}
const AT_DASHBOARD = Object.fromEntries(
  Object.entries(SIGNING_IN).map(([route, access]) => [route.replace(' /', ' /dashboard/'), access]),
)

const SANDBOX_PAGE = {
  whose: 'TESTER',
  why: 'TESTS',
  can: 'pay or refuse the one test payin whose key they hold',
  worst: 'A test ends as nobody expected.',
} as const
const TOKEN = {
  whose: 'KEY',
  why: 'OWN',
  can: 'get tokens for everything that tokens can do in the merchants’ API: payins, payouts, refunds, payment links',
  worst:
    'The merchant’s available balance is paid out, within its products, limits and the approval of refunds.',
} as const
const NOTIFICATION = {
  whose: 'PROVIDER',
  why: 'TELLS',
  can: 'make the gateway query that provider’s account about a payment',
  worst: 'A question. The notification itself is not believed.',
} as const

export const PUBLIC_ROUTES: Readonly<Record<string, PublicRoute>> = {
  ...SIGNING_IN,
  ...AT_DASHBOARD,
  'POST /sign-in/oidc': SIGN_IN,
  'POST /dashboard/sign-in/link/accept': GIVEN_LINK,

  'POST /auth-tokens': TOKEN,
  'POST /auth-tokens-by-action': TOKEN,

  'POST /l/:token/!begin': {
    whose: 'LINK',
    why: 'TAKES_IN',
    can: 'start a payin for the link’s merchant, within the link’s limits',
    worst:
      'Payins that nobody pays. They are bounded by address and by link, and count against no rate of the shop.',
  },
  'POST /claim/:merchantCode/:idRefund/!payee': {
    whose: 'CLAIM',
    operations: ['refund', 'refund.claim'],
    why: 'OWN',
    can: 'name the payee of that one refund, once',
    worst:
      'Whoever gets hold of the link is paid that refund; above a limit of the policy an operator looks at the name first.',
  },
  'POST /sandbox/payins/:merchantCode/:idPayin/!pay': SANDBOX_PAGE,
  'POST /sandbox/payins/:merchantCode/:idPayin/!payLate': SANDBOX_PAGE,
  'POST /sandbox/payins/:merchantCode/:idPayin/!payShort': SANDBOX_PAGE,
  'POST /sandbox/payins/:merchantCode/:idPayin/!refuse': SANDBOX_PAGE,
  'POST /sandbox/payins/:merchantCode/:idPayin/!expire': SANDBOX_PAGE,

  'POST /providers/:name/notifications/:secret': NOTIFICATION,
  'POST /providers/:name/notifications/:secret/:part1': NOTIFICATION,
  'POST /providers/:name/notifications/:secret/:part1/:part2': NOTIFICATION,
  'POST /providers/:name/notifications/:secret/:part1/:part2/:part3': NOTIFICATION,
  'POST /connectors/:name/status-updates': {
    whose: 'CONNECTOR',
    why: 'TELLS',
    can: 'report the results of its payments',
    worst:
      'A payin of its own is paid with money that never came, or a payout of its own is told as failed and made again: a processor is believed about its own payments, and about no others. Reconcile it.',
  },
}
