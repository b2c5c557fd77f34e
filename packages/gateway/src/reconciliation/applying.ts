/**
 * The worker that processes stored bank entries: match, store the decision, report, finish.
 *
 *   NEW ── lease ─► decided ── report or case ─► APPLIED
 *            ▲          (nobody claims it yet, or the payin lacks its reference)
 *            └──────────────────── WAITING
 *
 * A decision is stored in the entry's row before it is applied, and applied under the entry's name, which counts once.
 * So a crash at any point, or two nodes with the same rows, give the same result, and one entry never pays two payins.
 * Status updates are submitted in parallel, so that the journal commits them together, but their number is limited
 * because merchants' requests share its queue.
 */
import { backoffMs } from '@sluice/core/foundation/backoff.ts'
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { errorText } from '@sluice/core/foundation/errors.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import type { DueWork } from '@sluice/database/due-looks.ts'
import type { Database } from '@sluice/database/port.ts'
import { claimable, decide } from './deciding.ts'
import type { StoredDecision } from './decision.ts'
import { type SettleContext, settle } from './settle-entry.ts'
import { type EntryOutcome, inParts, rowToEntry, type StoredEntry } from './store.ts'
import { AGAIN, CLAIMED, DECIDE, FINISH, firstEntryDue, LEASE, REDECIDE, WAIT } from './work.ts'

const LOOK_EVERY_MS = 2_000
const AGAIN_AFTER_MS = 1_000
const LEASE_MS = 60_000
const BATCH = 1_000
const STATUS_UPDATES_AT_ONCE = 400
/** How long a payer may supply the reference of an unclaimed transfer before it becomes a case. */
const WAIT_FOR_CLAIM_MS = 24 * 3_600_000
/**
 * Longer than the interval between two looks plus clock differences between nodes. A claim missed all the same is found
 * when the entry is retried.
 */
const NEW_CLAIM_MS = 60_000
const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 10 * 60_000

export interface ApplyingContext extends SettleContext {
  readonly database: Database
  readonly deps: Deps
  /** How far the account's bank is ahead of UTC at that time. */
  readonly zoneOffsetMs: (account: string, at: Instant) => Promise<number | undefined>
}

/** An entry and its decision. */
interface Decided {
  readonly entry: StoredEntry
  readonly decision: StoredDecision
}
interface Finished extends Decided {
  readonly outcome: EntryOutcome
}

export class Applying {
  readonly #context: ApplyingContext
  readonly #loop: Loop
  readonly due: DueWork
  #stopped = false

  constructor(context: ApplyingContext) {
    this.#context = context
    this.#loop = new Loop(context.deps, {
      everyMs: LOOK_EVERY_MS,
      round: async () => {
        if ((await this.#batch(true)) > 0) await this.applyDue()
        return Number.POSITIVE_INFINITY
      },
      failed: 'bank entries could not be applied; they will be retried',
    })
    this.due = { name: 'entries', dueAt: firstEntryDue, loop: this.#loop, pauseMsAfter: LOOK_EVERY_MS }
  }

  start(): void {
    this.#loop.start(Number.POSITIVE_INFINITY)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#loop.stop()
  }

  /** Processes due entries until none is left, or until `until`. @returns how many entries were processed */
  async applyDue(until?: Instant): Promise<number> {
    let looked = 0
    for (;;) {
      const count = await this.#batch(false)
      looked += count
      if (count === 0 || this.#stopped) return looked
      if (until !== undefined && this.#context.deps.clock.now() >= until) return looked
    }
  }

  /** @param withClaims also checks whether payers have supplied references that entries wait for */
  async #batch(withClaims: boolean): Promise<number> {
    const { database, deps } = this.#context
    const now = deps.clock.now()
    const lease = deps.randomness.uuidV7(now)
    const claimed = { statement: CLAIMED, values: [isoTime(now), isoTime(now - NEW_CLAIM_MS)] }
    const leased = { statement: LEASE, values: [isoTime(now), BATCH, lease, isoTime(now + LEASE_MS)] }
    const rows = withClaims
      ? (await database.batch([claimed, leased]))[1]
      : (await database.batch([leased]))[0]
    const entries = rows.map(rowToEntry)
    const accounts = Map.groupBy(entries, ({ account }) => account)
    for (const [account, mine] of accounts) await this.#apply(account, mine, lease, now)
    return entries.length
  }

  async #apply(account: string, entries: readonly StoredEntry[], lease: string, now: Instant): Promise<void> {
    const { database } = this.#context
    const fixed: Decided[] = []
    const open: StoredEntry[] = []
    for (const entry of entries) {
      if (entry.decision) fixed.push({ entry, decision: entry.decision })
      else open.push(entry)
    }
    const zoneOffsetMs = await this.#context.zoneOffsetMs(account, now)
    const fresh = await decide(database, account, open, {
      at: now,
      zoneOffsetMs,
      mayWait: (entry) => claimable(entry) && now - (entry.receivedAt ?? now) < WAIT_FOR_CLAIM_MS,
    })
    const decided: Decided[] = []
    const waiting: StoredEntry[] = []
    for (const [index, entry] of open.entries()) {
      const decision = fresh[index]
      if (decision) decided.push({ entry, decision })
      else waiting.push(entry)
    }
    const mine = await this.#fix(decided, lease)
    await this.#settleAll([...fixed, ...mine], lease, waiting)
  }

  /** @returns those whose lease this node still holds */
  async #fix(decided: readonly Decided[], lease: string): Promise<readonly Decided[]> {
    if (decided.length === 0) return []
    const rows = decided.map(({ entry, decision }) => ({ ...nameOf(entry), decision }))
    const kept = await this.#context.database.run(DECIDE, [JSON.stringify(rows), lease])
    const names = new Set(kept.map(({ account, reference }) => `${account} ${reference}`))
    return decided.filter(({ entry }) => names.has(`${entry.account} ${entry.reference}`))
  }

  /** Entries that pay come first: of two entries for one payin, the chosen one pays it. */
  async #settleAll(
    decided: readonly Decided[],
    lease: string,
    unclaimed: readonly StoredEntry[],
  ): Promise<void> {
    const finished: Finished[] = []
    const waiting: StoredEntry[] = [...unclaimed]
    const again: StoredEntry[] = []
    const payers = decided.filter(({ decision }) => decision.expect === 'SUCCESS')
    const others = decided.filter(({ decision }) => decision.expect !== 'SUCCESS')
    for (const part of [
      ...inParts(payers, STATUS_UPDATES_AT_ONCE),
      ...inParts(others, STATUS_UPDATES_AT_ONCE),
    ]) {
      await Promise.all(
        part.map(async (each) => {
          const outcome = await this.#settleOne(each, lease)
          if (outcome === 'later') waiting.push(each.entry)
          else if (outcome === 'again') again.push(each.entry)
          else finished.push({ ...each, ...outcome })
        }),
      )
    }
    await this.#write(finished, waiting, again, lease)
  }

  /** A failure must not block the others; the entry keeps its decision and is retried. */
  async #settleOne(
    { entry, decision }: Decided,
    lease: string,
  ): Promise<Omit<Finished, 'entry'> | 'later' | 'again'> {
    const { deps } = this.#context
    try {
      const mayWait = deps.clock.now() - entry.receivedAt < WAIT_FOR_CLAIM_MS
      const settled = await settle(this.#context, entry, decision, mayWait)
      if (settled === 'later' || !('instead' in settled)) return settled
      const { account, reference } = entry
      const { instead } = settled
      const values = [account, reference, JSON.stringify(instead), lease]
      if ((await this.#context.database.run(REDECIDE, values)).length === 0) return 'again'
      const applied = await settle(this.#context, entry, instead, false)
      return applied !== 'later' && 'outcome' in applied ? applied : 'again'
    } catch (error) {
      const { account, key } = entry
      deps.log.warn(
        { account, entry: key, error: errorText(error) },
        'a bank entry failed; it will be retried',
      )
      return 'again'
    }
  }

  async #write(
    finished: readonly Finished[],
    waiting: readonly StoredEntry[],
    again: readonly StoredEntry[],
    lease: string,
  ): Promise<void> {
    const { database, deps } = this.#context
    const now = deps.clock.now()
    const later = (entry: StoredEntry, firstMs: number) => {
      const backoff = { firstMs, longestMs: MAX_PAUSE_MS }
      const pauseMs = backoffMs(backoff, entry.tries + 1, deps.randomness.fraction())
      // Not beyond the end of its waiting time.
      const endsAt = entry.receivedAt + WAIT_FOR_CLAIM_MS
      const at = now < endsAt ? Math.min(now + pauseMs, endsAt) : now + pauseMs
      return { ...nameOf(entry), due_at: isoTime(at) }
    }
    const done = finished.map(({ entry, outcome, decision }) => ({
      ...nameOf(entry),
      outcome,
      detail: decision,
    }))
    const calls = [
      { statement: FINISH, values: [JSON.stringify(done), lease, isoTime(now)], count: done.length },
      {
        statement: WAIT,
        values: [JSON.stringify(waiting.map((entry) => later(entry, FIRST_PAUSE_MS))), lease],
        count: waiting.length,
      },
      {
        statement: AGAIN,
        values: [JSON.stringify(again.map((entry) => later(entry, AGAIN_AFTER_MS))), lease],
        count: again.length,
      },
    ].filter(({ count }) => count > 0)
    if (calls.length > 0) await database.batch(calls.map(({ statement, values }) => ({ statement, values })))
  }
}

const nameOf = ({ account, reference }: StoredEntry) => ({ account, reference })
