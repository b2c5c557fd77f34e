/**
 * Mails that wait in the database from the commit of what they tell of, until whichever node has time has sent them.
 *
 * Promises: each mail is sent once, unless a node dies between sending it and noting that, and then again under the same Message-ID. What
 * cannot be sent is tried ever more seldom, and given up in the end, with a line in the log. A recipient sees no other.
 */
import type { Database, Row, SqlStatement } from '../../database/port.ts'
import { backoffMs } from '../../foundation/backoff.ts'
import type { Deps, Instant } from '../../foundation/deps.ts'
import { isoTime } from '../../foundation/instants.ts'
import { Loop } from '../../foundation/loop.ts'
import type { Mailer } from '../../outbound/mail.ts'

const LOOK_EVERY_MS = 15_000
/** Longer than any attempt may take. */
const LEASE_MS = 2 * 60_000
const WAITS = { firstMs: 30_000, longestMs: 60 * 60_000 }

/** By which mails are sent. */
export interface MailChannel {
  readonly mailer: Mailer
  readonly from: string
}

export interface WaitingMail {
  /** Of its row. */
  readonly key: readonly string[]
  /** The same at every attempt. */
  readonly messageId: string
  readonly recipient: string
  readonly at: Instant
  readonly attempt: number
  readonly subject: string
  readonly text: string
}

/** One kind of mails. */
export interface MailKind {
  /** Of those due at $1: their rows, not due again before $2, one attempt more each. */
  readonly claim: SqlStatement
  /** By the key: it is sent, or given up. */
  readonly sent: SqlStatement
  /** By the key, its attempt and when it is tried again. */
  readonly later: SqlStatement
  readonly giveUpAfterMs: number
  /** In the log, where one could not be sent. Names nobody. */
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
