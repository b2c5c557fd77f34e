/**
 * What a merchant's owners are told by mail: whatever opens a door to its money, or closes one. Who does it does not decide whether it is
 * told: it is written in the commit of the act (`identity/members/owner-mail.ts`), so that a thief who signs in as one of them is seen by the others.
 *
 * Holds no secret: a key stands there by its ID, as it is listed.
 */
import type { SqlCall } from '../database/port.ts'

/** By what was done. */
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
  /** By name: one of the merchant's people, or an operator. */
  readonly by: string
  /** A credential's ID, or a person's name. */
  readonly about: string
}

/** Statements for the commit of the act; none, where no mail is set up. */
export type NotifyOwners = (notice: OwnerNotice) => readonly SqlCall[]
