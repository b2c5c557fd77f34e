/**
 * Mails to a merchant's owners (`merchants/owner-notices.ts` lists the reasons), sent like all mails
 * (`identity/people/mail-queue.ts`).
 *
 * Every operation is reported, or logged as given up after three days. Nothing is reported that was not done. If no mail server
 * is configured, nothing is written. A changed address still gets the mails for a week. Never holds a secret.
 */
import { createHash } from 'node:crypto'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { isOwnerNotice, OWNER_NOTICE, type OwnerNotice } from '../../merchants/owner-notices.ts'
import type { MailKind, WaitingMail } from '../people/mail-queue.ts'

const GIVE_UP_AFTER_MS = 72 * 60 * 60_000

const WRITE = sqlStatement({
  name: 'merchant_mail_write',
  text: `insert into merchant_mail (merchant_id, id, recipient, at, what, by_whom, about, attempt, next_at)
    select distinct m.merchant_id, $2::uuid, a.mail, $3::timestamptz, $4, $5, $6, 0, $3::timestamptz
    from merchant_member m
    cross join lateral (values (m.mail), (case when m.mail_before_until > $3::timestamptz then m.mail_before end)) a(mail)
    where m.merchant_id = $1 and m.role = 'OWNER' and a.mail is not null
    on conflict (merchant_id, id, recipient) do nothing`,
})
const CLAIM = sqlStatement({
  name: 'merchant_mail_claim',
  text: `with due as (
      select merchant_id, id, recipient from merchant_mail where next_at <= $1
      order by next_at, merchant_id, id, recipient limit 20 for update skip locked
    )
    update merchant_mail w set next_at = $2, attempt = w.attempt + 1 from due d
      where w.merchant_id = d.merchant_id and w.id = d.id and w.recipient = d.recipient
      returning w.merchant_id, w.id, w.recipient, w.at, w.what, w.by_whom, w.about, w.attempt`,
})
const SENT = sqlStatement({
  name: 'merchant_mail_sent',
  text: 'delete from merchant_mail where merchant_id = $1 and id = $2 and recipient = $3',
})
const LATER = sqlStatement({
  name: 'merchant_mail_later',
  text: `update merchant_mail set next_at = $5 where merchant_id = $1 and id = $2 and recipient = $3 and attempt = $4`,
})

/** What an owner is notified of. */
interface OwnerMail {
  readonly merchantCode: string
  readonly what: string
  readonly by: string
  readonly about: string
  readonly at: Instant
}

/** Notifies all current owners. Run it again in the same commit to notify owners who were added in it. */
export function notifyOwnersCall(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  { merchantCode, what, by, about }: OwnerNotice,
): SqlCall {
  const at = clock.now()
  return { statement: WRITE, values: [merchantCode, randomness.uuidV7(at), isoTime(at), what, by, about] }
}

/** @param baseUrl where merchants' people sign in */
export const ownerMails = (baseUrl: () => string): MailKind => ({
  claim: CLAIM,
  sent: SENT,
  later: LATER,
  giveUpAfterMs: GIVE_UP_AFTER_MS,
  failed: 'a mail to an owner could not be sent',
  read: (row) => readMail(row, baseUrl()),
})

function readMail(row: Row, base: string): WaitingMail {
  const [merchantCode, id, recipient] = [String(row.merchant_id), String(row.id), String(row.recipient)]
  const reported = {
    merchantCode,
    at: row.at as Instant,
    what: String(row.what),
    by: String(row.by_whom),
    about: String(row.about),
  }
  return {
    key: [merchantCode, id, recipient],
    messageId: `${id}-${createHash('sha256').update(recipient).digest('hex').slice(0, 12)}`,
    recipient,
    at: reported.at,
    attempt: Number(row.attempt),
    ...wordsOf(reported, base),
  }
}

/** The same for every attempt. */
function wordsOf({ merchantCode, what, by, about, at }: OwnerMail, base: string) {
  const done = isOwnerNotice(what) ? OWNER_NOTICE[what] : what
  return {
    subject: `[Sluice] ${merchantCode}: ${done}`,
    text: [
      `${done} at ${merchantCode}.`,
      '',
      `What: ${about}`,
      `By: ${by}`,
      `When: ${isoTime(at)}`,
      '',
      'If you expected this, you do not need to do anything.',
      `If not, sign in at ${base}/dashboard, check Keys and secrets and Team, remove anything that should not be there, and contact your payment provider.`,
      '',
    ].join('\n'),
  }
}
