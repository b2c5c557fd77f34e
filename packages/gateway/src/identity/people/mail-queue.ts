/**
 * Mails wait in the database, written in the commit of the operation they report, until a node sends them.
 *
 * Each mail is sent once. If a node crashes between sending it and recording that, it is sent again under the same Message-ID.
 * Failed mails are retried at growing intervals and finally given up, with a line in the log. Each recipient gets a mail of their
 * own.
 */
import { backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { Database, Row, SqlStatement } from '@sluice/database/port.ts'
import type { Mailer } from '../../outbound/mail.ts'

const LOOK_EVERY_MS = 15_000
/** Longer than any attempt takes. */
const LEASE_MS = 2 * 60_000
const WAITS = { firstMs: 30_000, longestMs: 60 * 60_000 }

/** How mails are sent. */
export interface MailChannel {
  readonly mailer: Mailer
  readonly from: string
}

export interface WaitingMail {
  /** The key of its row. */
  readonly key: readonly string[]
  /** The same for every attempt. */
  readonly messageId: string
  readonly recipient: string
  readonly at: Instant
  readonly attempt: number
  readonly subject: string
  readonly text: string
}

/** A kind of mail. */
export interface MailKind {
  /** Takes the rows due at $1: sets their next attempt to $2 and counts the attempt. */
  readonly claim: SqlStatement
  /** By key: it was sent, or given up. */
  readonly sent: SqlStatement
  /** By key: the attempt, and when to try again. */
  readonly later: SqlStatement
  readonly giveUpAfterMs: number
  /** The log message if one could not be sent. Names nobody. */
  readonly failed: string
  read(row: Row): WaitingMail
}

export interface MailQueueContext {
  readonly database: Database
  readonly deps: Pick<Deps, 'clock' | 'randomness' | 'timers' | 'log'>
  readonly signInMethod: MailChannel
  readonly kind: MailKind
}

export class MailQueue {
  readonly #context: MailQueueContext
  readonly #loop: Loop

  constructor(context: MailQueueContext) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.round(),
      failed: context.kind.failed,
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  async round(): Promise<void> {
    const { database, deps, kind } = this.#context
    for (;;) {
      const now = deps.clock.now()
      const rows = await database.run(kind.claim, [isoTime(now), isoTime(now + LEASE_MS)])
      if (rows.length === 0) return
      await Promise.all(rows.map((row) => this.#send(kind.read(row))))
    }
  }

  async #send({ key, messageId, recipient, at, attempt, subject, text }: WaitingMail): Promise<void> {
    const { database, deps, signInMethod, kind } = this.#context
    const { from, mailer } = signInMethod
    const sent = await mailer.send({ id: messageId, from, to: [recipient], subject, text })
    const now = deps.clock.now()
    const isOver = !sent.ok && now - at > kind.giveUpAfterMs
    if (!sent.ok)
      deps.log.warn(
        { mail: key.join(' '), reason: sent.failure },
        isOver ? `${kind.failed}: given up` : kind.failed,
      )
    if (sent.ok || isOver) await database.run(kind.sent, key)
    else {
      const waitMs = backoffMs(WAITS, attempt, deps.randomness.fraction())
      await database.run(kind.later, [...key, attempt, isoTime(now + waitMs)])
    }
  }
}
