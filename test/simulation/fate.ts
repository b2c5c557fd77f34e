/**
 * Failures of the machines in a simulated world, between and during the merchants' deeds: time that passes, or jumps as after a sleep;
 * crashes, second nodes and planned stops; a database that fails now and then or is gone for a while; receivers that fail.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { type Dice, STREAMS } from './dice.ts'
import type { Model } from './model.ts'
import type { MishapDeed, PassingDeed } from './plan.ts'
import type { World } from './world.ts'

/** How long delayed database operations, and the deadlines over them, may still have effects after the last fault. */
const AFTERMATH_MS = 200_000

export class Fate {
  readonly #world: World
  #troubledUntil: Instant = 0

  constructor(world: World, model: Model) {
    this.#world = world
    model.isExcused = () => world.deps.clock.now() < this.#troubledUntil
  }

  async passTime({ index, what }: PassingDeed): Promise<void> {
    const world = this.#world
    const dice = world.dice(STREAMS.deed(index))
    world.count(`time ${what}`)
    switch (what) {
      case 'seconds': {
        const ms = dice.between(0, 4_000)
        world.record(`#${index} ${ms} ms pass`)
        return world.advance(ms)
      }
      case 'minutes':
        return world.jump(dice.between(1, 15 * 60_000), `#${index} `)
      case 'hours':
        return world.jump(dice.between(1, 9 * 3_600_000), `#${index} `)
    }
  }

  /** Called before each step. Afterwards at least one node serves. */
  async befall(step: number, deed: MishapDeed | undefined): Promise<void> {
    const world = this.#world
    if (deed) {
      world.count(`mishap ${deed.what}`)
      const dice = world.dice(STREAMS.deed(deed.index))
      const what = await this.#happen(deed.what, dice)
      world.record(`#${deed.index} ${what}`)
    }
    const { gate } = world
    if (gate.isDown && world.dice(STREAMS.fateOfStep(step)).happens(0.4)) {
      gate.isDown = false
      world.record('the database is back')
    }
    // Survivors of a crash never see it in an answer: only a failing database excuses a 5xx.
    if (gate.isDown || gate.faultRate > 0) this.#troubledUntil = Number.POSITIVE_INFINITY
    else if (this.#troubledUntil === Number.POSITIVE_INFINITY) {
      this.#troubledUntil = world.deps.clock.now() + AFTERMATH_MS
    }
    if (world.nodes.length === 0) await world.startNode()
  }

  /** @returns a description of what happened */
  async #happen(what: MishapDeed['what'], dice: Dice): Promise<string> {
    const { gate, nodes, receivers, merchants } = this.#world
    switch (what) {
      case 'crash': {
        const turns = dice.between(1, 25)
        this.#world.crashWithin(turns)
        return `a crash is coming, after ${turns} turns of the database`
      }
      case 'second node':
        if (nodes.length < 2) await this.#world.startNode()
        return `there are ${this.#world.nodes.length} nodes`
      case 'a node stops': {
        const [oldest, other] = nodes
        if (oldest && other) await this.#world.stopNode(oldest)
        else if (oldest) await this.#world.replaceNode(oldest)
        return 'a node has been stopped as planned'
      }
      case 'faults':
        gate.faultRate = dice.one([0, 0.05, 0.15])
        return `of the database's operations ${gate.faultRate * 100} % fail`
      case 'outage':
        gate.isDown = true
        return 'the database is gone'
      case 'mood': {
        const merchant = dice.one(merchants).code
        const mood = dice.one(['well', 'ill', 'ill', 'gone'] as const)
        receivers.setMood(merchant, mood)
        return `the receiver of ${merchant} is ${mood}`
      }
    }
  }
}
