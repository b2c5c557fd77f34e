/**
 * Listening: a connected test merchant gets its callbacks as they are sent.
 *
 * A listener records that it is connected. While it is, the delivery stores each callback that it signs, headers and
 * body, on whichever node it is sent. The node that has the connection reads what was stored, with a cursor for that
 * connection. So nothing is written while nobody listens. The cursor looks back some seconds, because nodes' clocks
 * differ and commits overtake each other, and shows nothing twice. It never sends callbacks itself, never delays them,
 * and shows nothing to a connection that has lost its permission.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import type {
  MerchantCode,
  MerchantOrderId,
  PaymentKey,
  PaymentKind,
} from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { type Database, type RowOf, sqlStatement } from '@sluice/database/port.ts'
import { announcedStatus } from '../payments/sql-parts.ts'

const MAX_OF_MERCHANT = 4
const MAX_OF_NODE = 64
const LOOK_EVERY_MS = 1_000
const RENEW_EVERY_MS = 20_000
const COUNTS_FOR_MS = 60_000
const LOOK_BACK_MS = 10_000
const KEPT_MS = 600_000
const ROWS_AT_ONCE = 100

const KEEP = sqlStatement({
  name: 'listening_keep',
  whose: 1,
  text: `insert into heard_callback (merchant_id, id, at, kind, payment_id, status, attempt, headers, body)
      select $1, $2, $3, $4, $5, (${announcedStatus('$1', '$6', '$7')}),
        $8, $9, $10`,
})
const ENTER = sqlStatement({
  name: 'listening_enter',
  whose: 1,
  text: `insert into callback_listener (merchant_id, id, until)
      select $1, $2, $4 where ${MAX_OF_MERCHANT} > (select count(*) from callback_listener where merchant_id = $1 and until > $3)
      on conflict (merchant_id, id) do nothing returning id`,
})
const RENEW = sqlStatement({
  name: 'listening_renew',
  whose: 1,
  text: `insert into callback_listener (merchant_id, id, until) values ($1, $2, $3)
      on conflict (merchant_id, id) do update set until = excluded.until`,
})
const LEAVE = sqlStatement({
  name: 'listening_leave',
  whose: 1,
  text: 'delete from callback_listener where merchant_id = $1 and id = $2',
})
const FORGET_LISTENERS = sqlStatement({
  name: 'listening_forget_listeners',
  whose: { each: 'rows' },
  text: 'delete from callback_listener where until < $1',
})
const FORGET_HEARD = sqlStatement({
  name: 'listening_forget_heard',
  whose: 1,
  text: 'delete from heard_callback where merchant_id = $1 and at < $2',
})
const READ = sqlStatement({
  name: 'listening_read',
  whose: 1,
  text: `select id, at, kind, payment_id, status, attempt, headers, body from heard_callback
      where merchant_id = $1 and id > $2 order by id limit ${ROWS_AT_ONCE}`,
})

type ListeningContext = Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>

export interface SignedCallback {
  readonly merchantId: MerchantCode
  readonly key: PaymentKey
  readonly seq: number
  readonly kind: PaymentKind
  readonly id: MerchantOrderId
  /** Counted from 1. */
  readonly attempt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Stores a callback for listeners. */
export async function keepForListeners(
  database: Database,
  { clock, randomness }: Pick<ListeningContext, 'clock' | 'randomness'>,
  callback: SignedCallback,
): Promise<void> {
  const now = clock.now()
  const { merchantId, kind, id, key, seq, attempt, headers, body } = callback
  const name = randomness.uuidV7(now)
  const texts = [attempt, JSON.stringify(headers), body] as const
  await database.run(KEEP, [merchantId, name, isoTime(now), kind, id, key, seq, ...texts])
}

/** As a listener gets it. */
export interface StreamedCallback {
  readonly id: string
  readonly at: string
  readonly kind: PaymentKind
  readonly paymentId: string
  readonly status?: string
  readonly attempt: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface ListenerConnection {
  readonly merchantId: MerchantCode
  /** The last one that was streamed on an earlier connection. */
  readonly after: string | undefined
  readonly send: (callback: StreamedCallback) => void
  /** Called before anything is shown, and every second: is the connection still permitted? */
  readonly mayGoOn: () => Promise<boolean>
  readonly end: () => void
}

/** Smaller than every identifier made from then on. */
const earliestAt = (at: Instant): string => {
  const time = Math.max(0, at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}

/** All connections of this node. */
export class Listeners {
  readonly #database: Database
  readonly #deps: ListeningContext
  readonly #open = new Set<Listener>()

  constructor(database: Database, deps: ListeningContext) {
    this.#database = database
    this.#deps = deps
  }

  /** @returns a function that ends it; undefined if the merchant, or this node, has enough of them */
  async open(connection: ListenerConnection): Promise<(() => void) | undefined> {
    if (this.#open.size >= MAX_OF_NODE) return undefined
    const listener = new Listener(this.#database, this.#deps, connection)
    this.#open.add(listener)
    const entered = await listener.enter().catch((error: unknown) => {
      this.#open.delete(listener)
      throw error
    })
    if (!entered) this.#open.delete(listener)
    if (!entered) return undefined
    return () => {
      this.#open.delete(listener)
      listener.leave()
    }
  }

  /** A callback was stored here. */
  wake(merchantId: MerchantCode): void {
    for (const listener of this.#open) if (listener.merchantId === merchantId) listener.wake()
  }

  /** Ends all connections, so that the server can close. */
  endAll(): void {
    for (const listener of this.#open) listener.end()
  }
}

class Listener {
  readonly merchantId: MerchantCode
  readonly #database: Database
  readonly #deps: ListeningContext
  readonly #connection: ListenerConnection
  readonly #id: string
  /** Shown within the time that the cursor looks back. */
  readonly #reported = new Set<string>()
  /** Nothing older is shown. */
  readonly #from: string
  #renewedAt: Instant
  readonly #loop: Loop
  #left = false

  constructor(database: Database, deps: ListeningContext, connection: ListenerConnection) {
    const now = deps.clock.now()
    this.merchantId = connection.merchantId
    this.#database = database
    this.#deps = deps
    this.#connection = connection
    this.#id = deps.randomness.uuidV7(now)
    this.#from = connection.after ?? earliestAt(now)
    this.#renewedAt = now
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#look(),
      failed: 'callbacks for listeners could not be read',
    })
  }

  async enter(): Promise<boolean> {
    const now = this.#deps.clock.now()
    await this.#forgetOld(now)
    const values = [this.merchantId, this.#id, isoTime(now), isoTime(now + COUNTS_FOR_MS)]
    const entered = await this.#database.run(ENTER, values)
    // A connection that was closed meanwhile gets nothing more.
    if (entered.length === 0 || this.#left) return entered.length > 0
    this.#loop.start()
    this.#loop.wake()
    return true
  }

  /** There may be something to show. */
  wake(): void {
    this.#loop.wake()
  }

  end(): void {
    this.#connection.end()
  }

  leave(): void {
    if (this.#left) return
    this.#left = true
    void this.#loop.stop()
    // If this does not arrive, the row expires by itself.
    this.#database.run(LEAVE, [this.merchantId, this.#id]).catch(() => undefined)
  }

  async #look(): Promise<void> {
    if (!(await this.#connection.mayGoOn())) return this.end()
    const now = this.#deps.clock.now()
    if (now - this.#renewedAt >= RENEW_EVERY_MS) {
      this.#renewedAt = now
      await this.#database.run(RENEW, [this.merchantId, this.#id, isoTime(now + COUNTS_FOR_MS)])
      await this.#forgetOld(now)
    }
    const horizon = earliestAt(now - LOOK_BACK_MS)
    let cursor = this.#resumed(horizon)
    for (;;) {
      const rows = await this.#database.run(READ, [this.merchantId, cursor])
      for (const row of rows) this.#reportOnce(row)
      cursor = rows.at(-1)?.id ?? cursor
      if (rows.length < ROWS_AT_ONCE) break
    }
    for (const id of this.#reported) if (id < horizon) this.#reported.delete(id)
    this.#isResumed = true
  }

  #isResumed = false

  /** First everything since it was last connected, later the last seconds. */
  #resumed(horizon: string): string {
    return this.#isResumed && horizon > this.#from ? horizon : this.#from
  }

  #reportOnce(row: RowOf<'listening_read'>): void {
    const id = row.id
    if (this.#left || this.#reported.has(id)) return
    this.#reported.add(id)
    this.#connection.send(rowToStreamed(row))
  }

  async #forgetOld(now: Instant): Promise<void> {
    await this.#database.run(FORGET_LISTENERS, [isoTime(now)])
    await this.#database.run(FORGET_HEARD, [this.merchantId, isoTime(now - KEPT_MS)])
  }
}

const rowToStreamed = (row: RowOf<'listening_read'>): StreamedCallback => ({
  id: row.id,
  at: isoTime(row.at),
  kind: row.kind,
  paymentId: row.payment_id,
  ...(row.status !== null && { status: row.status }),
  attempt: row.attempt,
  headers: JSON.parse(row.headers),
  body: row.body,
})
