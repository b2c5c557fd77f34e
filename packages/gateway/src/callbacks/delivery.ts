/**
 * The delivery of callbacks: at least once, in order per payment, never inside a transaction, never lost by a crash.
 *
 * The journal writes a callback with the change that it reports. A payment's first callback is leased to this process
 * as it is written (`at-once.ts`); any other is claimed with a lease. After it was sent, its attempt is recorded
 * (`recording.ts`), and it is deleted or gets its next time. If the process dies in between, the lease runs out and any
 * node sends it again.
 *
 * A slow or dead receiver blocks only its own places (`fairness.ts`). A claimed callback that finds no place waits here
 * for one, a few of each merchant and for a short time. The rest return to the table for some seconds, and the merchant
 * is left out of the next claims. So no other merchant waits. A commit wakes the local worker; besides, every node
 * checks once a second whether any is due (`due`).
 */
import type { KeyObject } from 'node:crypto'
import type { AddressPolicy, Deps, Instant, OutgoingAnswer } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { inSpan, type TraceSpan } from '@sluice/core/foundation/tracing.ts'
import { signWebhook } from '@sluice/core/foundation/webhooks.ts'
import type { DueWork } from '@sluice/database/due-looks.ts'
import type { Database } from '@sluice/database/port.ts'
import type { CallbackRow } from '../payments/first-callbacks.ts'
import type { Journal } from '../payments/journal-port.ts'
import { AtOnce } from './at-once.ts'
import { callbackRow, claimedCallback, type DueCallback, nameOf, newCallback, paymentRow } from './due.ts'
import { callbackGate, type Leave } from './fairness.ts'
import { keepForListeners } from './listening.ts'
import { callbackBody, callbackId } from './message.ts'
import { Recording } from './recording.ts'
import { nextAttempt } from './schedule.ts'
import { CLAIM, firstDue, LISTENED, PUT_BACK } from './statements.ts'
import { CLAIM_AT_ONCE, MAX_WAITING, WaitingCallbacks } from './waiting.ts'

const LOOK_EVERY_MS = 1_000
const MAX_OPEN = 256
const TIMEOUT_MS = 15_000
/** Longer than a callback may wait here plus the longest attempt. */
const LEASE_MS = 60_000
const PUT_BACK_MS = 5_000
const KEPT_ANSWER_BYTES = 1_024

/** What is needed to send to a merchant. */
export interface Receiver {
  /** `whsec_…`, newest first; during a rotation there are several. */
  readonly secrets: readonly string[]
  readonly policy: AddressPolicy
}

export interface DeliveryContext {
  readonly database: Database
  readonly deps: Deps
  readonly journal: Journal
  readonly receiverOf: (merchantId: MerchantCode) => Promise<Receiver | undefined>
  /** The gateway's Ed25519 key for `v1a`. */
  readonly privateKey: () => KeyObject
  /** Called when a callback was kept for listeners. */
  readonly onKept?: (merchantId: MerchantCode) => void
  /** Called with each attempt's outcome, for the metrics. */
  readonly onAttempt?: (outcome: string) => void
}

export class Delivery {
  readonly #context: DeliveryContext
  readonly #gate = callbackGate()
  readonly #open = new Set<Promise<void>>()
  readonly #atOnce: AtOnce
  #stopOffers: () => void = () => undefined
  readonly #waiting = new WaitingCallbacks<DueCallback>()
  readonly #recording: Recording
  /** Merchants left out of the last claim, because enough of theirs waited here. */
  #leftOut: readonly string[] = []
  /** Runs from `start` to `stop`. On a node without the role `worker` a commit wakes nothing. */
  readonly #loop: Loop
  readonly due: DueWork
  /** A round is planned for what waits here, whatever is due in the table. */
  #isRoundPlanned = false

  constructor(context: DeliveryContext) {
    this.#context = context
    this.#recording = new Recording(context.database, context.deps)
    this.#atOnce = new AtOnce({
      deps: context.deps,
      leaseMs: LEASE_MS,
      capacity: () => ({
        places: MAX_OPEN - this.#open.size + MAX_WAITING - this.#waiting.size,
        full: this.#waiting.full(),
      }),
      begin: (rows) => this.#beginNew(rows),
      returnToTable: async (rows) => {
        await this.#putBack(
          rows.map((row) => newCallback(row, false)),
          0,
        )
        this.wake()
      },
    })
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: () => this.#claimAll(),
      failed: 'due callbacks could not be read',
    })
    this.due = { name: 'callbacks', dueAt: firstDue, loop: this.#loop }
    context.journal.onCommitted((committed) => {
      if (committed.callbacks) this.wake()
    })
  }

  start(): void {
    this.#stopOffers = this.#context.journal.offerCallbacksTo(this.#atOnce)
    this.#loop.start(Number.POSITIVE_INFINITY)
  }

  /** Something is due now. */
  wake(): void {
    this.#loop.wake()
  }

  /** Takes nothing more, and waits until everything open is sent and recorded. Call it after the journal has drained. */
  async stop(): Promise<void> {
    this.#stopOffers()
    await this.#loop.stop()
    await this.#atOnce.settled()
    // Other nodes may send immediately what only waited here.
    await this.#putBack(this.#waiting.takeAll(), 0).catch(() => undefined)
    await Promise.all(this.#open)
  }

  /** @returns how long until the next round, unless something is due earlier */
  async #claimAll(): Promise<number> {
    const { clock } = this.#context.deps
    this.#isRoundPlanned = false
    await this.#putBack(this.#waiting.overdue(clock.now()), PUT_BACK_MS)
    while (this.#loop.isRunning && this.#open.size < MAX_OPEN && !this.#waiting.isFull) {
      this.#leftOut = this.#waiting.full()
      const claimed = await this.#claim(CLAIM_AT_ONCE)
      this.#waiting.add(claimed, clock.now())
      this.#beginWaiting()
      await this.#putBack(this.#waiting.surplus(), PUT_BACK_MS)
      if (claimed.length < CLAIM_AT_ONCE) return this.#isCrowded ? LOOK_EVERY_MS : Number.POSITIVE_INFINITY
    }
    // There is no place for those in the table, so no new ones may overtake them.
    this.#atOnce.leaveAllToTable()
    return LOOK_EVERY_MS
  }

  /** Leased with their commit. If the commit ends after `stop`, other nodes send them. */
  async #beginNew(rows: readonly CallbackRow[]): Promise<void> {
    const { deps } = this.#context
    const listened = await this.#listened([...new Set(rows.map(({ merchant_id }) => merchant_id))])
    const callbacks = rows.map((row) => newCallback(row, listened.has(row.merchant_id)))
    if (!this.#loop.isRunning) return this.#putBack(callbacks, 0)
    this.#waiting.add(callbacks, deps.clock.now())
    this.#beginWaiting()
    if (this.#isCrowded && !this.#isRoundPlanned) {
      this.#isRoundPlanned = true
      this.#loop.wakeWithin(LOOK_EVERY_MS)
    }
    // Due immediately: its merchant has enough here, and is claimed for again later.
    await this.#putBack(this.#waiting.surplus(), 0)
  }

  /** Some wait here for a place, or the next ones will. */
  get #isCrowded(): boolean {
    return this.#waiting.size > 0 || this.#open.size >= MAX_OPEN
  }

  /** Never rejects: a listener may miss a callback, the receiver may not. */
  async #listened(merchants: readonly MerchantCode[]): Promise<ReadonlySet<unknown>> {
    const { database, deps } = this.#context
    try {
      const rows = await database.run(LISTENED, [merchants, isoTime(deps.clock.now())])
      return new Set(rows.map(({ merchant_id }) => merchant_id))
    } catch (error) {
      deps.log.warn({ error: errorText(error) }, 'listeners could not be read')
      return new Set()
    }
  }

  /** Starts all that find a place. */
  #beginWaiting(): void {
    this.#waiting.offer((callback) => {
      if (this.#open.size >= MAX_OPEN) return false
      const leave = this.#gate.tryEnter(callback.merchantId, hostOf(callback.url))
      if (leave) this.#begin(callback, leave)
      return leave !== undefined
    })
  }

  async #claim(limit: number): Promise<readonly DueCallback[]> {
    const { database, deps } = this.#context
    const now = deps.clock.now()
    const lease = deps.randomness.uuidV7(now)
    const rows = await database.run(CLAIM, [
      isoTime(now),
      limit,
      lease,
      isoTime(now + LEASE_MS),
      [...this.#leftOut],
    ])
    return rows.map((row) => claimedCallback(row, lease))
  }

  async #putBack(callbacks: readonly DueCallback[], forMs: number): Promise<void> {
    if (callbacks.length === 0) return
    const { database, deps } = this.#context
    for (const { merchantId } of callbacks) this.#atOnce.leaveToTable(merchantId)
    const dueAt = deps.clock.now() + forMs
    await database.run(PUT_BACK, [JSON.stringify(callbacks.map(callbackRow)), isoTime(dueAt)])
  }

  #begin(callback: DueCallback, leave: Leave): void {
    const open = this.#traced(callback)
      .catch((error: unknown) => {
        // The lease runs out, and it is sent again.
        this.#context.deps.log.error(
          { ...nameOf(callback), error: errorText(error) },
          'a callback could not be handled',
        )
      })
      .finally(() => {
        leave()
        this.#open.delete(open)
        this.#placeFree()
      })
    this.#open.add(open)
  }

  #placeFree(): void {
    if (!this.#loop.isRunning) return
    const wasFull = this.#open.size === MAX_OPEN - 1 || this.#waiting.isFull
    this.#beginWaiting()
    if ((wasFull && !this.#waiting.isFull) || this.#waiting.isLow(this.#leftOut)) this.wake()
  }

  /** In the trace of its payment, however long after the change and on whichever node it is sent. */
  #traced(callback: DueCallback): Promise<void> {
    const { tracing } = this.#context.deps
    if (!tracing) return this.#deliver(callback)
    const { key } = callback
    const attributes = { 'sluice.attempt': callback.attempt + 1 }
    return inSpan(tracing, 'callback.deliver', { kind: 'client', key, isApart: true, attributes }, (span) =>
      this.#deliver(callback, span),
    )
  }

  async #deliver(callback: DueCallback, span?: TraceSpan): Promise<void> {
    const { deps, receiverOf } = this.#context
    const receiver = callback.gone ? undefined : await receiverOf(callback.merchantId)
    if (!receiver && !callback.gone) throw new Error('the merchant of a callback is gone')
    // Only now that the receiver is known: the signed time must be recent when it is sent.
    const startedAt = deps.clock.now()
    const attempt = callback.attempt + 1
    const answer = receiver && (await this.#send(callback, receiver, startedAt))
    const next = answer
      ? nextAttempt({ attempt, atMs: deps.clock.now(), answer, fraction: deps.randomness.fraction() })
      : ({ kind: 'GONE' } as const)
    this.#context.onAttempt?.(next.kind)
    if (span) describe(span, next.kind, answer)
    const row = {
      ...callbackRow(callback),
      attempt,
      at: isoTime(startedAt),
      outcome: next.kind,
      status: answer?.ok ? answer.status : null,
      duration_ms: answer?.durationMs ?? null,
      answer: answer ? keptAnswer(answer) : null,
      next_at: isoTime(next.kind === 'RETRY' ? next.atMs : startedAt),
    }
    await this.#recording.record({ row, payment: paymentRow(callback) })
  }

  /** @param at signed, and recorded with the attempt, so that what was signed can be shown */
  async #send(callback: DueCallback, receiver: Receiver, at: Instant): Promise<OutgoingAnswer> {
    const { deps, privateKey } = this.#context
    const body = callbackBody(callback)
    const signature = signWebhook({
      id: callbackId(callback.key, callback.seq),
      at,
      body,
      secrets: receiver.secrets,
      privateKey: privateKey(),
    })
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Sluice-Callbacks/1',
      'x-api-version': String(callback.apiVersion),
      ...signature,
    }
    const [answer] = await Promise.all([
      deps.network.request({
        url: callback.url,
        method: 'POST',
        headers,
        body,
        timeoutMs: TIMEOUT_MS,
        maxAnswerBytes: KEPT_ANSWER_BYTES,
        guard: receiver.policy,
      }),
      callback.streamed ? this.#stream(callback, headers, body) : undefined,
    ])
    return answer
  }

  /** Never rejects: a listener may miss a callback, the receiver may not. */
  async #stream(
    callback: DueCallback,
    headers: Readonly<Record<string, string>>,
    body: string,
  ): Promise<void> {
    const { database, deps, onKept } = this.#context
    try {
      await keepForListeners(database, deps, { ...callback, attempt: callback.attempt + 1, headers, body })
      onKept?.(callback.merchantId)
    } catch (error) {
      deps.log.warn(
        { ...nameOf(callback), error: errorText(error) },
        'a callback could not be kept for listeners',
      )
    }
  }
}

const describe = (span: TraceSpan, outcome: string, answer: OutgoingAnswer | undefined): void =>
  span.set({
    'sluice.outcome': outcome,
    ...(answer?.ok && { 'http.response.status_code': answer.status }),
    ...(answer?.ok === false && { 'error.type': answer.reason }),
  })

const hostOf = (url: string): string => URL.parse(url)?.host ?? ''

/** The beginning of the receiver's response, or why there was none, as text that the database accepts. */
const keptAnswer = (answer: OutgoingAnswer): string =>
  (answer.ok ? answer.body : `${answer.reason}: ${answer.detail}`)
    .slice(0, KEPT_ANSWER_BYTES)
    .replaceAll('\0', '\uFFFD')
    .toWellFormed()
