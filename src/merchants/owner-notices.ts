/**
 * The mails that notify a merchant's owners of everything that grants or removes access to its money. They are written in the
 * commit of the operation (`identity/members/owner-mail.ts`) and sent no matter who did it: if a thief signs in as one owner, the
 * others find out.
 *
 * Never holds a secret: a key is named by its ID, as in lists.
 */
import type { SqlCall } from '../database/port.ts'

/** By operation. */
export const OWNER_NOTICE = {
  'keys.add': 'A public key was added',
  'keys.remove': 'A public key was removed',
  'keys.confirm': 'A public key was confirmed, and may pay out',
  'keys.unconfirm': 'The confirmation of a public key was taken back',
  'secrets.add': 'A secret was made',
  'secrets.remove': 'A secret was removed',
  'secrets.confirm': 'A secret was confirmed, and may pay out',
  'secrets.unconfirm': 'The confirmation of a secret was taken back',
  'callback-secrets.add': 'A callback secret was made',
  'callback-secrets.remove': 'A callback secret was removed',
  'addresses.change': 'The addresses that callbacks go to, or that payers are led to, were changed',
  'status.activate': 'The account was opened again, which had been suspended',
  'person.join': 'Somebody has joined the team',
  'person.recover': 'Somebody has found a new way in, by a link',
  'person.recover-link': 'A link was made by which somebody can find a new way in',
  'person.change': 'What somebody in the team may do was changed',
  'person.end': 'Somebody was taken out of the team',
  'mail.change': 'The address was changed to which an owner is told of this',
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
