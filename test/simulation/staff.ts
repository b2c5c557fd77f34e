/**
 * Honest people of a simulated world: operators and owners who invite, join, approve and reject, collect results and hand them over, change
 * roles, limit and end accounts, recover them, and confirm people they meet. They check identity only when they confirm somebody, so they
 * may approve anything that waits.
 */
import type { Answer } from '../harness.ts'
import { type Crew, type Made, pick } from './crew.ts'
import type { Asking } from './desk.ts'
import type { Dice } from './dice.ts'
import type { Account, Human, Wish } from './humans.ts'
import type { StaffAction } from './people-actions.ts'
import type { MemberRow, OperatorRow } from './people-rows.ts'

/** No honest person ends or demotes them; otherwise the run would come to a standstill. */
export const FIRST_STAFF = ['petra', 'quentin']
const MEMBER_ROLES = ['OWNER', 'FINANCE', 'SUPPORT'] as const

export class Staff {
  readonly #crew: Crew
  readonly #merchants: readonly string[]

  constructor(crew: Crew, merchants: readonly string[]) {
    this.#crew = crew
    this.#merchants = merchants
  }

  async action(what: StaffAction, asking: Asking): Promise<void> {
    const { dice } = asking
    const who = pick(dice, this.#crew.admins(false))
    if (what === 'people arrive') return this.arrive(asking)
    if (what === 'people collect') return this.#collect(asking)
    if (what === 'people hire') return this.hire(asking)
    if (!who) return
    switch (what) {
      case 'people decide':
        return this.#decide(who, asking)
      case 'people change':
        return this.#change(who, asking)
      case 'people end':
        return this.#end(who, asking)
      case 'people confirm':
        return this.#confirm(who, asking)
      case 'people recover':
        return this.#recover(who, asking)
    }
  }

  // ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Invites a new operator, somebody new for a merchant, or a member of another merchant. */
  async hire(asking: Asking): Promise<void> {
    const { dice, index } = asking
    if (dice.happens(0.3)) {
      const who = pick(dice, this.#crew.admins(false))
      const name = `ada-${index}`
      const body = { name, role: dice.one(['ADMIN', 'ADMIN', 'OPERATOR']) }
      const made: Made = {
        for: this.#crew.add(name),
        link: { realm: 'office', purpose: 'INVITE', place: 'office' },
      }
      const wish = { method: 'POST', path: '/admin/people/!invite', body } as const
      if (who) await this.settle(who, await this.#crew.askFor(who, wish, made, asking), asking)
      return
    }
    const member = pick(dice, this.#membersWithRoom())
    const isElsewhere = member !== undefined && dice.happens(0.7)
    const human = isElsewhere ? member.human : this.#crew.add(`max-${index}`)
    await this.invite(human, asking, isElsewhere ? member.id : undefined)
  }

  /** Invites to a merchant that they do not belong to. @returns that merchant */
  async invite(human: Human, asking: Asking, person: string | undefined): Promise<string | undefined> {
    const { dice } = asking
    const there = this.#crew.places(person).map(({ merchant }) => merchant)
    const place = pick(
      dice,
      this.#merchants.filter((merchant) => !there.includes(merchant)),
    )
    if (place === undefined) return undefined
    const made: Made = { for: human, link: { realm: 'dashboard', purpose: 'INVITE', place } }
    const body = { name: human.name, role: human.isRogue ? 'SUPPORT' : dice.one(MEMBER_ROLES) }
    const owner = pick(dice, this.#ownersOf(place))
    if (owner) {
      const wish = { method: 'POST', path: '/team/!invite', body, merchant: place } as const
      await this.#crew.askFor(owner, wish, made, asking)
      return place
    }
    const who = pick(dice, this.#crew.admins(false))
    const path = `/admin/merchants/${place}/people/!invite`
    if (who) await this.#crew.askFor(who, { method: 'POST', path, body }, made, asking)
    return place
  }

  #ownersOf(place: string): readonly Account[] {
    return this.#crew
      .accounts('dashboard', false)
      .filter(({ id }) =>
        this.#crew.places(id).some(({ merchant, role }) => merchant === place && role === 'OWNER'),
      )
  }

  /** Merchants' people, honest or not, who do not belong to every merchant yet. */
  #membersWithRoom(): readonly Account[] {
    const rogues = this.#crew.accounts('dashboard', true).filter(({ name, human }) => name === human.name)
    return [...this.#crew.accounts('dashboard', false), ...rogues].filter(({ id }) => {
      const { length } = this.#crew.places(id)
      return length > 0 && length < this.#merchants.length
    })
  }

  /** Uses a link that they were given; a member of one merchant may join another. */
  async arrive(asking: Asking): Promise<void> {
    const { dice } = asking
    const human = pick(
      dice,
      this.#crew.people.filter(({ isRogue, links }) => !isRogue && links.length > 0),
    )
    const link = human?.links.pop()
    if (!human || !link) return
    const as = this.#crew.accounts('dashboard', false).find((account) => account.human === human)
    await this.#crew.use(human, link, as, asking)
  }

  async #recover(who: Account, asking: Asking): Promise<void> {
    const { dice } = asking
    const { people, laws } = this.#crew
    const humanOf = (name: string) => people.find((human) => human.name === name)
    const operator = pick(
      dice,
      this.#crew.operators().filter(({ isPerson }) => isPerson),
    )
    if (dice.happens(0.4) && operator) {
      const human = laws.bodyOf(operator.id) ?? humanOf(operator.name)
      const path = `/admin/people/${operator.id}/!recover`
      const link = { realm: 'office', purpose: 'RECOVER', place: 'office' } as const
      if (human) await this.#crew.askFor(who, { method: 'POST', path }, { for: human, link }, asking)
      return
    }
    const member = pick(dice, laws.now.members)
    const human = member && humanOf(member.name)
    if (!human) return
    const path = `/admin/merchants/${member.merchant}/people/${member.person}/!recover`
    const link = { realm: 'dashboard', purpose: 'RECOVER', place: member.merchant } as const
    const requested = await this.#crew.askFor(who, { method: 'POST', path }, { for: human, link }, asking)
    await this.settle(who, requested, asking)
  }

  // ── Approvals ─────────────────────────────────────────────────────────────────────────────────────────────────────

  async #decide(who: Account, asking: Asking): Promise<void> {
    const { dice } = asking
    const others = this.#crew.waiting().filter(({ requestedBy }) => requestedBy !== who.id)
    const approval = pick(dice, dice.happens(0.5) ? others.slice(-3) : others)
    if (!approval) return
    const isDone = await this.#crew.decide(who, approval, dice.happens(0.85), asking)
    const asker = this.#crew.admins(false).find(({ id }) => id === approval.requestedBy)
    if (isDone && asker && dice.happens(0.6)) await this.#crew.collect(asker, approval, asking)
  }

  async #collect(asking: Asking): Promise<void> {
    const askers = this.#crew.admins(false)
    const theirs = this.#crew
      .uncollected()
      .filter(({ requestedBy }) => askers.some(({ id }) => id === requestedBy))
    const approval = pick(asking.dice, theirs)
    const asker = askers.find(({ id }) => id === approval?.requestedBy)
    if (approval && asker) await this.#crew.collect(asker, approval, asking)
  }

  /** Mostly another operator approves immediately, and the result is collected. */
  async settle(who: Account, requested: Answer | undefined, asking: Asking): Promise<void> {
    const { dice } = asking
    const other = pick(
      dice,
      this.#crew.admins(false).filter(({ human }) => human !== who.human),
    )
    if (requested?.status !== 202 || !other || dice.happens(0.4)) return
    const id = String(requested.body.approval?.id)
    const wish = { method: 'POST', path: `/admin/approvals/${id}/!approve` } as const
    const approved = await this.#crew.action(other, wish, asking)
    if (approved?.status === 200 && this.#crew.isPlanned(id))
      await this.#crew.collect(who, { id, requestedBy: who.id }, asking)
  }

  // ── Rights ────────────────────────────────────────────────────────────────────────────────────────────────────────

  async #change(who: Account, asking: Asking): Promise<void> {
    const { dice } = asking
    const operator = pick(dice, this.#subjects())
    if (operator && dice.happens(0.6)) {
      const isLess = operator.role !== 'ADMIN' || operator.rights !== ''
      const less = dice.one([{ role: 'VIEWER' }, { rights: { merchants: [dice.one(this.#merchants)] } }])
      const body = isLess && dice.happens(0.8) ? { role: 'ADMIN', rights: {} } : less
      const path = `/admin/people/${operator.id}`
      const requested = await this.#crew.action(who, { method: 'PATCH', path, body }, asking)
      await this.settle(who, requested, asking)
      return
    }
    const member = pick(dice, this.#memberSubjects())
    if (!member) return
    const body = { role: member.role === 'OWNER' ? 'SUPPORT' : dice.one(MEMBER_ROLES) }
    const [by, wish] = this.#asWhoMay(who, member, dice)
    await this.#crew.action(by, { ...wish, method: 'PATCH', body }, asking)
  }

  /** An owner of the same merchant, if there is another; otherwise an operator. */
  #asWhoMay(
    who: Account,
    { merchant, person }: MemberRow,
    dice: Dice,
  ): readonly [who: Account, wish: Pick<Wish, 'path' | 'merchant'>] {
    const owner = pick(
      dice,
      this.#ownersOf(merchant).filter(({ id }) => id !== person),
    )
    return owner
      ? [owner, { path: `/team/${person}`, merchant }]
      : [who, { path: `/admin/merchants/${merchant}/people/${person}` }]
  }

  /** Merchants' people, mostly rogues. */
  #memberSubjects(): readonly MemberRow[] {
    const all = this.#crew.laws.now.members
    const rogues = all.filter(({ person }) => this.#crew.laws.bodyOf(person)?.isRogue)
    return [...all, ...rogues, ...rogues]
  }

  /** Operators to change or end, mostly rogues and their puppets. */
  #subjects(): readonly OperatorRow[] {
    const all = this.#crew.operators().filter(({ name }) => !FIRST_STAFF.includes(name))
    const rogues = all.filter(({ id }) => this.#crew.laws.bodyOf(id)?.isRogue)
    return [...all, ...rogues, ...rogues]
  }

  async #end(who: Account, asking: Asking): Promise<void> {
    const { dice } = asking
    const operator = pick(dice, this.#subjects())
    if (operator && dice.happens(0.5)) {
      await this.#crew.action(who, { method: 'DELETE', path: `/admin/operators/${operator.id}` }, asking)
      return
    }
    const member = pick(dice, this.#memberSubjects())
    if (!member) return
    const [by, wish] = this.#asWhoMay(who, member, dice)
    await this.#crew.action(by, { ...wish, method: 'DELETE' }, asking)
  }

  /** In person: an account whose name is not that of the human present is not confirmed. */
  async #confirm(who: Account, asking: Asking): Promise<void> {
    const met = this.#crew
      .operators()
      .filter(({ id, name, isConfirmed }) => !isConfirmed && this.#crew.laws.bodyOf(id)?.name === name)
    const operator = pick(asking.dice, met)
    if (!operator) return this.#welcome(asking)
    const path = `/admin/operators/${operator.id}/!confirm`
    const answer = await this.#crew.action(who, { method: 'POST', path }, asking)
    this.#crew.world.count(`people confirm ${answer?.body?.code ?? answer?.status ?? 'nothing'}`)
  }

  /** If there is nobody to meet yet, an invited operator joins. */
  async #welcome(asking: Asking): Promise<void> {
    for (const human of this.#crew.people.filter(({ isRogue }) => !isRogue)) {
      const link = human.links.find(({ realm }) => realm === 'office')
      if (!link) continue
      human.links.splice(human.links.indexOf(link), 1)
      return this.#crew.use(human, link, undefined, asking)
    }
  }
}
