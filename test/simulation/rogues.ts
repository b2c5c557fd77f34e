/**
 * Two independent rogues of a simulated world: an operator with the role ADMIN, sometimes limited to a merchant, and the owner of one
 * merchant. They request links and keep them, use them after something has changed, invite puppet accounts that they own and have those
 * approve and confirm, collect results late, change and end others, and race against what others do.
 *
 * Any attempt may be refused. What must not result is in `people-laws.ts`.
 */
import { type Crew, pick } from './crew.ts'
import type { Asking } from './desk.ts'
import type { Account, HeldLink, Human, Wish } from './humans.ts'
import type { RogueAction } from './people-actions.ts'
import type { ApprovalRow, MemberRow } from './people-rows.ts'
import type { Staff } from './staff.ts'

/** What the operator requests. */
const OPERATORS_WISHES = [
  [3, 'puppet operator'],
  [2, 'puppet at a merchant'],
  [4, 'recovery at a merchant'],
  [2, 'recovery of an operator'],
  [1, 'program'],
] as const
const OWNERS_WISHES = [
  [3, 'puppet'],
  [4, 'recovery'],
] as const
const FEW_LINKS = 3

export class Rogues {
  readonly #crew: Crew
  readonly #staff: Staff
  readonly #merchants: readonly string[]
  readonly #home: string

  constructor(
    crew: Crew,
    staff: Staff,
    places: { readonly merchants: readonly string[]; readonly home: string },
  ) {
    this.#crew = crew
    this.#staff = staff
    this.#merchants = places.merchants
    this.#home = places.home
  }

  async action(what: RogueAction, asking: Asking): Promise<void> {
    switch (what) {
      case 'rogue asks':
        return asking.dice.happens(0.6) ? this.#asOperator(asking) : this.#asOwner(asking)
      case 'rogue uses':
        return this.#use(asking)
      case 'rogue decides':
        return this.#decide(asking)
      case 'rogue collects':
        return this.#collect(asking)
      case 'rogue confirms':
        return this.#confirm(asking)
      case 'rogue changes':
        return this.#change(asking)
      case 'rogue races':
        return this.#race(asking)
      case 'rogue looks':
        return this.#look(asking)
    }
  }

  #offices(): readonly Account[] {
    return this.#crew.accounts('office', true)
  }
  #owner(): Account | undefined {
    return this.#crew
      .accounts('dashboard', true)
      .find(({ id }) =>
        this.#crew.places(id).some(({ merchant, role }) => merchant === this.#home && role === 'OWNER'),
      )
  }

  // ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  async #asOperator(asking: Asking): Promise<void> {
    const { dice, index } = asking
    const able = this.#offices().filter(({ id }) => {
      const { role, rights } = this.#crew.operator(id) ?? {}
      return role === 'ADMIN' && rights === ''
    })
    const who = pick(dice, able.length > 0 && dice.happens(0.8) ? able : this.#offices())
    if (!who) return
    const name = `puppet-${index}`
    const merchant = dice.one(this.#merchants)
    const human = who.human
    const ask = async (path: string, body?: object, link?: Omit<HeldLink, 'secret'>) => {
      const wish = { method: 'POST', path, ...(body && { body }) } as const
      const requested = await this.#crew.askFor(who, wish, { for: human, ...(link && { link }) }, asking)
      // Sometimes they persuade an honest operator; otherwise they wait or try it themselves.
      if (dice.happens(0.6)) await this.#staff.settle(who, requested, asking)
    }
    switch (dice.weighted(OPERATORS_WISHES)) {
      case 'puppet operator': {
        const link = { realm: 'office', purpose: 'INVITE', place: 'office' } as const
        await ask('/admin/people/!invite', { name, role: 'ADMIN' }, link)
        // A puppet is useful while nobody has noticed.
        const own = human.links.find(({ realm, purpose }) => realm === 'office' && purpose === 'INVITE')
        if (!own || dice.happens(0.4)) return
        human.links.splice(human.links.indexOf(own), 1)
        await this.#crew.use(human, own, undefined, asking)
        return
      }
      case 'puppet at a merchant': {
        const link = { realm: 'dashboard', purpose: 'INVITE', place: merchant } as const
        await ask(`/admin/merchants/${merchant}/people/!invite`, { name, role: 'OWNER' }, link)
        return
      }
      case 'recovery at a merchant': {
        const victim =
          this.#victim(dice.one(this.#merchants), asking) ?? pick(dice, this.#crew.laws.now.members)
        if (!victim) return
        const link = { realm: 'dashboard', purpose: 'RECOVER', place: victim.merchant } as const
        await ask(`/admin/merchants/${victim.merchant}/people/${victim.person}/!recover`, undefined, link)
        return
      }
      case 'recovery of an operator': {
        const victim = pick(dice, this.#crew.operators())
        const link = { realm: 'office', purpose: 'RECOVER', place: 'office' } as const
        if (victim) await ask(`/admin/people/${victim.id}/!recover`, undefined, link)
        return
      }
      case 'program':
        await ask('/admin/operators', { name: `robot-${index}`, role: 'ADMIN' })
    }
  }

  async #asOwner(asking: Asking): Promise<void> {
    const who = this.#owner()
    if (!who) return
    const link = { realm: 'dashboard', place: this.#home } as const
    const wish = { method: 'POST', merchant: this.#home } as const
    const victim = this.#victim(this.#home, asking)
    if (!victim || asking.dice.weighted(OWNERS_WISHES) === 'puppet') {
      const body = { name: `puppet-${asking.index}`, role: 'OWNER' }
      const made = { for: who.human, link: { ...link, purpose: 'INVITE' } } as const
      await this.#crew.askFor(who, { ...wish, path: '/team/!invite', body }, made, asking)
      return
    }
    const made = { for: who.human, link: { ...link, purpose: 'RECOVER' } } as const
    await this.#crew.askFor(who, { ...wish, path: `/team/${victim.person}/!recover` }, made, asking)
  }

  /** Another member of this merchant, who may later belong to another one. */
  #victim(merchant: string, { dice }: Asking): MemberRow | undefined {
    const { laws } = this.#crew
    return pick(
      dice,
      laws.now.members.filter(
        (member) => member.merchant === merchant && !laws.bodyOf(member.person)?.isRogue,
      ),
    )
  }

  /** Uses a stored link, as a new account or an existing one. */
  async #use(asking: Asking): Promise<void> {
    const { dice } = asking
    const human = pick(
      dice,
      this.#crew.people.filter(({ isRogue, links }) => isRogue && links.length > 0),
    )
    // They wait until something has changed.
    if (!human || (human.links.length < FEW_LINKS && dice.happens(0.7))) return
    const link = dice.one(human.links)
    const own = this.#crew.accounts('dashboard', true).filter((account) => account.human === human)
    const as = dice.happens(0.3) ? pick(dice, own) : undefined
    // Some links are tried again and again.
    if (dice.happens(0.8)) human.links.splice(human.links.indexOf(link), 1)
    await this.#crew.use(human, link, as, asking)
  }

  // ── Two accounts of one human ─────────────────────────────────────────────────────────────────────────────────────

  async #decide(asking: Asking): Promise<void> {
    const { dice } = asking
    const own = this.#crew.waiting().filter(({ requestedBy }) => this.#isOwn(requestedBy))
    const among = own.length > 0 && dice.happens(0.8) ? own : this.#crew.waiting()
    const approval = pick(dice, among)
    const who = approval && pick(dice, this.#besides(approval))
    if (who) await this.#crew.decide(who, approval, true, asking)
  }

  #isOwn(id: string | undefined): boolean {
    return id !== undefined && this.#crew.laws.bodyOf(id)?.isRogue === true
  }

  /** Their accounts other than the one that made the request. */
  #besides({ requestedBy }: ApprovalRow): readonly Account[] {
    const others = this.#offices().filter(({ id }) => id !== requestedBy)
    return others.length > 0 ? others : this.#offices()
  }

  /** Collects the result of their own request or of another's. */
  async #collect(asking: Asking): Promise<void> {
    const { dice } = asking
    const made = this.#crew.uncollected()
    const own = made.filter(({ requestedBy }) => this.#isOwn(requestedBy))
    const approval = pick(dice, own.length > 0 && dice.happens(0.7) ? own : made)
    if (!approval) return
    const asker = this.#offices().find(({ id }) => id === approval.requestedBy)
    const who = asker && dice.happens(0.9) ? asker : pick(dice, this.#offices())
    if (who) await this.#crew.collect(who, approval, asking)
  }

  async #confirm(asking: Asking): Promise<void> {
    const { dice } = asking
    const who = pick(dice, this.#offices())
    const unconfirmed = this.#crew.operators().filter(({ isConfirmed }) => !isConfirmed)
    const own = unconfirmed.filter(({ id }) => this.#isOwn(id))
    const whom = pick(dice, own.length > 0 && dice.happens(0.8) ? own : unconfirmed)
    if (!who || !whom) return
    const wish = { method: 'POST', path: `/admin/operators/${whom.id}/!confirm` } as const
    const answer = await this.#crew.action(who, wish, asking)
    this.#crew.world.count(`rogue confirms ${answer?.body?.code ?? answer?.status ?? 'nothing'}`)
  }

  // ── Changes to accounts ───────────────────────────────────────────────────────────────────────────────────────────

  async #change(asking: Asking): Promise<void> {
    const { dice } = asking
    const who = pick(dice, this.#offices())
    if (who && dice.happens(0.6)) {
      const whom = pick(dice, this.#crew.operators())
      if (!whom) return
      const isOwn = this.#isOwn(whom.id)
      if (!isOwn && dice.happens(0.25)) {
        await this.#crew.action(who, { method: 'DELETE', path: `/admin/people/${whom.id}` }, asking)
        return
      }
      const body = isOwn ? { role: 'ADMIN', rights: {} } : { role: 'VIEWER' }
      await this.#crew.action(who, { method: 'PATCH', path: `/admin/people/${whom.id}`, body }, asking)
      return
    }
    const owner = this.#owner()
    const victim = this.#victim(this.#home, asking)
    if (!owner || !victim) return
    const to = { path: `/team/${victim.person}`, merchant: this.#home }
    const change = { method: 'PATCH', ...to, body: { role: dice.one(['OWNER', 'SUPPORT']) } } as const
    await this.#crew.action(owner, dice.happens(0.7) ? change : { method: 'DELETE', ...to }, asking)
  }

  /** Somebody accepts an invitation at the moment when they are ended, or a link is used when its maker is ended. */
  async #race(asking: Asking): Promise<void> {
    const { dice } = asking
    const account = pick(
      dice,
      this.#crew.accounts('dashboard', false).filter(({ id }) => {
        const [place, ...others] = this.#crew.places(id)
        return place !== undefined && place.role !== 'OWNER' && others.length === 0
      }),
    )
    const [place] = this.#crew.places(account?.id)
    if (!account || !place) return
    const { human, id } = account
    if (!this.#invitationOf(human)) await this.#staff.invite(human, asking, id)
    const link = this.#invitationOf(human)
    const ending = this.#endingOf(place, asking)
    if (!link || !ending) return
    human.links.splice(human.links.indexOf(link), 1)
    this.#crew.world.count('people end and accept at once')
    const [ended] = await Promise.all([
      this.#crew.action(ending.who, ending.wish, asking),
      this.#crew.use(human, link, account, asking),
    ])
    this.#crew.world.count(`rogue races ${ended?.body?.code ?? ended?.status ?? 'nothing'}`)
  }

  #invitationOf({ links }: Human): HeldLink | undefined {
    return links.find(({ purpose, realm }) => purpose === 'INVITE' && realm === 'dashboard')
  }

  #endingOf(
    { merchant, person }: MemberRow,
    { dice }: Asking,
  ): { readonly who: Account; readonly wish: Wish } | undefined {
    const owner = merchant === this.#home ? this.#owner() : undefined
    if (owner) return { who: owner, wish: { method: 'DELETE', path: `/team/${person}`, merchant } }
    // Not only rogues: an honest person who ends an account at the wrong moment causes the same.
    const who = pick(dice, this.#crew.admins(false)) ?? pick(dice, this.#offices())
    const path = `/admin/merchants/${merchant}/people/${person}`
    return who && { who, wish: { method: 'DELETE', path } }
  }

  /** Tries all their credentials at everything that can be read. */
  async #look(asking: Asking): Promise<void> {
    const { dice } = asking
    const rogues = this.#crew.people.filter(({ isRogue }) => isRogue)
    const account = pick(
      dice,
      rogues.flatMap(({ accounts }) => accounts),
    )
    if (!account) return
    const isOffice = account.realm === 'office'
    for (const merchant of isOffice ? [undefined] : this.#merchants) {
      const wish = isOffice
        ? ({ method: 'GET', path: '/admin/approvals' } as const)
        : ({ method: 'GET', path: '/team', ...(merchant !== undefined && { merchant }) } as const)
      const answer = await this.#crew.action(account, wish, asking)
      if (answer?.status === 200 && account.id !== undefined) this.#crew.laws.wasLetIn(account.id, merchant)
    }
  }
}
