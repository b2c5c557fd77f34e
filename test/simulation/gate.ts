/**
 * The gate between the simulated gateways and their one database.
 *
 * Nothing passes by itself: every database call of the gateways waits here and is let through one at a time, in random order, and only
 * while this thread is idle. So the real time of the database decides nothing, and a seed gives the same run byte for byte. A call and its
 * answer are two turns: between them other calls run, a node may crash, or the connection may break (before or after the commit).
 */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import { lostFailure, unavailableFailure } from '@sluice/database/failures.ts'
import { type Database, DatabaseFailure, isViolationOf } from '@sluice/database/port.ts'
import { isRefusedDecision } from '@sluice/gateway/approvals/decisions.ts'
import type { Dice } from './dice.ts'

/** The owner of an operation: one generation of a gateway. Calls of a dead one are never answered. */
export interface Life {
  readonly name: string
  readonly alive: boolean
}

/** Turns of the event loop without anything new, after which this thread counts as idle. */
const CALM_TURNS = 3
/** Longer than any lease or deadline in the gateway. */
const LONGEST_DELAY_MS = 90_000

type Answer = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: unknown }

interface Operation {
  readonly life: Life
  readonly label: string
  /** Whether a server may answer it with a deadlock. */
  readonly writes: boolean
  readonly work: () => Promise<unknown>
  readonly tell: (answer: Answer) => void
  /** Set once it has succeeded or failed. */
  answer: Answer | undefined
  mayFail: boolean
}

export interface GateOptions {
  readonly database: Database
  readonly dice: Dice
  readonly timers: Timers
  /** Called with a description of each operation that passes. */
  readonly note: (line: string) => void
  /** Called with the name of each fault. */
  readonly count: (name: string) => void
}

export class DatabaseGate {
  /** The share of operations that fail. */
  faultRate = 0
  /** True while the database cannot be reached. */
  isDown = false
  /** Called before every turn. */
  beforeTurn: () => void = () => undefined
  /** Called with the owner of the next operation to run or to answer. */
  beforeOperation: (life: Life, label: string) => void = () => undefined
  /** Errors that nobody planned. */
  readonly unforeseen: string[] = []
  /** Chooses the order and the faults; each step of the world has its own dice. */
  dice: Dice
  /** Something was written since this was last set to false. */
  hasWritten = true
  readonly #options: GateOptions
  #operations: Operation[] = []
  #soonWaiting = 0
  #stirred = 0

  constructor(options: GateOptions) {
    this.#options = options
    this.dice = options.dice
  }

  /** The database as one generation of a gateway sees it. */
  databaseOf(life: Life, writeSlots: number): Database {
    const { database } = this.#options
    const ask = <Value>(label: string, writes: boolean, work: () => Promise<Value>): Promise<Value> =>
      new Promise<unknown>((resolve, reject) => {
        if (!life.alive) return
        const tell = (answer: Answer) => (answer.ok ? resolve(answer.value) : reject(answer.error))
        this.#push({ life, label, writes, work, tell, answer: undefined, mayFail: true })
      }) as Promise<Value>
    return {
      engine: database.engine,
      writeSlots,
      run: (statement, values) =>
        ask(statement.name, statement.name.startsWith('journal_'), () => database.run(statement, values)),
      batch: (calls) =>
        ask(calls.map(({ statement }) => statement.name).join('+'), true, () => database.batch(calls)),
      transact: (reads, decide) =>
        ask(reads.map(({ statement }) => statement.name).join('+'), true, () =>
          database.transact(reads, decide),
        ),
      ping: async () => !this.isDown,
      close: async () => undefined,
    }
  }

  /** Timers that the gate knows of, so that it can tell when this thread is idle. */
  watched(timers: Timers): Timers {
    return {
      after: (delayMs, action) => {
        this.#stirred += 1
        return timers.after(delayMs, action)
      },
      soon: (action) => {
        this.#soonWaiting += 1
        timers.soon(() => {
          this.#soonWaiting -= 1
          action()
        })
      },
    }
  }

  /** A gateway has died: its waiting calls may still reach the database, or not. */
  abandon(life: Life): void {
    this.#operations = this.#operations.filter(
      (operation) => operation.life !== life || (!operation.answer && this.dice.happens(0.5)),
    )
  }

  /** Lets one operation after the other through until none waits and this thread is idle. */
  async settle(): Promise<void> {
    await this.#quiet()
    while (this.#operations.length > 0) {
      this.beforeTurn()
      const { note } = this.#options
      const at = this.dice.between(0, this.#operations.length - 1)
      const [operation] = this.#operations.splice(at, 1)
      if (!operation) continue
      const wasAlive = operation.life.alive
      this.beforeOperation(operation.life, operation.label)
      const hasJustDied = wasAlive && !operation.life.alive
      // Like all its waiting calls, this one may still reach the database, or not.
      if (hasJustDied && (operation.answer || this.dice.happens(0.5))) continue
      if (operation.answer) {
        note(`answer ${operation.life.name} ${operation.label} ${wordOf(operation.answer)}`)
        if (operation.life.alive) operation.tell(operation.answer)
        await this.#quiet()
      } else await this.#let(operation)
    }
  }

  /** Runs an operation or makes it fail at random; its answer then waits for another turn. */
  async #let(operation: Operation): Promise<void> {
    const { dice } = this
    const { timers, count } = this.#options
    const keep = (answer: Answer) => {
      operation.answer = answer
      if (operation.life.alive) this.#operations.push(operation)
    }
    const broken = (error: DatabaseFailure) => keep({ ok: false, error })
    const later = () => {
      operation.mayFail = false
      timers.after(dice.between(1, LONGEST_DELAY_MS), () => {
        if (operation.life.alive) this.#push(operation)
      })
    }
    if (this.isDown) return broken(unavailableFailure('planned outage'))
    const fails = operation.mayFail && dice.happens(this.faultRate)
    const fault = fails ? dice.weighted(FAULTS) : 'NONE'
    if (fails) count(`fault ${fault}`)
    switch (fault) {
      case 'UNAVAILABLE':
        return broken(unavailableFailure('planned'))
      case 'RETRY':
        if (!operation.writes) return keep(await this.#done(operation))
        return broken(new DatabaseFailure('RETRY', 'planned', { sqlState: '40P01' }))
      case 'LOST_BEFORE':
        return broken(lostFailure('planned, nothing kept'))
      case 'LOST_AFTER':
        await this.#done(operation)
        return broken(lostFailure('planned, all kept'))
      case 'LATE':
        return later()
      case 'LATE_ANSWER':
        operation.answer = await this.#done(operation)
        return later()
      default:
        return keep(await this.#done(operation))
    }
  }

  async #done(operation: Operation): Promise<Answer> {
    try {
      const value = await operation.work()
      this.hasWritten ||= operation.writes
      this.#options.note(`does ${operation.life.name} ${operation.label}`)
      return { ok: true, value }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (!isForeseen(operation.label, error)) this.unforeseen.push(`${operation.label}: ${message}`)
      this.#options.note(`fails ${operation.life.name} ${operation.label}: ${message}`)
      return { ok: false, error }
    }
  }

  #push(operation: Operation): void {
    this.#stirred += 1
    this.#operations.push(operation)
  }

  async #quiet(): Promise<void> {
    for (let calm = 0; calm < CALM_TURNS; calm++) {
      const before = this.#stirred
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#stirred !== before || this.#soonWaiting > 0) calm = -1
    }
  }
}

export const FAULTS = [
  [2, 'UNAVAILABLE'],
  [2, 'RETRY'],
  [3, 'LOST_BEFORE'],
  [3, 'LOST_AFTER'],
  [1, 'LATE'],
  [1, 'LATE_ANSWER'],
] as const

/**
 * Creates assume that all their IDs are free and are repeated if one was not. Constraints in the database enforce that an approval is
 * decided once and by an authorised operator, and that names are unique. No other statement may violate a constraint.
 */
const isForeseen = (label: string, error: unknown): boolean =>
  (['journal_insert_payin', 'journal_insert_payins', 'journal_insert_payins_with_steps'].includes(label) &&
    isViolationOf(error, 'payment_pkey')) ||
  isRefusedDecision(error) ||
  NAMES.some((name) => isViolationOf(error, name))

const NAMES = ['operator_by_name', 'merchant_person_name_key']

const wordOf = (answer: Answer): string => {
  if (answer.ok) return 'done'
  return answer.error instanceof DatabaseFailure ? answer.error.kind : 'error'
}
