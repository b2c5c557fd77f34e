/**
 * What a merchant's own people may do besides reading: every route that is not `GET`, reviewed. Who may by role and right is a table of its
 * own (`rights.ts`); here stands what it takes besides.
 *
 * The door reads it (`session-access.ts`): a route that is missing here is closed to every person, and one that puts money or rights at stake takes a
 * fresh proof, before anything of it is read. Money counts against the person's limit (`api/requests.ts`).
 */
import type { MayAlone } from '../operators/alone.ts'

export type MemberOperation =
  | {
      /** Its own money, or who may act for the merchant, by what, and where it is told. */
      readonly puts: 'MONEY' | 'RIGHTS'
      readonly proof: true
      readonly can: string
    }
  | (MayAlone & { readonly puts?: undefined; readonly proof?: true })

const CONFIRMING = {
  puts: 'RIGHTS',
  proof: true,
  can: 'as an owner whom nothing narrows, confirm that a key or a secret may pay out',
} as const
const UNCONFIRMING = {
  why: 'CLOSES',
  proof: true,
  can: 'take that back',
  worst: 'The shop cannot pay out by that key until an owner confirms it anew.',
} as const

export const MEMBER_OPERATIONS: Readonly<Record<string, MemberOperation>> = {
  'POST /payins/!availablePaymentOptions': {
    why: 'READS',
    can: 'ask what can be paid with',
    worst: 'Nothing.',
  },
  'POST /payins/:idPayin': {
    why: 'TAKES_IN',
    can: 'begin payins',
    worst: 'Payers are asked for money that then stands on the merchant’s balance.',
  },
  'POST /payins/:idPayin/!setExternalReference': {
    why: 'TAKES_IN',
    can: 'say by which transfer a payin was paid',
    worst:
      'A transfer of somebody else is claimed: two claims, or a detail that speaks against it, are a case.',
  },
  'POST /payins/:idPayin/callbacks/!redeliver': {
    why: 'AGAIN',
    can: 'send callbacks again',
    worst: 'The merchant’s own server hears the same twice.',
  },
  'POST /payouts/:idPayout/callbacks/!redeliver': {
    why: 'AGAIN',
    can: 'send callbacks again',
    worst: 'The merchant’s own server hears the same twice.',
  },
  'POST /refunds/:idRefund/callbacks/!redeliver': {
    why: 'AGAIN',
    can: 'send callbacks again',
    worst: 'The merchant’s own server hears the same twice.',
  },
  'POST /callbacks/!redeliver': {
    why: 'AGAIN',
    can: 'send callbacks again',
    worst: 'The merchant’s own server hears the same twice.',
  },
  'POST /payouts/:idPayout': { puts: 'MONEY', proof: true, can: 'pay out' },
  'POST /payout-batches/!preview': {
    why: 'READS',
    can: 'look at a file of payouts before it is paid',
    worst: 'Nothing.',
  },
  'POST /payout-batches/:fingerprint': { puts: 'MONEY', proof: true, can: 'pay out' },
  'POST /refunds/:idRefund': { puts: 'MONEY', proof: true, can: 'refund' },
  'POST /payment-links/:idLink': {
    why: 'TAKES_IN',
    can: 'make and close payment links',
    worst: 'Payers pay the merchant by a link that it did not want.',
  },
  'POST /payment-links/:idLink/!close': {
    why: 'CLOSES',
    can: 'make and close payment links',
    worst: 'Payers cannot pay by a link that was to stay open.',
  },
  'POST /keys': { puts: 'RIGHTS', proof: true, can: 'add keys and secrets' },
  'POST /secrets': { puts: 'RIGHTS', proof: true, can: 'add keys and secrets' },
  'POST /keys/:id/!confirm': CONFIRMING,
  'POST /secrets/:id/!confirm': CONFIRMING,
  'POST /keys/:id/!unconfirm': UNCONFIRMING,
  'POST /secrets/:id/!unconfirm': UNCONFIRMING,
  'POST /callback-secrets': { puts: 'RIGHTS', proof: true, can: 'add keys and secrets' },
  'DELETE /keys/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'take keys and secrets away',
    worst: 'The shop stands still until it has another; the last one stays.',
  },
  'DELETE /secrets/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'take keys and secrets away',
    worst: 'The shop stands still until it has another; the last one stays.',
  },
  'DELETE /callback-secrets/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'take keys and secrets away',
    worst: 'The shop believes no callback until it has another; the last one stays.',
  },
  'PATCH /settings': {
    puts: 'RIGHTS',
    proof: true,
    can: 'say where callbacks go, and how the checkout looks',
  },
  'POST /team/!invite': { puts: 'RIGHTS', proof: true, can: 'say who is in the team, and what each may do' },
  'PATCH /team/:id': { puts: 'RIGHTS', proof: true, can: 'say who is in the team, and what each may do' },
  'POST /team/:id/!recover': {
    puts: 'RIGHTS',
    proof: true,
    can: 'say who is in the team, and what each may do',
  },
  'DELETE /team/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'end people of the team',
    worst: 'A colleague is out until an owner invites them again; the last owner stays.',
  },
  'POST /team/:id/!withdraw': {
    why: 'CLOSES',
    can: 'take invitations back',
    worst: 'Somebody has to be invited again.',
  },
}

export const memberOperationOf = (method: string, route: string): MemberOperation | undefined => {
  const name = `${method} ${route}`
  return Object.hasOwn(MEMBER_OPERATIONS, name) ? MEMBER_OPERATIONS[name] : undefined
}
