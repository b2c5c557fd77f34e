/**
 * The mails that notify a merchant's owners of everything that grants or removes access to its money. They are written in the
 * commit of the operation (`identity/members/owner-mail.ts`) and sent no matter who did it: if a thief signs in as one owner, the
 * others find out.
 *
 * Never holds a secret: a key is named by its ID, as in lists.
 */
import type { SqlCall } from '@sluice/database/port.ts'

/** By operation. */
export const OWNER_NOTICE = {
  'keys.add': 'A public key was added',
  'keys.remove': 'A public key was removed',
  'keys.confirm': 'A public key was confirmed and can make payouts',
  'keys.unconfirm': 'The confirmation of a public key was withdrawn',
  'secrets.add': 'A secret was created',
  'secrets.remove': 'A secret was removed',
  'secrets.confirm': 'A secret was confirmed and can make payouts',
  'secrets.unconfirm': 'The confirmation of a secret was withdrawn',
  'callback-secrets.add': 'A callback secret was created',
  'callback-secrets.remove': 'A callback secret was removed',
  'addresses.change': 'The addresses for callbacks or for returning payers were changed',
  'status.activate': 'The suspended account was reactivated',
  'person.join': 'A person joined the team',
  'person.recover': 'A person set up a new sign-in method with a recovery link',
  'person.recover-link': 'A recovery link was created for a person',
  'person.change': 'The role or rights of a team member were changed',
  'person.end': 'A person was removed from the team',
  'mail.change': 'The email address for notices to an owner was changed',
} as const

export type OwnerNoticeKind = keyof typeof OWNER_NOTICE

export const isOwnerNotice = (text: string): text is OwnerNoticeKind => Object.hasOwn(OWNER_NOTICE, text)

export interface OwnerNotice {
  readonly merchantCode: string
  readonly what: OwnerNoticeKind
  /** The name of the member or operator. */
  readonly by: string
  /** The ID of a credential, or the name of a person. */
  readonly about: string
}

/** Statements for the commit of the operation; none if no mail server is configured. */
export type NotifyOwners = (notice: OwnerNotice) => readonly SqlCall[]
