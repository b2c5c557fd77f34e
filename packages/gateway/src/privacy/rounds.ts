/**
 * Erases personal data when its time has come: of payments that a person has requested, and of those whose merchant's
 * term is over.
 *
 * Payments are followed by their merchant's keys, which sort by creation. What is not due yet when it is passed is
 * stored in `erasure_due` with its time. So each round reads a bounded number of rows by index, and a crash repeats at
 * most one batch. One node at a time works, by a lease. If nothing is due, nothing is written.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { EVERY_MERCHANT } from '../merchants/store.ts'
import { GATEWAY } from '../payments/cases.ts'
import { nextKeys } from '../payments/erasing.ts'
import { firstKeyAt } from '../payments/following.ts'
import { type ErasingContext, erasePayment } from './erasing.ts'
import { type JudgedPayment, judge } from './finding.ts'
import { BY_TERM, countedErasure, type DuePayment, dropCall, dueCall, readDue } from './requests.ts'
import { type ErasedFor, nextLookAt } from './standing.ts'
import { DAY_MS, type ErasureTerms, eraseDaysOf, readTerms } from './terms.ts'

const LOOK_EVERY_MS = 10 * 60_000
const FULL_PAUSE_MS = 1_000
const LEASE_MS = 5 * 60_000
const AT_ONCE = 100
/** Batches in a round; the next one begins a second later. */
const BATCHES = 20
const MERCHANTS_AT_ONCE = 500

const LEASE = sqlStatement({
  name: 'erasure_lease',
  text: `insert into erasure_cursor as c (merchant_id, position, lease, lease_until) values ('${GATEWAY}', '${BY_TERM}', $1, $3)
    on conflict (merchant_id) do update set lease = $1, lease_until = $3
      where c.lease is null or c.lease = $1 or c.lease_until < $2
    returning merchant_id`,
})
const MOVE = sqlStatement({
  name: 'erasure_cursor_move',
  text: `insert into erasure_cursor (merchant_id, position) values ($1, $2)
    on conflict (merchant_id) do update set position = excluded.position where erasure_cursor.position < excluded.position`,
})
const MERCHANTS = sqlStatement({
  name: 'erasure_merchants',
  neverNull: ['merchant_id'],
  text: `select m.merchant_id, c.position from ${EVERY_MERCHANT} m left join erasure_cursor c on c.merchant_id = m.merchant_id
    where m.merchant_id > $1 and ($2::boolean or m.merchant_id = any($3::text[])) order by m.merchant_id limit $4`,
})

export class ErasureRounds {
  readonly #context: ErasingContext
  readonly #loop: Loop
  readonly #node: string
  #stopping = false

  constructor(context: ErasingContext) {
    this.#context = context
    const { deps } = context
    this.#node = deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: LOOK_EVERY_MS,
      round: async () => ((await this.round()) ? FULL_PAUSE_MS : LOOK_EVERY_MS),
      failed: 'personal data could not be erased',
    })
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    this.#stopping = true
    return this.#loop.stop()
  }

  /** @returns whether there is more to do now */
  async round(): Promise<boolean> {
    const { database, deps } = this.#context
    const terms = await readTerms(database)
    let erased = 0
    let batches = 0
    try {
      for (; batches < BATCHES && !this.#stopping; batches += 1) {
        const due = await readDue(database, deps.clock.now(), AT_ONCE)
        if (due.length === 0) break
        if (!(await this.#isHeld())) return false
        erased += await this.#eraseDue(due, terms)
      }
      for await (const batch of this.#byTerm(terms)) {
        erased += batch
        batches += 1
        if (batches >= BATCHES || this.#stopping) break
      }
    } finally {
      if (erased > 0) await database.batch([auditCall(this.#line(erased))])
    }
    return batches >= BATCHES
  }

  async #isHeld(): Promise<boolean> {
    const now = this.#context.deps.clock.now()
    const values = [this.#node, isoTime(now), isoTime(now + LEASE_MS)]
    return (await this.#context.database.run(LEASE, values)).length === 1
  }

  #line(payments: number): AuditLine {
    const { clock, randomness } = this.#context.deps
    const at = clock.now()
    const what = { action: 'privacy.erased', subject: 'personal data', detail: { payments } }
    return { id: randomness.uuidV7(at), at, operator: 'gateway', ...what }
  }

  async #eraseDue(due: readonly DuePayment[], terms: ErasureTerms): Promise<number> {
    const byTerm = due.filter(({ requestId }) => requestId === BY_TERM)
    const requested = due.filter(({ requestId }) => requestId !== BY_TERM)
    return (
      (await this.#eraseSome(requested, terms, 'REQUEST')) + (await this.#eraseSome(byTerm, terms, 'TERM'))
    )
  }

  /** Erases what may be erased, and stores for all others when to look again. */
  async #eraseSome(due: readonly DuePayment[], terms: ErasureTerms, erasedFor: ErasedFor): Promise<number> {
    if (due.length === 0) return 0
    const { database, deps } = this.#context
    const now = deps.clock.now()
    const judged = new Map(
      (await judge(database, due, terms, erasedFor, now)).map((each) => [nameOf(each.payment), each]),
    )
    let erased = 0
    const later: DuePayment[] = []
    const calls: SqlCall[] = []
    for (const each of due) {
      const found = judged.get(nameOf(each))
      const end = found === undefined ? 'GONE' : await this.#eraseOne(found)
      if (end === 'GONE') calls.push(dropCall([each]))
      else if (end === 'NOTHING_LEFT') calls.push(countedErasure(each))
      else if (end === 'ERASED') erased += 1
      else later.push({ ...each, dueAt: end.lookAt })
    }
    if (later.length > 0) calls.push(dueCall(later))
    if (calls.length > 0) await database.batch(calls)
    return erased
  }

  async #eraseOne({
    payment,
    standing,
  }: JudgedPayment): Promise<'ERASED' | 'NOTHING_LEFT' | { readonly lookAt: Instant }> {
    const now = this.#context.deps.clock.now()
    if (standing.type === 'ERASED') return 'NOTHING_LEFT'
    if (standing.type === 'WAITS') return { lookAt: nextLookAt(standing, now) }
    return (await erasePayment(this.#context, payment, 'gateway'))
      ? 'ERASED'
      : { lookAt: now + LOOK_EVERY_MS }
  }

  /** Follows the payments of each merchant that has a term, a batch at a time. Yields how many each batch erased. */
  async *#byTerm(terms: ErasureTerms): AsyncGenerator<number> {
    const { database } = this.#context
    const own = [...terms.merchants.keys()]
    const isForAll = terms.bounds.eraseDays !== undefined
    if (!isForAll && own.length === 0) return
    for (let after = ''; ; ) {
      const merchants = await database.run(MERCHANTS, [after, isForAll, own, MERCHANTS_AT_ONCE])
      for (const { merchant_id, position } of merchants)
        yield* this.#ofMerchant(merchant_id, position ?? BY_TERM, terms)
      after = merchants.at(-1)?.merchant_id ?? ''
      if (merchants.length < MERCHANTS_AT_ONCE) return
    }
  }

  async *#ofMerchant(
    merchantId: MerchantCode,
    position: string,
    terms: ErasureTerms,
  ): AsyncGenerator<number> {
    const { database, deps } = this.#context
    const days = eraseDaysOf(terms, merchantId)
    if (days === undefined) return
    // A payment that is closed has been created before.
    const before = firstKeyAt(deps.clock.now() - days * DAY_MS)
    for (let after = position; ; ) {
      const keys = await nextKeys(database, merchantId, { after, before, limit: AT_ONCE })
      const last = keys.at(-1)
      if (last === undefined || !(await this.#isHeld())) return
      const dueAt = deps.clock.now()
      const due = keys.map((key) => ({ merchantId, key, requestId: BY_TERM, dueAt }))
      // Stored before the place moves on, so that a crash forgets none of them.
      const erased = await this.#eraseSome(due, terms, 'TERM')
      await database.run(MOVE, [merchantId, last])
      yield erased
      after = last
      if (keys.length < AT_ONCE) return
    }
  }
}

const nameOf = ({ merchantId, key }: { readonly merchantId: string; readonly key: string }): string =>
  `${merchantId}/${key}`
