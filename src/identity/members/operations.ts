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
  can: 'as an owner without restrictions, confirm a key or secret for payouts',
} as const
const UNCONFIRMING = {
  why: 'CLOSES',
  proof: true,
  can: 'withdraw that confirmation',
  worst: 'The shop cannot pay out by that key until an owner confirms it anew.',
} as const

export const MEMBER_OPERATIONS: Readonly<Record<string, MemberOperation>> = {
  'POST /payins/!availablePaymentOptions': {
    why: 'READS',
    can: 'read the available payment options',
    worst: 'Nothing.',
  },
  'POST /payins/:idPayin': {
    why: 'TAKES_IN',
    can: 'create payins',
    worst: 'Payers are asked for money that then stands on the merchant’s balance.',
  },
  'POST /payins/:idPayin/!setExternalReference': {
    why: 'TAKES_IN',
    can: 'set a payin’s external reference',
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
  'POST /payouts/:idPayout': { puts: 'MONEY', proof: true, can: 'make payouts' },
  'POST /payout-batches/!preview': {
    why: 'READS',
    can: 'preview a payout file',
    worst: 'Nothing.',
  },
  'POST /payout-batches/:fingerprint': { puts: 'MONEY', proof: true, can: 'make payouts' },
  'POST /refunds/:idRefund': { puts: 'MONEY', proof: true, can: 'make refunds' },
  'POST /payment-links/:idLink': {
    why: 'TAKES_IN',
    can: 'create and close payment links',
    worst: 'Payers pay the merchant by a link that it did not want.',
  },
  'POST /payment-links/:idLink/!close': {
    why: 'CLOSES',
    can: 'create and close payment links',
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
    can: 'remove keys and secrets',
    worst: 'The shop stands still until it has another; the last one stays.',
  },
  'DELETE /secrets/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'remove keys and secrets',
    worst: 'The shop stands still until it has another; the last one stays.',
  },
  'DELETE /callback-secrets/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'remove keys and secrets',
    worst: 'The shop believes no callback until it has another; the last one stays.',
  },
  'PATCH /settings': {
    puts: 'RIGHTS',
    proof: true,
    can: 'set the callback address and the look of the checkout',
  },
  'POST /team/!invite': { puts: 'RIGHTS', proof: true, can: 'invite people and change their roles' },
  'PATCH /team/:id': { puts: 'RIGHTS', proof: true, can: 'invite people and change their roles' },
  'POST /team/:id/!recover': {
    puts: 'RIGHTS',
    proof: true,
    can: 'invite people and change their roles',
  },
  'DELETE /team/:id': {
    why: 'CLOSES',
    proof: true,
    can: 'remove people from the team',
    worst: 'A colleague is out until an owner invites them again; the last owner stays.',
  },
  'POST /team/:id/!withdraw': {
    why: 'CLOSES',
    can: 'revoke invitations',
    worst: 'Somebody has to be invited again.',
  },
}

export const memberOperationOf = (method: string, route: string): MemberOperation | undefined => {
  const name = `${method} ${route}`
  return Object.hasOwn(MEMBER_OPERATIONS, name) ? MEMBER_OPERATIONS[name] : undefined
}
