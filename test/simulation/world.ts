/**
 * One simulated world: a database shared by all worlds and emptied before each, a clock that moves only on request, random numbers from a
 * seed, merchants with their receivers, and one or two generations of the gateway.
 *
 * Every event is recorded line by line; the SHA-256 of those lines is the run's digest. The same seed gives the same lines and so the same
 * digest: on every machine, and however often it is run in one process.
 */
import { createHash } from 'node:crypto'
import type { MerchantCode } from '@sluice/core/foundation/identifiers.ts'
import {
  type NetworkScript,
  type SimulatedDeps,
  simulatedDeps,
} from '@sluice/core/foundation/simulated-deps.ts'
import type { Processor } from '@sluice/core/processor/port.ts'
import type { Database } from '@sluice/database/port.ts'
import { truncateAll } from '@sluice/database/truncate.ts'
import { ensureBootstrapOperator } from '@sluice/gateway/identity/operators/operators.ts'
import type { ProcessorContext } from '@sluice/gateway/processing/context.ts'
import type { App } from '@sluice/gateway/server/app.ts'
import type { Answer } from '../harness.ts'
import { type Dice, diceOf, STREAMS } from './dice.ts'
import { DatabaseGate, type Life } from './gate.ts'
import { Node } from './node.ts'
import { Receivers } from './receivers.ts'
import { holds, Violation } from './violation.ts'

const START = Date.parse('2026-11-21T08:00:00.000Z')
/** The longest time for a request: longer than every deadline inside, and than any planned delay of the database. */
const LONGEST_WAIT_MS = 300_000
const HISTORY_KEPT = 60
const STORY_KEPT = 400
const FIRST_OPERATOR: SimOperator = { name: 'bootstrap', token: 'op_simulation' }

export interface SimMerchant {
  readonly code: MerchantCode
  readonly secret: string
  token: string | undefined
  tokenUntil: number
}

/** An operator with all rights; with two of them, each approves the other's requests. */
export interface SimOperator {
  readonly name: string
  readonly token: string
}

export interface WorldOptions {
  readonly database: Database
  readonly seed: number
  /** Wraps the database of each gateway: for planted bugs. */
  readonly tamper?: (database: Database) => Database
  /** Gets the app of each gateway: for planted bugs. */
  readonly tamperApp?: (app: App) => void
  /** Called with every line of the history. */
  readonly onLine?: (line: string) => void
}

export class World {
  readonly seed: number
  readonly deps: SimulatedDeps
  readonly gate: DatabaseGate
  readonly receivers: Receivers
  readonly merchants: SimMerchant[] = []
  readonly operators: SimOperator[] = [FIRST_OPERATOR]
  /** The database itself, without the gate: for checks. */
  readonly database: Database
  crashes = 0
  /** In addition to the sandbox, made again for each node. */
  processors: readonly ((house: ProcessorContext) => Processor)[] = []
  /** Hosts besides the receivers, by the beginning of URLs. */
  readonly hosts = new Map<string, NetworkScript>()
  readonly #options: WorldOptions
  readonly #digest = createHash('sha256')
  readonly #history: string[] = []
  readonly #story: string[] = []
  readonly #coverage = new Map<string, number>()
  readonly #writeSlots: number
  #nodes: Node[] = []
  #born = 0
  #turnsToCrash = Number.POSITIVE_INFINITY
  #fatalOperation: string | undefined
  #mayCrash = true
  #complaint: Violation | undefined

  constructor(options: WorldOptions) {
    const { seed, database } = options
    this.#options = options
    this.seed = seed
    this.database = database
    const note = (line: string) => this.note(line)
    const count = (name: string) => this.count(name)
    this.deps = simulatedDeps(seed, {
      startAt: START,
      network: (request, wait) => this.#answering(request.url)(request, wait),
      settled: () => this.gate.settle(),
    })
    const { timers, clock } = this.deps
    this.gate = new DatabaseGate({
      ...{ database, timers, note, count },
      dice: this.dice(STREAMS.gateOfStep(0)),
    })
    this.gate.beforeTurn = () => this.#crashIfDue()
    this.gate.beforeOperation = (life, label) => this.#crashIfFatal(life, label)
    const complain = (violation: Violation) => {
      this.#complaint ??= violation
    }
    const record = (line: string) => this.record(line)
    this.receivers = new Receivers({
      ...{ clock, record, complain, count },
      dice: this.dice(STREAMS.receiversOfStep(0)),
    })
    this.#writeSlots = this.dice(STREAMS.writeSlots).between(1, 2)
  }

  #answering(url: string): NetworkScript {
    for (const [base, answer] of this.hosts) if (url.startsWith(`${base}/`)) return answer
    return this.receivers.answer
  }

  /** Random numbers for the actors of this world. */
  dice(stream: number): Dice {
    return diceOf(this.seed, stream)
  }

  /** From here on this step's dice decide the interleavings, the faults and the receivers. */
  beginStep(number: number): void {
    this.gate.dice = this.dice(STREAMS.gateOfStep(number))
    this.receivers.dice = this.dice(STREAMS.receiversOfStep(number))
  }

  /** Records what somebody outside does or sees. */
  record(line: string): void {
    const full = this.#write(line)
    this.#story.push(full)
    if (this.#story.length > STORY_KEPT) this.#story.shift()
  }

  /** Records what happens inside. */
  note(line: string): void {
    this.#write(`  ${line}`)
  }

  #write(line: string): string {
    const full = `${this.deps.clock.now() - START} ${line}`
    this.#digest.update(`${full}\n`)
    this.#history.push(full)
    if (this.#history.length > HISTORY_KEPT) this.#history.shift()
    this.#options.onLine?.(full)
    return full
  }

  count(name: string, times = 1): void {
    this.#coverage.set(name, (this.#coverage.get(name) ?? 0) + times)
  }

  get coverage(): ReadonlyMap<string, number> {
    return this.#coverage
  }

  /** The last lines of all that happened, oldest first. */
  get history(): readonly string[] {
    return this.#history
  }

  /** What was done and seen from outside, without what happened inside, oldest first. */
  get story(): readonly string[] {
    return this.#story
  }

  digest(): string {
    return this.#digest.copy().digest('hex')
  }

  get nodes(): readonly Node[] {
    return this.#nodes
  }

  /** Empties the database, creates its operator, starts the first gateway, and gives its public keys to the receivers. */
  async begin(): Promise<void> {
    await truncateAll(this.database)
    await ensureBootstrapOperator(this.database, this.deps, FIRST_OPERATOR.token)
    await this.startNode()
    const [node] = this.#nodes
    const answer = await this.finish(node?.request('GET', '/.well-known/webhook-keys.json') ?? never())
    if (answer?.status !== 200) throw new Error(`no public keys: ${answer?.text}`)
    this.receivers.trust(answer.body)
  }

  async startNode(): Promise<void> {
    this.#born += 1
    const { deps, gate } = this
    const tamper = this.#options.tamper ?? ((database: Database) => database)
    const processors = (house: ProcessorContext) => this.processors.map((make) => make(house))
    const writeSlots = this.#writeSlots
    const { tamperApp } = this.#options
    const context = { deps, gate, tamper, tamperApp, writeSlots, processors }
    const node = new Node(`node-${this.#born}`, context)
    const { faultRate, isDown } = gate
    // A failed start would be repeated by the service manager; here it always succeeds.
    Object.assign(gate, { faultRate: 0, isDown: false })
    await this.finish(node.start())
    Object.assign(gate, { faultRate, isDown })
    this.#nodes.push(node)
    this.record(`started ${node.name}`)
  }

  async stopNode(node: Node): Promise<void> {
    this.#nodes = this.#nodes.filter((other) => other !== node)
    await this.finish(node.stop())
    this.record(`stopped ${node.name}`)
  }

  /** As in a rolling restart: the next node serves before this one stops. */
  async replaceNode(node: Node): Promise<void> {
    await this.startNode()
    await this.stopNode(node)
  }

  crash(node: Node): void {
    this.record(`crash ${node.name}${node.isRequested ? ', which leaves questions open' : ''}`)
    if (node.isRequested) this.count('crash in flight')
    this.crashes += 1
    this.#nodes = this.#nodes.filter((other) => other !== node)
    node.crash()
  }

  /** A node will crash after this many turns of the gate, wherever that is. */
  crashWithin(turns: number): void {
    this.#turnsToCrash = turns
  }

  /** The next node that sends this to the database crashes: before it is done, or before it is answered. */
  crashBefore(operation: string): void {
    this.#fatalOperation = operation
  }

  /** From now on no node crashes. */
  endCrashes(): void {
    this.#turnsToCrash = Number.POSITIVE_INFINITY
    this.#fatalOperation = undefined
    this.#mayCrash = false
  }

  #crashIfFatal(life: Life, label: string): void {
    const node = this.#nodes.find((each) => each === life)
    if (!this.#mayCrash || label !== this.#fatalOperation || !node) return
    this.#fatalOperation = undefined
    this.count('crash at a named operation')
    this.crash(node)
  }

  #crashIfDue(): void {
    this.#turnsToCrash -= 1
    const [node] = this.#nodes
    if (this.#turnsToCrash > 0 || !node) return
    this.#turnsToCrash = Number.POSITIVE_INFINITY
    this.crash(node)
  }

  /** Waits for work that may need simulated time. */
  async finish<SeedResult>(work: Promise<SeedResult>): Promise<SeedResult> {
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

  async jump(ms: number, why = ''): Promise<void> {
    this.record(`${why}the machine sleeps for ${ms} ms`)
    await this.deps.jump(ms)
    this.throwComplaints()
  }

  /** Throws violations that were found where nothing could throw. */
  throwComplaints(): void {
    if (this.#complaint) throw this.#complaint
    const [error] = this.gate.unforeseen
    if (error !== undefined) throw new Violation('no statement fails by itself', error)
  }

  /** Before anything goes wrong. */
  async addMerchant(code: string, paymentMethods?: readonly object[]): Promise<void> {
    const body = {
      merchantCode: code,
      name: `Shop ${code}`,
      isTest: true,
      callbackUrl: this.receivers.urlOf(code),
      rateLimitPerSecond: 10_000,
      ...(paymentMethods && { paymentMethods }),
    }
    const [node] = this.#nodes
    const answer = await this.finish(node ? this.operate(node, 'POST', '/admin/merchants', body) : never())
    if (answer?.status !== 201) throw new Error(`no merchant: ${answer?.text}`)
    this.receivers.add(code, String(answer.body.callbackSecret))
    const secret = String(answer.body.secret)
    this.merchants.push({ code: code as MerchantCode, secret, token: undefined, tokenUntil: 0 })
  }

  /**
   * Adds a second operator: from now on operations in the policy wait for the other one. The policy leaves out operations that nobody here
   * decides.
   * @param limits how much an operator may take from balances per day without approval
   */
  async addOperator(name: string, limits: readonly object[]): Promise<void> {
    const [node] = this.#nodes
    if (!node) return never()
    const rules = [
      { operation: 'balance.credit', rule: 'NONE' },
      { operation: 'case.return', rule: 'NONE' },
      { operation: 'balance.debit', rule: 'ABOVE', above: limits },
    ]
    const put = await this.finish(this.operate(node, 'PUT', '/admin/approval-policy', { data: rules }))
    const made = await this.finish(this.operate(node, 'POST', '/admin/operators', { name, role: 'ADMIN' }))
    if (put?.status !== 200 || made?.status !== 201)
      throw new Error(`no operator: ${put?.text} ${made?.text}`)
    const path = `/admin/operators/${made.body.id}/!confirm`
    const confirmed = await this.finish(this.operate(node, 'POST', path))
    if (confirmed?.status !== 200) throw new Error(`not confirmed: ${confirmed?.text}`)
    this.operators.push({ name, token: String(made.body.token) })
    // A new operator may approve only requests made afterwards.
    await this.advance(1)
  }

  /** An operator's request; undefined if the node crashes before it answers. */
  operate(
    node: Node,
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: object,
    { token }: SimOperator = FIRST_OPERATOR,
  ): Promise<Answer | undefined> {
    return node.request(method, path, { token, ...(body && { body }) })
  }
}

function never(): never {
  throw new Error('a world begins with a gateway')
}
