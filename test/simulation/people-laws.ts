/**
 * The laws for people in a simulated world. They are checked after every step against the database and against what only the simulation
 * knows: the human behind each account. An account belongs to the human who has the secret of its authenticator app, or its token.
 *
 * - An operation with dual approval is never done by one human under two names while another human could have approved it.
 * - No human confirms themselves as a separate person.
 * - A link is used only while its conditions hold: its maker, and the account that it recovers, have not changed since it was made.
 * - A request is approved only while the person who made it is unchanged, and by somebody who may.
 * - Nobody belongs to a merchant, or sees its data, without a valid link to it.
 * - Every recovery is in the log of each of the person's merchants.
 *
 * Within a step everything is concurrent, so only a difference at the end of an intermediate step counts as a change: nothing that was
 * lawful in some order is a violation.
 */
import type { Database } from '@sluice/database/port.ts'
import { hashText, openAppSecret } from '@sluice/gateway/identity/people/sealed.ts'
import type { Human, Witness } from './humans.ts'
import { MASTER_KEY } from './node.ts'
import { type AuditRow, type LinkRow, look, NOTHING, type OperatorRow, type Snapshot } from './people-rows.ts'
import { holds } from './violation.ts'

const GRACE_MS = 72 * 3_600_000
const ROLES = ['VIEWER', 'OPERATOR', 'ADMIN']
const BOOTSTRAP = 'bootstrap'

interface KnownLink {
  readonly madeIn: number
  /** The places of the account that it recovers, when it was made. */
  readonly places: ReadonlySet<string>
  isUsed: boolean
}

/** Somebody was let in; whether that was allowed is checked at the end of the step. */
interface Seen {
  readonly account: string
  /** Undefined: the back office. */
  readonly merchant: string | undefined
}

export class PeopleLaws implements Witness {
  /** The state after the last step. */
  now: Snapshot = NOTHING
  /** Humans who at some time were the only one who could approve: what they have granted themselves since then is allowed by the policy. */
  readonly #alone = new Set<Human>()
  readonly #count: (name: string) => void
  readonly #isLive: (merchant: string) => boolean
  readonly #appOwners = new Map<string, Human>()
  readonly #bodies = new Map<string, Human>()
  readonly #opened = new Map<string, string>()
  readonly #holders = new Map<string, Human>()
  readonly #changes = new Map<string, number[]>()
  readonly #links = new Map<string, KnownLink>()
  readonly #approvals = new Map<string, { readonly requestedIn: number; isDecided: boolean }>()
  readonly #lines = new Set<string>()
  readonly #mayBeAt = new Map<Human, Set<string>>()
  readonly #comebacks = new Map<string, number>()
  #seen: Seen[] = []

  constructor(count: (name: string) => void, isLive: (merchant: string) => boolean) {
    this.#count = count
    this.#isLive = isLive
  }

  ownsApp(secret: string, human: Human): void {
    this.#appOwners.set(secret, human)
  }
  ownsProgram(id: string, human: Human): void {
    this.#bodies.set(id, human)
  }
  holdsLink(secret: string, human: Human): void {
    this.#holders.set(hashText(secret), human)
  }
  wasLetIn(account: string, merchant?: string): void {
    this.#seen.push({ account, merchant })
  }
  /** The human behind an account. */
  bodyOf(id: string): Human | undefined {
    return this.#bodies.get(id)
  }

  async check(database: Database, step: number): Promise<void> {
    const before = this.now
    this.now = await look(database)
    this.#learnBodies()
    this.#learnChanges(before, step)
    for (const link of this.now.links) this.#judgeLink(link, before, step)
    for (const line of this.now.audit) this.#judgeLine(line, before)
    this.#judgeApprovals(before, step)
    this.#judgePlaces(before)
    for (const [key, times] of this.#comebacks) {
      const noted = this.now.comebacks.get(key) ?? 0
      holds(
        noted >= times,
        'who comes back is in the log of each merchant',
        () => `${key}: ${noted} of ${times}`,
      )
    }
  }

  #learnBodies(): void {
    for (const [person, sealed] of this.now.apps) {
      const secret = this.#opened.get(sealed) ?? openAppSecret(MASTER_KEY, person, sealed)
      const human = secret === undefined ? undefined : this.#appOwners.get(secret)
      holds(secret !== undefined && human, 'each way in is somebody’s', () => person)
      this.#opened.set(sealed, secret)
      this.#bodies.set(person, human)
    }
  }

  // ── Changes ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #learnChanges(before: Snapshot, step: number): void {
    const [earlier, now] = [statesOf(before), statesOf(this.now)]
    for (const key of new Set([...earlier.keys(), ...now.keys()])) {
      if (now.get(key) !== earlier.get(key)) this.#changes.set(key, [...(this.#changes.get(key) ?? []), step])
    }
  }

  /** Between two steps, both excluded. */
  #hasChanged(key: string, from: number, to: number): boolean {
    return (this.#changes.get(key) ?? []).some((step) => from < step && step < to)
  }

  // ── Links ─────────────────────────────────────────────────────────────────────────────────────────────────────────

  #judgeLink(link: LinkRow, before: Snapshot, step: number): void {
    const places = [...placesOf(before, link.person), ...placesOf(this.now, link.person)]
    const known = this.#links.get(link.hash) ?? { madeIn: step, places: new Set(places), isUsed: false }
    this.#links.set(link.hash, known)
    if (link.usedAt === undefined || known.isUsed) return
    known.isUsed = true
    const holder = this.#holders.get(link.hash)
    const name = `${link.purpose} to ${link.place}, kept by ${holder?.name}`
    holds(holder, 'a link is used by who was given it', () => name)
    this.#count(`link of ${holder.isRogue ? 'a rogue' : 'the honest'} ${link.purpose}`)
    holds(link.usedAt <= link.expiresAt, 'a link is used in time', () => name)
    const standsOn: readonly (readonly [what: string, key: string | undefined])[] = [
      [
        'who asked for it',
        link.makerIsOperator ? link.maker : link.maker && placeKey(link.place, link.maker),
      ],
      ['who approved it', link.approver],
      ['whom it brings back', link.replaces ?? (link.purpose === 'RECOVER' ? link.person : undefined)],
    ]
    for (const [what, key] of standsOn) {
      const isAsItWas = key === undefined || !this.#hasChanged(key, known.madeIn, step)
      holds(
        isAsItWas,
        'a link is judged when it is used',
        () => `${name}: ${what} has changed since it was made`,
      )
    }
    if (link.place === 'office') return
    const granted = this.#mayBeAt.get(holder) ?? new Set()
    this.#mayBeAt.set(holder, granted)
    if (link.purpose === 'INVITE') granted.add(link.place)
    else {
      for (const place of known.places) granted.add(place)
      for (const place of placesOf(this.now, link.person).filter((each) => known.places.has(each)))
        this.#comeback(placeKey(place, link.person))
    }
  }

  #comeback(key: string): void {
    this.#comebacks.set(key, (this.#comebacks.get(key) ?? 0) + 1)
  }

  // ── Dual approval ─────────────────────────────────────────────────────────────────────────────────────────────────

  /** Other humans who could approve at this time, as the policy counts them; accounts that it may or may not count are left out. */
  #others(human: Human, before: Snapshot, at: number): readonly OperatorRow[] {
    return [...this.now.operators.values()].filter((operator) => {
      const { id, role, name, createdAt, revokedAt } = operator
      const body = this.#bodies.get(id)
      const isLately = revokedAt === undefined || revokedAt + Math.min(GRACE_MS, revokedAt - createdAt) > at
      const wasAdmin = before.operators.get(id)?.role === 'ADMIN'
      return name !== BOOTSTRAP && body && body !== human && role === 'ADMIN' && wasAdmin && isLately
    })
  }

  #judgeLine(line: AuditRow, before: Snapshot): void {
    if (this.#lines.has(line.id)) return
    this.#lines.add(line.id)
    const by = this.#operatorAt(line.operator, line.at)
    const human = by && this.#bodies.get(by.id)
    if (!by || !human) return
    const others = this.#others(human, before, line.at)
    if (line.action === 'operator.confirm') {
      this.#judgeConfirming(line, by, human, others)
      return
    }
    const isFree = line.approval !== undefined || (line.action.startsWith('member.') && !this.#isOfLive(line))
    const requested = () =>
      `${line.action} of ${line.subject} by ${by.name}, ${human.name}, and there is ${others[0]?.name}`
    holds(isFree || others.length === 0, 'what takes two is not done by one', requested)
  }

  #judgeConfirming(line: AuditRow, by: OperatorRow, human: Human, others: readonly OperatorRow[]): void {
    const id = String(line.detail.id)
    const isSame = this.#bodies.get(id) === human
    const isAlone = !others.some((other) => !overlap(whoOf(other), whoOf(by)))
    if (isAlone) this.#alone.add(human)
    holds(!isSame || isAlone, 'nobody confirms themselves', () => `${human.name} as ${by.name}: ${id}`)
  }

  #isOfLive({ subject, detail }: AuditRow): boolean {
    const named = Array.isArray(detail.merchants)
      ? detail.merchants.map(String)
      : [subject.replace('merchant ', '')]
    return named.some((merchant) => this.#isLive(merchant))
  }

  #operatorAt(name: string, at: number): OperatorRow | undefined {
    return [...this.now.operators.values()]
      .filter((each) => each.name === name && each.createdAt <= at && at <= (each.revokedAt ?? at))
      .at(-1)
  }

  #judgeApprovals(before: Snapshot, step: number): void {
    for (const approval of this.now.approvals) {
      const known = this.#approvals.get(approval.id) ?? { requestedIn: step, isDecided: false }
      this.#approvals.set(approval.id, known)
      if (known.isDecided || approval.isApproved === undefined) continue
      known.isDecided = true
      if (!approval.isApproved || approval.requestedBy === undefined) continue
      const approver = this.#operatorAt(approval.decidedBy, approval.decidedAt)
      const [requested, approved] = [approval.requestedBy, approver?.id ?? ''].map((id) =>
        this.#bodies.get(id),
      )
      const name = `${approval.runs} asked by ${requested?.name}, approved by ${approved?.name} as ${approval.decidedBy}`
      this.#count(`people approved ${approval.runs}`)
      const areTwo = requested !== approved || requested === undefined || this.#alone.has(requested)
      holds(areTwo, 'two people are two', () => name)
      const mayApprove = [before, this.now].some(({ operators }) => {
        const row = approver && operators.get(approver.id)
        return row && row.revokedAt === undefined && ROLES.indexOf(row.role) >= ROLES.indexOf(approval.role)
      })
      holds(mayApprove, 'who approves may do so', () => name)
      const isAsRequested = !this.#hasChanged(approval.requestedBy, known.requestedIn, step)
      holds(
        isAsRequested,
        'who asked is judged when it is approved',
        () => `${name}: they have changed since`,
      )
    }
  }

  // ── Places ────────────────────────────────────────────────────────────────────────────────────────────────────────

  #judgePlaces(before: Snapshot): void {
    for (const { merchant, person, name } of this.now.members) {
      const human = this.#bodies.get(person)
      const isGranted = human && this.#mayBeAt.get(human)?.has(merchant)
      holds(isGranted, 'nobody is where no link led them', () => `${human?.name} at ${merchant} as ${name}`)
    }
    for (const { account, merchant } of this.#seen) {
      const isThere = [before, this.now].some((snapshot) =>
        merchant === undefined
          ? snapshot.operators.get(account)?.revokedAt === undefined && snapshot.operators.has(account)
          : placesOf(snapshot, account).includes(merchant),
      )
      holds(isThere, 'nobody is let in who is out', () => `${account} at ${merchant ?? 'the back office'}`)
    }
    this.#seen = []
  }
}

const placeKey = (merchant: string, person: string): string => `${merchant}/${person}`

const placesOf = ({ members }: Snapshot, person: string): readonly string[] =>
  members.flatMap((member) => (member.person === person ? [member.merchant] : []))

/** The state of each account: operators by ID, members by merchant and ID, and merchants' people as a whole by ID. */
function statesOf({ operators, members }: Snapshot): ReadonlyMap<string, string> {
  const states = new Map<string, string>()
  for (const { id, role, rights, revokedAt } of operators.values())
    states.set(id, `${role} ${rights} ${revokedAt ?? ''}`)
  for (const { merchant, person, role, rights } of members) {
    states.set(placeKey(merchant, person), `${role} ${rights}`)
    states.set(person, `${states.get(person) ?? ''} ${merchant} ${role} ${rights}`)
  }
  return states
}

/** As in `identity/operators/separate.ts`. */
const whoOf = ({ id, isConfirmed, broughtBy }: OperatorRow): readonly string[] =>
  isConfirmed ? [id] : [id, ...broughtBy]
const overlap = (one: readonly string[], other: readonly string[]): boolean =>
  one.some((id) => other.includes(id))
