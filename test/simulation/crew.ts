/**
 * Shared by honest people and rogues of a simulated world: who exists, how links are requested, collected and handed over, and how an
 * account sends a request. What they try to do is in `staff.ts` and `rogues.ts`.
 */
import type { Answer } from '../harness.ts'
import type { Asking } from './desk.ts'
import type { Dice } from './dice.ts'
import { type Account, type HeldLink, type Human, type Humans, secretIn, type Wish } from './humans.ts'
import type { PeopleLaws } from './people-laws.ts'
import type { ApprovalRow, MemberRow, OperatorRow } from './people-rows.ts'
import { holds } from './violation.ts'
import type { World } from './world.ts'

/** The result of a request: a link for somebody, or a program's token. */
export interface Made {
  readonly for: Human
  readonly link?: Omit<HeldLink, 'secret'>
}

export interface CrewOptions {
  readonly world: World
  readonly humans: Humans
  readonly laws: PeopleLaws
}

export class Crew {
  readonly world: World
  readonly accesses: Humans
  readonly laws: PeopleLaws
  readonly people: Human[] = []
  /** Requests that wait for approval, by its ID. */
  readonly #planned = new Map<string, Made>()

  constructor({ world, humans, laws }: CrewOptions) {
    this.world = world
    this.accesses = humans
    this.laws = laws
  }

  add(name: string, isRogue = false): Human {
    const address = `10.9.${Math.floor(this.people.length / 200)}.${1 + (this.people.length % 200)}`
    const human = { name, isRogue, address, accounts: [], links: [] }
    this.people.push(human)
    return human
  }

  // ── Accounts ──────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Active accounts of honest people or of rogues, as of the last step. */
  accounts(realm: Account['realm'], isRogue: boolean): readonly Account[] {
    return this.people
      .filter((human) => human.isRogue === isRogue)
      .flatMap(({ accounts }) => accounts)
      .filter((account) => account.realm === realm && this.#isInForce(account))
  }

  admins(isRogue: boolean): readonly Account[] {
    return this.accounts('office', isRogue).filter(({ id }) => this.operator(id)?.role === 'ADMIN')
  }

  #isInForce({ id, realm }: Account): boolean {
    if (id === undefined) return true
    return realm === 'office' ? this.operator(id) !== undefined : this.places(id).length > 0
  }

  operator(id: string | undefined): OperatorRow | undefined {
    const row = id === undefined ? undefined : this.laws.now.operators.get(id)
    return row?.revokedAt === undefined ? row : undefined
  }
  /** Active people and programs, without the installation's token. */
  operators(): readonly OperatorRow[] {
    return [...this.laws.now.operators.values()].filter(
      ({ revokedAt, name }) => revokedAt === undefined && name !== 'bootstrap',
    )
  }
  places(person: string | undefined): readonly MemberRow[] {
    return this.laws.now.members.filter((member) => member.person === person)
  }
  waiting(): readonly ApprovalRow[] {
    const now = this.world.deps.clock.now()
    return this.laws.now.approvals.filter(
      ({ isApproved, expiresAt }) => isApproved === undefined && expiresAt > now,
    )
  }

  /** Approved requests whose result nobody has collected yet. */
  uncollected(): readonly ApprovalRow[] {
    return this.laws.now.approvals.filter(({ id, isApproved }) => isApproved && this.#planned.has(id))
  }

  // ── Actions ───────────────────────────────────────────────────────────────────────────────────────────────────────

  async action(who: Account, wish: Wish, asking: Asking): Promise<Answer | undefined> {
    const answer = await this.accesses.ask(who, wish, asking)
    const outcome = answer?.body?.code ?? answer?.status ?? 'nothing'
    this.world.count(`${who.human.isRogue ? 'rogue' : 'staff'} ${wish.method} ${outcome}`)
    return answer
  }

  /** Requests something that makes a link or token for somebody: they get it now, or once it is approved and collected. */
  async askFor(who: Account, wish: Wish, made: Made, asking: Asking): Promise<Answer | undefined> {
    const answer = await this.action(who, wish, asking)
    if (answer?.status === 201) this.#hand(answer.body, made)
    if (answer?.status === 202) this.#planned.set(String(answer.body.approval?.id), made)
    return answer
  }

  async decide(who: Account, approval: ApprovalRow, isYes: boolean, asking: Asking): Promise<boolean> {
    const path = `/admin/approvals/${approval.id}/!${isYes ? 'approve' : 'reject'}`
    const body = isYes ? undefined : { note: 'not now' }
    const answer = await this.action(who, { method: 'POST', path, ...(body && { body }) }, asking)
    const outcome = answer?.body?.code ?? answer?.status ?? 'nothing'
    this.world.count(`people ${isYes ? 'approve' : 'reject'} ${outcome}`)
    const isSecret = /\/sign-in#|"op_/.test(answer?.text ?? '')
    holds(!isSecret || isAsker(who, approval), 'who approves is not shown what was made', () => approval.runs)
    return answer?.status === 200 && isYes
  }

  isPlanned(approval: string): boolean {
    return this.#planned.has(approval)
  }

  async collect(
    who: Account,
    approval: Pick<ApprovalRow, 'id' | 'requestedBy'>,
    asking: Asking,
  ): Promise<void> {
    const path = `/admin/approvals/${approval.id}/!collect`
    const answer = await this.action(who, { method: 'POST', path }, asking)
    this.world.count(`people collect ${answer?.body?.code ?? answer?.status ?? 'nothing'}`)
    if (answer?.status !== 200) return
    holds(
      isAsker(who, approval),
      'only who asked is shown what was made',
      () => `${approval.id} by ${who.name}`,
    )
    const made = this.#planned.get(approval.id)
    this.#planned.delete(approval.id)
    if (made && answer.body.body) this.#hand(answer.body.body, made)
  }

  #hand(body: Answer['body'], { for: human, link }: Made): void {
    if (link) this.give(human, { ...link, secret: secretIn(body.link) })
    if (link || body.token === undefined) return
    const id = String(body.id)
    this.laws.ownsProgram(id, human)
    const program = {
      human,
      realm: 'office',
      name: String(body.name),
      id,
      token: String(body.token),
    } as const
    human.accounts.push({ ...program, cookie: undefined, provedAt: 0, seenAt: 0, refusals: 0 })
  }

  give(human: Human, link: HeldLink): void {
    this.laws.holdsLink(link.secret, human)
    human.links.push(link)
  }

  /** Opens a link, either signed in already or as somebody new. */
  async use(human: Human, link: HeldLink, as: Account | undefined, asking: Asking): Promise<void> {
    if (!as || link.purpose !== 'INVITE' || link.realm !== 'dashboard') {
      await this.accesses.join(human, link, asking)
      return
    }
    const wish = {
      method: 'POST',
      path: '/dashboard/sign-in/link/accept',
      body: { link: link.secret },
    } as const
    const answer = await this.action(as, wish, asking)
    this.world.count(`people accept ${answer?.body?.code ?? answer?.status ?? 'nothing'}`)
  }
}

const isAsker = ({ id }: Account, { requestedBy }: Pick<ApprovalRow, 'requestedBy'>): boolean =>
  id === requestedBy

export const pick = <Thing>(dice: Dice, things: readonly Thing[]): Thing | undefined =>
  things.length === 0 ? undefined : dice.one(things)
