/**
 * Mails a link to its recipient, so that nobody else has seen it.
 *
 * The mail is written in the commit that makes the link, sealed under the master key, and deleted once it is sent or the link has
 * expired. The approver of the link has seen the address.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { assert } from '@sluice/core/foundation/result.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { sealedColumn } from '../access/sealed-places.ts'
import { type MasterKey, open, seal } from '../access/secrets.ts'
import type { MailKind, WaitingMail } from './mail-queue.ts'

/** As long as a link is valid. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000

const WRITE = sqlStatement({
  name: 'link_mail_write',
  text: 'insert into link_mail (id, recipient, sealed, at, attempt, next_at) values ($1, $2, $3, $4, 0, $4)',
})
const CLAIM = sqlStatement({
  name: 'link_mail_claim',
  text: `with due as (
      select id from link_mail where next_at <= $1 order by next_at, id limit 20 for update skip locked
    )
    update link_mail w set next_at = $2, attempt = w.attempt + 1 from due d where w.id = d.id
      returning w.id, w.recipient, w.sealed, w.at, w.attempt`,
})
const SENT = sqlStatement({ name: 'link_mail_sent', text: 'delete from link_mail where id = $1' })
const LATER = sqlStatement({
  name: 'link_mail_later',
  text: 'update link_mail set next_at = $3 where id = $1 and attempt = $2',
})

const contextOf = (id: string): string => `link mail ${id}`

export const SEALED_LINK_MAILS = sealedColumn({
  what: 'links to be sent by mail',
  table: 'link_mail',
  column: 'sealed',
  key: ['id'],
  contextOf: ({ id }) => contextOf(String(id)),
})

/** The content of a mail. */
export interface MailedLink {
  readonly to: string
  readonly url: string
  /** The recipient's name. */
  readonly name: string
  /** What the link makes of them: `an operator with the role ADMIN`. */
  readonly makes: string
  /** The name of the requester. */
  readonly by: string
  readonly expiresAt: Instant
}

export const writeLinkMail = (
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  masterKey: MasterKey,
  { to, ...said }: MailedLink,
): SqlCall => {
  const at = clock.now()
  const id = randomness.uuidV7(at)
  const bytes = new TextEncoder().encode(JSON.stringify(said))
  return {
    statement: WRITE,
    values: [id, to, seal(masterKey, bytes, contextOf(id), randomness), isoTime(at)],
  }
}

export const linkMails = (masterKey: MasterKey): MailKind => ({
  claim: CLAIM,
  sent: SENT,
  later: LATER,
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  failed: 'a link could not be sent by mail',
  read: (row) => readMail(masterKey, row),
})

function readMail(masterKey: MasterKey, row: Row): WaitingMail {
  const id = String(row.id)
  const opened = open(masterKey, String(row.sealed), contextOf(id))
  assert(opened.ok, 'the master key opens what waits: it is one that it was sealed with')
  const said: Omit<MailedLink, 'to'> = JSON.parse(new TextDecoder().decode(opened.value))
  return {
    key: [id],
    messageId: id,
    recipient: String(row.recipient),
    at: row.at as Instant,
    attempt: Number(row.attempt),
    subject: '[Sluice] Your link to sign in',
    text: [
      `${said.name}, this link makes you ${said.makes}. It was requested by ${said.by}.`,
      '',
      said.url,
      '',
      `It works once, until ${isoTime(said.expiresAt)}. Do not share it: the first person who opens it signs in as you.`,
      'If you did not expect it, do not open it, and contact the operator of this payment gateway.',
      '',
    ].join('\n'),
  }
}
