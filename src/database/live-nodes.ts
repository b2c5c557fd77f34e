/**
 * How many nodes answer requests right now.
 *
 * Every node announces itself in the table `node` every 5 s; one that has been silent for 15 s counts as gone, and one that
 * leaves in order takes its row along. `count` is what the last heartbeat found, so asking costs nothing. The nodes'
 * clocks must agree within a few seconds. The embedded database serves one process, which needs no heartbeat.
 * Where the database cannot be reached, the last count stays.
 */
import type { Cancel, Deps } from '../foundation/deps.ts'
import type { Database, Statement } from './port.ts'

const BEAT_EVERY_MS = 5_000
const LIVE_FOR_MS = 15_000
/** Rows of nodes that died without a farewell. */
const FORGOTTEN_AFTER_MS = 3_600_000

const ANNOUNCE: Statement = {
  name: 'node_announce',
  text: 'insert into node (id, seen_at) values ($1, $2) on conflict (id) do update set seen_at = excluded.seen_at',
}
const COUNT: Statement = {
  name: 'node_count',
  text: 'select count(*)::integer as live from node where seen_at > $1',
}
const FORGET: Statement = { name: 'node_forget', text: 'delete from node where seen_at < $1' }
const LEAVE: Statement = { name: 'node_leave', text: 'delete from node where id = $1' }

export class LiveNodes {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>
  readonly #id: string
  #count = 1
  #cancel: Cancel = () => undefined
  #beating: Promise<void> | undefined
  #announced = false
  #stopped = false

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>) {
    this.#database = database
    this.#deps = deps
    this.#id = deps.randomness.uuidV7(deps.clock.now())
  }

  /** At least 1: this node. */
  get count(): number {
    return this.#count
  }

  start(): void {
    if (this.#database.engine === 'embedded' || this.#stopped) return
    this.#beating = this.beat().finally(() => {
      if (!this.#stopped) this.#cancel = this.#deps.timers.after(BEAT_EVERY_MS, () => this.start())
    })
  }

  /** Announces this node and counts all. Never rejects. */
  async beat(): Promise<void> {
    const now = this.#deps.clock.now()
    try {
      await this.#database.run(ANNOUNCE, [this.#id, iso(now)])
      this.#announced = true
      const [row] = await this.#database.run(COUNT, [iso(now - LIVE_FOR_MS)])
      this.#count = Math.max(1, Number(row?.live))
      await this.#database.run(FORGET, [iso(now - FORGOTTEN_AFTER_MS)])
    } catch (error) {
      const message = error instanceof Error ? error.message : 'unknown'
      this.#deps.log.warn({ error: message }, 'this node could not announce itself')
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel()
    await this.#beating
    // Where this fails, its silence tells the others.
    if (this.#announced) await this.#database.run(LEAVE, [this.#id]).catch(() => undefined)
  }
}

const iso = (at: number): string => new Date(at).toISOString()
