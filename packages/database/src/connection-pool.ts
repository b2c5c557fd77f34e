/**
 * A small pool of connections. They are opened when first needed, and again after they have ended; callers wait in line for a
 * free one.
 *
 * The number of connections, the number of waiting callers and the waiting time are limited. A connection belongs to one caller
 * until it is returned, so transactions never mix.
 */
import type { Timers } from '@sluice/core/foundation/deps.ts'
import type { Connection } from './connection.ts'
import { unavailableFailure } from './failures.ts'

export interface PoolSettings {
  readonly open: () => Promise<Connection>
  readonly size: number
  /** Further callers are rejected immediately. */
  readonly maxWaiting: number
  readonly maxWaitMs: number
  readonly timers: Timers
}

export class ConnectionPool {
  readonly #settings: PoolSettings
  readonly #idle: Connection[] = []
  readonly #waiting = new Set<() => void>()
  #busy = 0
  #closing = false
  #whenIdle: (() => void) | undefined

  constructor(settings: PoolSettings) {
    this.#settings = settings
  }

  /** Adds a connection that is open already. */
  adopt(connection: Connection): void {
    this.#idle.push(connection)
  }

  /**
   * Runs `work` with a connection. If one is idle, `work` starts before this returns, so its statements have been sent by then.
   * @param work must return a promise, never throw
   * @throws DatabaseFailure UNAVAILABLE if no connection is free in time
   */
  use<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome> {
    const isFree = !this.#closing && this.#busy < this.#settings.size
    const connection = isFree ? this.#usableIdle() : undefined
    if (connection === undefined) return this.#useInTurn(work)
    this.#busy += 1
    const outcome = work(connection)
    // Runs before the caller that awaits the outcome continues, so that it may find this connection idle. Creates no further
    // promise.
    const release = () => {
      if (connection.usable) this.#idle.push(connection)
      this.#leave()
    }
    outcome.then(release, release)
    return outcome
  }

  async #useInTurn<Outcome>(work: (connection: Connection) => Promise<Outcome>): Promise<Outcome> {
    const turn = this.#turn()
    if (turn) await turn
    try {
      const connection = this.#usableIdle() ?? (await this.#settings.open())
      try {
        return await work(connection)
      } finally {
        if (connection.usable) this.#idle.push(connection)
      }
    } finally {
      this.#leave()
    }
  }

  /** Waits for running work; waiting callers are rejected. */
  async close(): Promise<void> {
    this.#closing = true
    for (const wake of this.#waiting) wake()
    if (this.#busy > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve))
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()))
  }

  #usableIdle(): Connection | undefined {
    for (let connection = this.#idle.pop(); connection !== undefined; connection = this.#idle.pop()) {
      if (connection.usable) return connection
    }
    return undefined
  }

  /** Undefined if a place was free, and is now taken. */
  #turn(): Promise<void> | undefined {
    if (this.#closing) throw unavailableFailure('it is being closed')
    if (this.#busy < this.#settings.size) {
      this.#busy += 1
      return undefined
    }
    if (this.#waiting.size >= this.#settings.maxWaiting)
      throw unavailableFailure('too much is waiting for it')
    return new Promise<void>((resolve, reject) => {
      const leaveLine = () => {
        this.#waiting.delete(wake)
        cancel()
      }
      const wake = () => {
        leaveLine()
        if (this.#closing) reject(unavailableFailure('it is being closed'))
        else resolve()
      }
      const cancel = this.#settings.timers.after(this.#settings.maxWaitMs, () => {
        leaveLine()
        reject(unavailableFailure('no connection became free in time'))
      })
      this.#waiting.add(wake)
    })
  }

  /** Passes the place to the next in line, so that new callers do not get ahead. */
  #leave(): void {
    const [next] = this.#waiting
    if (next !== undefined && !this.#closing) {
      next()
      return
    }
    this.#busy -= 1
    if (this.#busy === 0) this.#whenIdle?.()
  }
}
