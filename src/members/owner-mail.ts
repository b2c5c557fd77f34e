/**
 * Mails to a merchant's owners (`merchants/owner-news.ts` says of what). A mail waits in the database from the commit of what it tells of, and
 * whichever node has time for it sends it.
 *
 * Promises: what was done is told, or stands in the log as given up after three days; each mail is sent once, unless a node dies between
 * sending it and noting that, and then again under the same Message-ID; nobody is told of what was not done. Where no mail is set up nothing
 * is written. An address that was changed is told as before for a week. Never holds a secret. A recipient sees no other.
 */
import { createHash } from 'node:crypto'
import type { Database, Row, SqlCall, SqlStatement } from '../database/port.ts'
import { backoffMs } from '../foundation/backoff.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import { Loop } from '../foundation/loop.ts'
import { isOwnerNews, OWNER_NEWS, type OwnerNews } from '../merchants/owner-news.ts'
import type { Mailer } from '../outbound/mail.ts'

const LOOK_EVERY_MS = 15_000
/** Longer than any attempt may take. */
const LEASE_MS = 2 * 60_000
const WAITS = { firstMs: 30_000, longestMs: 60 * 60_000 }
const GIVE_UP_AFTER_MS = 72 * 60 * 60_000

const WRITE: SqlStatement = {
  name: 'merchant_mail_write',
  text: `insert into merchant_mail (merchant_id, id, recipient, at, what, by_whom, about, attempt, next_at)
    select distinct m.merchant_id, $2::uuid, a.mail, $3::timestamptz, $4, $5, $6, 0, $3::timestamptz
    from merchant_member m
    cross join lateral (values (m.mail), (case when m.mail_before_until > $3::timestamptz then m.mail_before end)) a(mail)
    where m.merchant_id = $1 and m.role = 'OWNER' and a.mail is not null
    on conflict (merchant_id, id, recipient) do nothing`,
}
const CLAIM: SqlStatement = {
  name: 'merchant_mail_claim',
  text: `with due as (
      select merchant_id, id, recipient from merchant_mail where next_at <= $1
      order by next_at, merchant_id, id, recipient limit 20 for update skip locked
    )
    update merchant_mail w set next_at = $2, attempt = w.attempt + 1 from due d
      where w.merchant_id = d.merchant_id and w.id = d.id and w.recipient = d.recipient
      returning w.merchant_id, w.id, w.recipient, w.at, w.what, w.by_whom, w.about, w.attempt`,
}
const SENT: SqlStatement = {
  name: 'merchant_mail_sent',
  text: 'delete from merchant_mail where merchant_id = $1 and id = $2 and recipient = $3',
}
const LATER: SqlStatement = {
  name: 'merchant_mail_later',
  text: `update merchant_mail set next_at = $5 where merchant_id = $1 and id = $2 and recipient = $3 and attempt = $4`,
}

/** By which it is sent; undefined: no mail is set up. */
export interface OwnerMailWay {
  readonly mailer: Mailer
  readonly from: string
}

/** Told to all owners there are when it runs; run again in the same commit, to those who have come since. */
export function tellOwnersCall(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  { merchantCode, what, by, about }: OwnerNews,
): SqlCall {
  const at = clock.now()
  return { statement: WRITE, values: [merchantCode, randomness.uuidV7(at), isoTime(at), what, by, about] }
}

interface WaitingMail {
  readonly merchantCode: string
  readonly id: string
  readonly recipient: string
  readonly at: Instant
  readonly what: string
  readonly by: string
  readonly about: string
  readonly attempt: number
}

const readMail = (row: Row): WaitingMail => ({
  merchantCode: row.merchant_id as string,
  id: row.id as string,
  recipient: row.recipient as string,
  at: row.at as Instant,
  what: row.what as string,
  by: row.by_whom as string,
  about: row.about as string,
  attempt: Number(row.attempt),
})

export interface OwnerMailContext {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness' | 'timers' | 'log'>
  readonly way: OwnerMailWay
  /** Where the merchants' people sign in. */
  readonly baseUrl: () => string
}

export class OwnerMail {
  readonly #context: OwnerMailContext
  readonly #loop: Loop

  constructor(context: OwnerMailContext) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: 'owners could not be told by mail',
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async round(): Promise<void> {
    const { database, deps } = this.#context
    for (;;) {
      const now = deps.clock.now()
      const rows = await database.run(CLAIM, [isoTime(now), isoTime(now + LEASE_MS)])
      if (rows.length === 0) return
      await Promise.all(rows.map((row) => this.#send(readMail(row))))
    }
  }

  async #send(mail: WaitingMail): Promise<void> {
    const { database, deps, way, baseUrl } = this.#context
    const { merchantCode, id, recipient, at, attempt } = mail
    const key = [merchantCode, id, recipient]
    const sent = await way.mailer.send({
      id: `${id}-${createHash('sha256').update(recipient).digest('hex').slice(0, 12)}`,
      from: way.from,
      to: [recipient],
      ...wordsOf(mail, baseUrl()),
    })
    const now = deps.clock.now()
    const isOver = !sent.ok && now - at > GIVE_UP_AFTER_MS
    if (!sent.ok)
      deps.log.warn(
        { merchant: merchantCode, mail: id, reason: sent.failure },
        isOver ? 'an owner could not be told by mail: given up' : 'an owner could not be told by mail',
      )
    if (sent.ok || isOver) await database.run(SENT, key)
    else {
      const waitMs = backoffMs(WAITS, attempt, deps.randomness.fraction())
      await database.run(LATER, [...key, attempt, isoTime(now + waitMs)])
    }
  }
}

/** The same at every attempt. */
function wordsOf({ merchantCode, what, by, about, at }: WaitingMail, base: string) {
  const done = isOwnerNews(what) ? OWNER_NEWS[what] : what
  return {
    subject: `[Sluice] ${merchantCode}: ${done}`,
    text: [
      `${done} at ${merchantCode}.`,
      '',
      `What: ${about}`,
      `By: ${by}`,
      `When: ${isoTime(at)}`,
      '',
      'If you know of it, there is nothing to do.',
      `If not, sign in at ${base}/dashboard, look at Keys and secrets and at Team, take away what should not be there, and tell your payment provider.`,
      '',
    ].join('\n'),
  }
}
