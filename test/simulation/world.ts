/**
 * One simulated world: a database shared by all worlds and emptied before each, a clock that moves only when told, chance
 * from a seed, merchants with their receivers, and one or two generations of the gateway on it.
 *
 * Everything that happens is written down line by line; the SHA-256 of those lines is the run's digest. The same seed gives
 * the same lines, so it gives the same digest: on every machine, and however often it is run in one process.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../../src/database/port.ts'
import { truncateAll } from '../../src/database/truncate.ts'
import type { MerchantCode } from '../../src/foundation/identifiers.ts'
import { type SimulatedDeps, simulatedDeps } from '../../src/foundation/simulated-deps.ts'
import { newMerchantCallbackSecret, newMerchantSecret } from '../../src/merchants/credentials.ts'
import { createMerchant } from '../../src/merchants/store.ts'
import { type Dice, diceOf } from './dice.ts'
import { DatabaseGate } from './gate.ts'
import { MASTER_KEY, Node } from './node.ts'
import { Receivers } from './receivers.ts'
import { holds, Violation } from './violation.ts'

const START = Date.parse('2026-11-21T08:00:00.000Z')
/** The longest that a request may take: longer than every deadline inside, and than any planned delay of the database. */
const LONGEST_WAIT_MS = 300_000
const HISTORY_KEPT = 60

export interface SimMerchant {
  readonly code: MerchantCode
  readonly secret: string
  token: string | undefined
  tokenUntil: number
}

export interface WorldOptions {
  readonly database: Database
  readonly seed: number
  /** Wraps the database of each gateway: for planted bugs. */
  readonly tamper?: (database: Database) => Database
  /** Told every line of the history. */
  readonly onLine?: (line: string) => void
}

export class World {
  readonly seed: number
  readonly deps: SimulatedDeps
  readonly gate: DatabaseGate
  readonly receivers: Receivers
  readonly merchants: SimMerchant[] = []
  /** The database itself, past the gate: for checks. */
  readonly database: Database
  crashes = 0
  readonly #options: WorldOptions
  readonly #digest = createHash('sha256')
  readonly #history: string[] = []
  readonly #writeSlots: number
  #nodes: Node[] = []
  #born = 0
  #turnsToCrash = Number.POSITIVE_INFINITY
  #complaint: Violation | undefined

  constructor(options: WorldOptions) {
    const { seed, database } = options
    this.#options = options
    this.seed = seed
    this.database = database
    const record = (line: string) => this.record(line)
    this.deps = simulatedDeps(seed, {
      startAt: START,
      network: (request, wait) => this.receivers.answer(request, wait),
      settled: () => this.gate.settle(),
    })
    const { timers, clock } = this.deps
    this.gate = new DatabaseGate({ database, dice: diceOf(seed, 1), timers, record })
    this.gate.beforeTurn = () => this.#crashIfDue()
    const complain = (violation: Violation) => {
      this.#complaint ??= violation
    }
    this.receivers = new Receivers({ clock, dice: diceOf(seed, 2), record, complain })
    this.#writeSlots = diceOf(seed, 3).between(1, 2)
  }

  /** Chance for those who live in this world. */
  dice(stream: number): Dice {
    return diceOf(this.seed, stream)
  }

  record(line: string): void {
    const full = `${this.deps.clock.now() - START} ${line}`
    this.#digest.update(`${full}\n`)
    this.#history.push(full)
    if (this.#history.length > HISTORY_KEPT) this.#history.shift()
    this.#options.onLine?.(full)
  }

  /** The last lines, oldest first. */
  get history(): readonly string[] {
    return this.#history
  }

  digest(): string {
    return this.#digest.copy().digest('hex')
  }

  get nodes(): readonly Node[] {
    return this.#nodes
  }

  /** Empties the database and starts the first gateway. */
  async begin(): Promise<void> {
    await truncateAll(this.database)
    await this.startNode()
  }

  async startNode(): Promise<void> {
    this.#born += 1
    const { deps, gate } = this
    const tamper = this.#options.tamper ?? ((database: Database) => database)
    const node = new Node(`node-${this.#born}`, { deps, gate, tamper, writeSlots: this.#writeSlots })
    const { faultRate, isDown } = gate
    // A start that fails is the keeper's to repeat; here it always comes through.
    Object.assign(gate, { faultRate: 0, isDown: false })
    await this.finish(node.start())
    Object.assign(gate, { faultRate, isDown })
    this.#nodes.push(node)
    this.record(`started ${node.name}`)
  }

  async stopNode(node: Node): Promise<void> {
    this.record(`stops ${node.name}`)
    this.#nodes = this.#nodes.filter((other) => other !== node)
    await this.finish(node.stop())
  }

  crash(node: Node): void {
    this.record(`crash ${node.name}`)
    this.crashes += 1
    this.#nodes = this.#nodes.filter((other) => other !== node)
    node.crash()
  }

  /** A node will crash after so many turns of the gate, wherever that is. */
  crashWithin(turns: number): void {
    this.#turnsToCrash = turns
  }

  #crashIfDue(): void {
    this.#turnsToCrash -= 1
    const [node] = this.#nodes
    if (this.#turnsToCrash > 0 || !node) return
    this.#turnsToCrash = Number.POSITIVE_INFINITY
    this.crash(node)
  }

  /** Waits for work that may need simulated time. */
  async finish<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
    let isOver = false
    const over = () => {
      isOver = true
    }
    work.then(over, over)
    await this.deps.rest()
    for (let waitedMs = 0; !isOver; waitedMs += 50) {
      holds(waitedMs < LONGEST_WAIT_MS, 'everything is answered', () => `nothing after ${waitedMs} ms`)
      await this.deps.advance(50)
    }
    const outcome = await work
    this.throwComplaints()
    return outcome
  }

  async advance(ms: number): Promise<void> {
    await this.deps.advance(ms)
    this.throwComplaints()
  }

  async jump(ms: number): Promise<void> {
    this.record(`jump ${ms}`)
    await this.deps.jump(ms)
    this.throwComplaints()
  }

  /** What was found where nobody could throw it. */
  throwComplaints(): void {
    if (this.#complaint) throw this.#complaint
    const [error] = this.gate.unforeseen
    if (error !== undefined) throw new Violation('no statement fails by itself', error)
  }

  async addMerchant(code: string): Promise<SimMerchant> {
    const { clock, randomness } = this.deps
    const now = clock.now()
    const merchantCode = code as MerchantCode
    const secret = newMerchantSecret(randomness, now)
    const callbackSecret = newMerchantCallbackSecret(merchantCode, MASTER_KEY, randomness, now)
    const merchant = {
      code: merchantCode,
      name: `Shop ${code}`,
      isTest: true,
      status: 'ACTIVE' as const,
      callbackUrl: this.receivers.urlOf(code),
      rateLimitPerSecond: 10_000,
      returnSchemes: [],
      products: undefined,
      createdAt: now,
      updatedAt: now,
    }
    const audit = {
      id: randomness.uuidV7(now),
      at: now,
      operator: 'simulation',
      action: 'merchant.create',
      subject: code,
      detail: {},
    }
    const credentials = [secret.credential, callbackSecret.credential]
    const made = await createMerchant(this.database, { merchant, credentials }, audit)
    if (!made.ok) throw new Error(made.failure)
    this.receivers.add(code, callbackSecret.secret)
    const known = { code: merchantCode, secret: secret.secret, token: undefined, tokenUntil: 0 }
    this.merchants.push(known)
    return known
  }
}
