/**
 * Settlement in a simulated world: terms that change; runs of merchants who are due or named, started when another operator approves,
 * stopped and continued, carried out by nodes that die while they pay; settlements that fail, at their processor or later.
 *
 * The laws, seen from outside: no run pays without approval; a run that was started finishes; it pays no more than was planned, which with
 * the reserve is no more than the balance; a merchant's day is settled once.
 */
import { EXAMPLES } from '@sluice/core/catalogue/examples.ts'
import type { Answer, Json } from '../harness.ts'
import type { Approvals } from './approvals.ts'
import type { Bank } from './bank.ts'
import type { Asking, Desk } from './desk.ts'
import { type Dice, STREAMS } from './dice.ts'
import type { Model } from './model.ts'
import type { Node } from './node.ts'
import { usualPayout } from './orders.ts'
import { holds } from './violation.ts'
import type { SimMerchant, World } from './world.ts'

const PAYOUTS = EXAMPLES.filter(({ method }) => method.kind === 'payout')
const ZONES = ['Asia/Bangkok', 'America/Sao_Paulo', 'Asia/Kolkata', 'Asia/Tokyo', 'UTC']
const SCHEDULES = [
  [4, 'DAILY'],
  [1, 'WEEKLY'],
  [1, 'MONTHLY'],
  [3, 'MANUAL'],
] as const
/** Where a node dies: before it records a payment that it has made, or before the next payment. */
const DIES_BEFORE = ['settlement_item_note', 'settlement_run_finish', 'settlement_run_renew']
/** Nodes look for a run every five seconds. */
const UNTIL_PAID_MS = 20_000

interface Neighbours {
  readonly approvals: Approvals
  readonly bank: Bank
  readonly desk: Desk
}

export class Settlements {
  readonly #world: World
  readonly #model: Model
  readonly #approvals: Approvals
  readonly #bank: Bank
  readonly #desk: Desk
  /** Merchants that have terms, or may have. */
  readonly #settled = new Set<string>()
  /** Runs whose start was approved, or may have been. */
  readonly #started = new Set<string>()
  readonly #stopped = new Set<string>()

  constructor(world: World, model: Model, { approvals, bank, desk }: Neighbours) {
    this.#world = world
    this.#model = model
    this.#approvals = approvals
    this.#bank = bank
    this.#desk = desk
  }

  /** Sets when a merchant is settled, how much is held back, and where the money goes. */
  async agree({ dice }: Asking, { code }: SimMerchant, currency: string): Promise<void> {
    const node = this.#desk.node(dice)
    const payees = PAYOUTS.filter(({ currencyCode }) => currencyCode === currency)
    const body = {
      schedule: dice.weighted(SCHEDULES),
      weekday: dice.between(1, 7),
      dayOfMonth: dice.between(1, 31),
      cutOff: dice.one(['00:00', '09:30', '17:00', '23:59']),
      zone: dice.one(ZONES),
      calendar: dice.one(['EVERY_DAY', 'EVERY_DAY', 'WEEKDAYS']),
      minimum: dice.one([0, 0, 1, usualPayout(currency)]),
      reserve: { percent: dice.one(['0', '2.5', '10', '100']), days: dice.one([0, 1, 7]) },
      payee: dice.one(payees).paymentMethod,
    }
    this.#settled.add(code)
    const path = `/admin/merchants/${code}/settlement-terms/${currency}`
    const answer = await this.#world.operate(node, 'PUT', path, body)
    this.#desk.tell(`terms of ${code} in ${currency}: ${JSON.stringify(body)}`, node, answer)
    this.#expect(answer, [200], 'terms have an expected answer')
  }

  /** Prepares a run, or finds one that waits, and requests its start. */
  async settle({ dice }: Asking, merchants: readonly SimMerchant[]): Promise<void> {
    const isNew = dice.happens(0.7)
    const id = isNew ? await this.#prepare(dice, merchants) : await this.#waiting(dice)
    if (id !== undefined && this.#world.nodes.length > 0) await this.#start(id, dice)
  }

  async #prepare(dice: Dice, merchants: readonly SimMerchant[]): Promise<string | undefined> {
    const node = this.#desk.node(dice)
    const isNamed = dice.happens(0.8)
    const body = isNamed ? { merchantCodes: merchants.map(({ code }) => code) } : undefined
    const answer = await this.#world.operate(node, 'POST', '/admin/settlement-runs', body)
    this.#desk.tell(`a run of ${isNamed ? 'the named' : 'the due'}`, node, answer)
    this.#world.count(`settlement run ${answer?.body?.code ?? answer?.status ?? 'nothing'}`)
    this.#expect(answer, [201, 409], 'a run has an expected answer')
    return answer?.status === 201 && String(answer.body.state) === 'PREPARED'
      ? String(answer.body.id)
      : undefined
  }

  /** A run that is prepared or stopped. */
  async #waiting(dice: Dice): Promise<string | undefined> {
    const runs = await this.#runs(this.#desk.node(dice))
    const waiting = runs.filter(({ state }) => ['PREPARED', 'STOPPED'].includes(String(state)))
    return waiting.length === 0 ? undefined : String(dice.one(waiting).id)
  }

  async #runs(node: Node): Promise<readonly Json[]> {
    const answer = await this.#world.operate(node, 'GET', '/admin/settlement-runs?limit=200')
    this.#expect(answer, [200], 'runs can be listed')
    return answer?.status === 200 ? (answer.body.data as unknown as readonly Json[]) : []
  }

  async #start(id: string, dice: Dice): Promise<void> {
    const action = {
      name: `start run ${id}`,
      done: () => {
        this.#started.add(id)
        this.#world.count(this.#stopped.has(id) ? 'settlement run goes on' : 'settlement run is started')
        if (dice.happens(0.5)) this.#world.crashBefore(dice.one(DIES_BEFORE))
      },
      unsure: () => void this.#started.add(id),
    }
    const asker = dice.one(this.#world.operators)
    const path = `/admin/settlement-runs/${id}/!start`
    const answer = await this.#approvals.ask(this.#desk.node(dice), asker, { path }, action)
    holds(answer?.status !== 200, 'a run waits for a second operator', () => id)
    this.#expect(answer, [202, 409], 'a start has an expected answer')
  }

  async stop({ dice }: Asking): Promise<void> {
    const runs = await this.#runs(this.#desk.node(dice))
    const open = runs.filter(({ state }) => String(state) !== 'DONE')
    if (open.length === 0 || this.#world.nodes.length === 0) return
    const id = String(dice.one(open).id)
    const node = this.#desk.node(dice)
    this.#stopped.add(id)
    const body = { note: 'for today' }
    const answer = await this.#world.operate(node, 'POST', `/admin/settlement-runs/${id}/!stop`, body)
    this.#desk.tell(`stop run ${id}`, node, answer)
    this.#world.count(`settlement run stopped ${answer?.status ?? 'nothing'}`)
    this.#expect(answer, [200, 409], 'a stop has an expected answer')
  }

  /** An event of a settlement that was paid: it is delivered, fails, or is returned. */
  async happen({ dice }: Asking, merchants: readonly SimMerchant[]): Promise<void> {
    const { code } = dice.one(merchants)
    await this.learn(code, this.#desk.node(dice))
    const known = this.#model.ofKind('settlement')
    if (known.length === 0 || this.#world.nodes.length === 0) return
    const [node, settlement] = [this.#desk.node(dice), dice.one(known)]
    await this.#desk.read(settlement, dice)
    if (!this.#world.nodes.includes(node)) return
    if (dice.happens(0.5)) await this.#bank.action(node, settlement, dice)
    else await this.#bank.operate(node, settlement, dice)
  }

  /** A merchant finds its settlements in its list, because it never requested them. @returns whether it could read the list */
  async learn(merchant: string, node: Node): Promise<boolean> {
    if (!this.#settled.has(merchant)) return true
    const answer = await this.#desk.list('settlement', merchant, node)
    if (answer?.status !== 200) return false
    for (const body of answer.body.data as unknown as readonly Json[]) {
      const known = this.#model.payment(merchant, 'settlement', String(body.idSettlement))
      if (known.attempts.length > 0) continue
      known.attempts.push({ body: JSON.stringify({ money: body.money }), fate: 'unknown' })
    }
    return true
  }

  /**
   * At the end, when nothing fails any more: some runs that wait or were stopped are started, and all merchants read what they were paid.
   */
  async finish(node: Node): Promise<void> {
    const dice = this.#world.dice(STREAMS.endOfSettlements)
    for (const { id, state } of await this.#world.finish(this.#runs(node))) {
      const isWaiting = ['PREPARED', 'STOPPED'].includes(String(state))
      if (isWaiting && dice.happens(0.5)) await this.#world.finish(this.#start(String(id), dice))
    }
  }

  async learnAll(node: Node): Promise<void> {
    for (const merchant of this.#settled) {
      const isLearnt = await this.#world.finish(this.learn(merchant, node))
      holds(isLearnt, 'settlements can be listed', () => merchant)
    }
  }

  /** Waits until the nodes have carried out the runs. */
  waitForRuns(): Promise<void> {
    return this.#started.size === 0 ? Promise.resolve() : this.#world.advance(UNTIL_PAID_MS)
  }

  async check(node: Node): Promise<void> {
    for (const run of await this.#world.finish(this.#runs(node))) {
      const { id, state, stoppedWhy } = run
      const name = `run ${id} is ${state}${stoppedWhy === undefined ? '' : `, ${stoppedWhy}`}`
      const isStopped = String(state) === 'STOPPED'
      const isByHand = !isStopped || this.#stopped.has(String(id))
      holds(isByHand, 'a run is stopped by nobody but an operator', () => name)
      holds(String(state) !== 'RUNNING', 'a run that was started comes to its end', () => name)
      await this.#checkItems(String(id), node)
    }
    for (const merchant of this.#settled) this.#checkDays(merchant)
  }

  async #checkItems(id: string, node: Node): Promise<void> {
    const path = `/admin/settlement-runs/${id}/settlements?limit=200`
    const answer = await this.#world.finish(this.#world.operate(node, 'GET', path))
    holds(answer?.status === 200, 'a run can be read', () => String(answer?.text))
    for (const item of answer.body.data as unknown as readonly Json[]) {
      this.#world.count(`settlement ${item.state}`)
      const seen = () => `${id}: ${JSON.stringify(item)}`
      const [paid, planned, heldBack, available] = [
        item.paid,
        item.planned,
        item.heldBack,
        item.available,
      ].map((money) => Number(money?.amount ?? 0)) as [number, number, number, number]
      holds(paid === 0 || this.#started.has(id), 'nothing is paid before it is approved', seen)
      holds(paid <= planned, 'no more is paid than was planned', seen)
      const isThere = planned === 0 || planned + heldBack <= available * (1 + Number.EPSILON * 4)
      holds(isThere, 'the reserve stays behind', seen)
    }
  }

  #checkDays(merchant: string): void {
    const paid = this.#model
      .of(merchant)
      .filter(({ kind, status }) => kind === 'settlement' && status !== 'FAILED' && status !== 'REFUSED')
    const days = paid.map(({ body }) => `${body?.day} ${body?.money?.currencyCode}`)
    const isOnce = new Set(days).size === days.length
    holds(isOnce, 'a day is settled once', () => `${merchant}: ${days.join(', ')}`)
  }

  #expect(answer: Answer | undefined, statuses: readonly number[], check: string): void {
    const isExpected = !answer || statuses.includes(answer.status) || this.#model.isExcused()
    holds(isExpected, check, () => `${answer?.status} ${answer?.text}`)
  }
}
