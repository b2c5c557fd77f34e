/**
 * How many nodes serve requests, and which master keys the nodes know.
 *
 * Every node announces itself in the table `node` every 5 s. One that has been silent for 15 s counts as gone, and one that stops
 * in an orderly way deletes its row. A node that only does background work is listed, but not counted. `count` is the result of
 * the last heartbeat, so reading it costs nothing. The nodes' clocks must agree within a few seconds. The embedded database
 * serves one process, which needs no heartbeat. If the database is unavailable, the last count stays.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { Loop } from '@sluice/core/foundation/loop.ts'
import { type Database, sqlStatement } from './port.ts'

const BEAT_EVERY_MS = 5_000
export const LIVE_FOR_MS = 15_000
/** For rows of nodes that crashed. */
const FORGOTTEN_AFTER_MS = 3_600_000

const ANNOUNCE = sqlStatement({
  name: 'node_announce',
  text: `insert into node (id, seen_at, answers, knows, seals) values ($1, $2, $3, $4, $5)
    on conflict (id) do update set seen_at = excluded.seen_at, knows = excluded.knows, seals = excluded.seals`,
})
const COUNT = sqlStatement({
  name: 'node_count',
  // A node of an older version does not report this; since it is there, it serves requests.
  text: 'select count(*)::integer as live from node where seen_at > $1 and answers is not false',
})
const KEYS = sqlStatement({
  name: 'node_keys',
  text: 'select id, knows, seals from node where seen_at > $1 order by id',
})
const FORGET = sqlStatement({ name: 'node_forget', text: 'delete from node where seen_at < $1' })
const LEAVE = sqlStatement({ name: 'node_leave', text: 'delete from node where id = $1' })

/** What a node reports to the others. */
export interface NodeFacts {
  readonly answers: boolean
  /** Fingerprints. */
  readonly knows: () => readonly string[]
  readonly seals: () => string
  /**
   * The processes on the same port: their number including this one, and its name, which the process that replaces it also gets.
   */
  readonly siblings?: { readonly count: number; readonly nodeId: string } | undefined
}

/** What a live node has reported about its keys. An older version reports nothing. */
export interface NodeKeys {
  readonly id: string
  readonly knows: readonly string[]
  readonly seals: string | undefined
}

/** All live nodes, including those that only do background work. */
export async function readLiveNodes(database: Database, now: Instant): Promise<readonly NodeKeys[]> {
  const rows = await database.run(KEYS, [isoTime(now - LIVE_FOR_MS)])
  return rows.map((row) => ({
    id: String(row.id),
    knows: row.knows === null ? [] : String(row.knows).split(' '),
    seals: row.seals === null ? undefined : String(row.seals),
  }))
}

export class LiveNodes {
  readonly #database: Database
  readonly #facts: NodeFacts
  readonly #deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>
  readonly #id: string
  #count = 1
  readonly #loop: Loop
  #announced = false

  constructor(
    database: Database,
    deps: Pick<Deps, 'clock' | 'timers' | 'randomness' | 'log'>,
    facts: NodeFacts,
  ) {
    this.#database = database
    this.#facts = facts
    this.#deps = deps
    this.#id = facts.siblings?.nodeId ?? deps.randomness.uuidV7(deps.clock.now())
    this.#loop = new Loop(deps, {
      everyMs: BEAT_EVERY_MS,
      round: () => this.beat(),
      failed: 'this node could not announce itself',
    })
  }

  /** At least this node and those on its port. */
  get count(): number {
    return Math.max(this.#count, this.#facts.siblings?.count ?? 1)
  }

  start(): void {
    if (this.#database.engine === 'embedded') return
    this.#loop.start()
    this.#loop.wake()
  }

  /** Announces this node and counts all. */
  async beat(): Promise<void> {
    const now = this.#deps.clock.now()
    const { answers, knows, seals } = this.#facts
    await this.#database.run(ANNOUNCE, [this.#id, isoTime(now), answers, knows().join(' '), seals()])
    this.#announced = true
    const [row] = await this.#database.run(COUNT, [isoTime(now - LIVE_FOR_MS)])
    this.#count = Math.max(1, Number(row?.live))
    await this.#database.run(FORGET, [isoTime(now - FORGOTTEN_AFTER_MS)])
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
    // If this fails, the others notice by its silence.
    if (this.#announced) await this.#database.run(LEAVE, [this.#id]).catch(() => undefined)
  }
}
