/**
 * What befalls the machines of a simulated world between and during the acts of its merchants: time that passes, or jumps as
 * where a machine slept; crashes, second nodes and planned stops; a database that fails now and then, or is gone for a while;
 * receivers that fall ill.
 */
import type { Instant } from '../../src/foundation/deps.ts'
import type { Dice } from './dice.ts'
import type { Model } from './model.ts'
import type { World } from './world.ts'

/** A delayed operation of the database, and the deadlines over it, may still be felt so long after the last fault. */
const AFTERMATH_MS = 200_000

export class Fate {
  readonly #world: World
  readonly #dice: Dice
  #troubledUntil: Instant = 0

  constructor(world: World, model: Model) {
    this.#world = world
    this.#dice = world.dice(12)
    model.isExcused = () => world.deps.clock.now() < this.#troubledUntil
  }

  async passTime(): Promise<void> {
    const dice = this.#dice
    switch (dice.weighted(PASSING)) {
      case 'soon':
        return this.#world.advance(dice.between(0, 4_000))
      case 'minutes':
        return this.#world.jump(dice.between(1, 15 * 60_000))
      case 'hours':
        return this.#world.jump(dice.between(1, 9 * 3_600_000))
      default:
        return undefined
    }
  }

  /** Before each step. Afterwards somebody serves. */
  async befall(): Promise<void> {
    const what = this.#dice.weighted(MISHAPS)
    if (what !== 'nothing') this.#world.record(what)
    await this.#happen(what)
    const { gate } = this.#world
    if (gate.isDown && this.#dice.happens(0.4)) gate.isDown = false
    // A crash leaves no trace in the answers of those who survive it: only the database excuses a 5xx.
    if (gate.isDown || gate.faultRate > 0) this.#troubledUntil = Number.POSITIVE_INFINITY
    else if (this.#troubledUntil === Number.POSITIVE_INFINITY) {
      this.#troubledUntil = this.#world.deps.clock.now() + AFTERMATH_MS
    }
    if (this.#world.nodes.length === 0) await this.#world.startNode()
  }

  async #happen(what: (typeof MISHAPS)[number][1]): Promise<void> {
    const { gate, nodes, receivers, merchants } = this.#world
    const dice = this.#dice
    switch (what) {
      case 'nothing':
        return
      case 'crash':
        this.#world.crashWithin(dice.between(1, 25))
        return
      case 'second node':
        if (nodes.length < 2) await this.#world.startNode()
        return
      case 'a node stops': {
        const [oldest, other] = nodes
        if (oldest && other) await this.#world.stopNode(oldest)
        return
      }
      case 'faults':
        gate.faultRate = dice.one([0, 0, 0.02, 0.1])
        return
      case 'outage':
        gate.isDown = !gate.isDown
        return
      case 'mood':
        receivers.setMood(dice.one(merchants).code, dice.one(['well', 'ill', 'ill', 'gone']))
    }
  }
}

const PASSING = [
  [6, 'no'],
  [10, 'soon'],
  [2, 'minutes'],
  [0.6, 'hours'],
] as const
const MISHAPS = [
  [70, 'nothing'],
  [6, 'crash'],
  [3, 'second node'],
  [2, 'a node stops'],
  [4, 'faults'],
  [1.5, 'outage'],
  [6, 'mood'],
] as const
