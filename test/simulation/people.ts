/**
 * People in a simulated world: operators who sign in, and merchants' members, honest ones (`staff.ts`) and two rogues (`rogues.ts`). The
 * laws that they must not break are in `people-laws.ts`.
 *
 * Most worlds have none and no cost from them. In worlds with people, only the installation's token does the office's other work; once an
 * ADMIN signs in, that token can approve nothing.
 */
import { Crew } from './crew.ts'
import type { Asking, Desk } from './desk.ts'
import { STREAMS } from './dice.ts'
import { type HeldLink, type Human, Humans, secretIn } from './humans.ts'
import type { Model } from './model.ts'
import { isOfRogues, livesPeople, type PeopleAction } from './people-actions.ts'
import { PeopleLaws } from './people-laws.ts'
import { Rogues } from './rogues.ts'
import { Staff } from './staff.ts'
import type { World } from './world.ts'

/** A rogue owns one of them; another is for tests. */
const MERCHANTS = [
  { code: 'ROMANS', isTest: false },
  { code: 'LIVIA', isTest: false },
  { code: 'TESSA', isTest: true },
]
const CODES = MERCHANTS.map(({ code }) => code)
/** How long they have been active when the run begins: an account that is ended still counts for as long as it was active. */
const TENURES = [
  [1, 60_000],
  [2, 3 * 3_600_000],
  [3, 80 * 3_600_000],
] as const

export class People {
  readonly #world: World
  readonly #laws: PeopleLaws
  readonly #crew: Crew
  readonly #staff: Staff
  readonly #rogues: Rogues

  constructor(world: World, model: Model, desk: Desk) {
    this.#world = world
    const isLive = (merchant: string) => MERCHANTS.some(({ code, isTest }) => code === merchant && !isTest)
    this.#laws = new PeopleLaws((name) => world.count(name), isLive)
    const humans = new Humans(world, model, { desk, witness: this.#laws })
    this.#crew = new Crew({ world, humans, laws: this.#laws })
    this.#staff = new Staff(this.#crew, CODES)
    this.#rogues = new Rogues(this.#crew, this.#staff, { merchants: CODES, home: 'ROMANS' })
  }

  /** The token invites everybody while it is alone; then those who have joined confirm each other. */
  async begin(): Promise<void> {
    const world = this.#world
    const dice = world.dice(STREAMS.peopleCast)
    for (const { code: merchantCode, isTest } of MERCHANTS)
      await this.#ask('POST', '/admin/merchants', { merchantCode, name: `Shop ${merchantCode}`, isTest })
    await this.#ask('PUT', '/admin/approval-policy', {
      data: ['balance.credit', 'case.return'].map((operation) => ({ operation, rule: 'NONE' })),
    })
    const isNarrowed = dice.happens(0.25)
    const rights = { merchants: [dice.one(['ROMANS', 'TESSA']), 'LIVIA'] }
    const office = { realm: 'office', place: 'office', role: 'ADMIN' } as const
    const at = (place: string, role: string) => ({ realm: 'dashboard', place, role }) as const
    const comers = [
      { human: this.#crew.add('petra'), to: office },
      { human: this.#crew.add('quentin'), to: office },
      { human: this.#crew.add('rita', true), to: { ...office, ...(isNarrowed && { rights }) } },
      { human: this.#crew.add('roman', true), to: at('ROMANS', 'OWNER') },
      { human: this.#crew.add('olga'), to: at('LIVIA', 'OWNER') },
      { human: this.#crew.add('nina'), to: at('ROMANS', dice.one(['OWNER', 'SUPPORT'])) },
      { human: this.#crew.add('tess'), to: at('TESSA', 'OWNER') },
    ]
    for (const { human, to } of comers) await this.#invite(human, to)
    const asking = { index: 0, dice }
    for (const { human } of comers) {
      const link = human.links.pop()
      if (link) await world.finish(this.#crew.use(human, link, undefined, asking))
    }
    const [petra, quentin, rita] = comers.map(({ human }) => human.accounts[0])
    const pairs = [
      [petra, quentin],
      [petra, rita],
      [quentin, petra],
    ]
    for (const [by, whom] of pairs) {
      const wish = { method: 'POST', path: `/admin/operators/${whom?.id}/!confirm` } as const
      const answer = by && (await world.finish(this.#crew.action(by, wish, asking)))
      if (answer?.status !== 200) throw new Error(`not confirmed: ${answer?.text}`)
    }
    await world.jump(dice.weighted(TENURES), 'before life begins ')
    await this.#laws.check(world.database, 0)
  }

  async #invite(
    human: Human,
    { role, rights, ...link }: Pick<HeldLink, 'realm' | 'place'> & { role: string; rights?: object },
  ): Promise<void> {
    const path =
      link.realm === 'office' ? '/admin/people/!invite' : `/admin/merchants/${link.place}/people/!invite`
    const body = { name: human.name, role, ...(rights && { rights }) }
    const made = await this.#ask('POST', path, body)
    this.#crew.give(human, { ...link, purpose: 'INVITE', secret: secretIn(made.body.link) })
  }

  /** As the installation's token, before anything goes wrong. */
  async #ask(method: 'POST' | 'PUT', path: string, body: object) {
    const [node] = this.#world.nodes
    const answer = node && (await this.#world.finish(this.#world.operate(node, method, path, body)))
    if (!answer || answer.status >= 300 || answer.status === 202) throw new Error(`${path}: ${answer?.text}`)
    return answer
  }

  action(what: PeopleAction, asking: Asking): Promise<void> {
    return isOfRogues(what) ? this.#rogues.action(what, asking) : this.#staff.action(what, asking)
  }

  /** Called after each step. */
  async check(step: number): Promise<void> {
    if (livesPeople(this.#world.seed)) await this.#laws.check(this.#world.database, step)
  }
}
