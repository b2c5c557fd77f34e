/**
 * Dual approval in a simulated world: two operators, one of whom requests and the other decides. A request is approved, rejected,
 * withdrawn, left to expire, or approved twice concurrently, while nodes die and the database fails.
 *
 * The effect of the operation belongs to its module (`debits.ts`, `settlements.ts`), which is notified whether it was certainly done or its
 * result is unknown. The laws, seen from outside: no operator approves their own request; an approved request was never rejected; and at
 * the end each approval has the status that operators were shown.
 */
import type { Answer, Json } from '../harness.ts'
import type { Asking, Desk } from './desk.ts'
import { type Dice, STREAMS } from './dice.ts'
import type { Model } from './model.ts'
import type { Node } from './node.ts'
import { holds } from './violation.ts'
import type { SimOperator, World } from './world.ts'

/** An operation that may wait for approval. */
export interface RequestedOperation {
  /** For the history. */
  readonly name: string
  /** Called when the approval says that it is done. May be called twice. */
  done(): void
  /** Called when it may be done already. */
  unsure(): void
}

interface KnownApproval {
  readonly id: string
  readonly action: RequestedOperation
  readonly requestedBy: SimOperator
  isApproved: boolean
  isRejected: boolean
  /** Somebody decided it and got no answer. */
  isUnsure: boolean
}

/** How it is decided. */
export const DECISIONS = [
  [7, 'approved'],
  [2, 'approved twice at once'],
  [1, 'approved by who asked'],
  [2, 'rejected'],
  [1, 'taken back'],
] as const
type Decision = (typeof DECISIONS)[number][1]

/**
 * The operation was refused by its own checks, or it is stale, or this operator may not approve it; any other refusal means it was decided
 * before.
 */
const REFUSALS: ReadonlySet<string> = new Set([
  'INSUFFICIENT_BALANCE',
  'RUN_STATE',
  'APPROVAL_STALE',
  'APPROVAL_DECIDED',
  'FOUR_EYES',
])
/** Longer than an approval waits. */
const TOO_LATE_MS = 73 * 3_600_000
const LEFT_TO_EXPIRE = 0.3

export class Approvals {
  readonly #world: World
  readonly #model: Model
  readonly #desk: Desk
  readonly #approvals = new Map<string, KnownApproval>()

  constructor(world: World, model: Model, desk: Desk) {
    this.#world = world
    this.#model = model
    this.#desk = desk
  }

  /** Sends the request as this operator. If the answer is 202, the operation waits here. */
  async ask(
    node: Node,
    asker: SimOperator,
    { path, body }: { readonly path: string; readonly body?: object },
    action: RequestedOperation,
  ): Promise<Answer | undefined> {
    const answer = await this.#world.operate(node, 'POST', path, body, asker)
    this.#desk.tell(`${asker.name} asks: ${action.name}`, node, answer)
    if (answer?.status !== 202) return answer
    const id = String(answer.body.approval?.id)
    const known = this.#approvals.get(id)
    holds(
      !known || known.requestedBy === asker,
      'an approval has one who asked',
      () => `${id}: ${action.name}`,
    )
    const fresh = { id, action, requestedBy: asker, isApproved: false, isRejected: false, isUnsure: false }
    if (!known) this.#approvals.set(id, fresh)
    return answer
  }

  /** Decides one of those that wait; now and then one that is decided already. */
  async decide({ index, dice }: Asking): Promise<void> {
    const all = [...this.#approvals.values()]
    const open = all.filter(isOpen)
    const among = open.length > 0 && dice.happens(0.85) ? open : all
    if (among.length === 0) return
    await this.#decide(dice.one(among), dice.weighted(DECISIONS), dice, `#${index} `)
  }

  async #decide(approval: KnownApproval, how: Decision, dice: Dice, why: string): Promise<void> {
    const { requestedBy, action } = approval
    const other = this.#world.operators.find((operator) => operator !== requestedBy)
    if (!other) throw new Error('there are two operators')
    this.#world.record(`${why}${action.name} is to be ${how}`)
    switch (how) {
      case 'approved':
        return this.#approve(approval, other, dice)
      case 'approved twice at once':
        await Promise.all([this.#approve(approval, other, dice), this.#approve(approval, other, dice)])
        return
      case 'approved by who asked':
        return this.#approve(approval, requestedBy, dice)
      case 'rejected':
        return this.#reject(approval, other, dice)
      case 'taken back':
        return this.#reject(approval, requestedBy, dice)
    }
  }

  async #approve(approval: KnownApproval, operator: SimOperator, dice: Dice): Promise<void> {
    const answer = await this.#sent(approval, 'approve', operator, dice)
    if (answer?.status !== 200) return
    holds(operator !== approval.requestedBy, 'nobody approves what they asked for', () => nameOf(approval))
    approval.isApproved = true
    this.#holdsOnce(approval)
    approval.action.done()
  }

  async #reject(approval: KnownApproval, operator: SimOperator, dice: Dice): Promise<void> {
    const answer = await this.#sent(approval, 'reject', operator, dice)
    if (answer?.status !== 200) return
    approval.isRejected = true
    this.#holdsOnce(approval)
  }

  #holdsOnce(approval: KnownApproval): void {
    const isOnce = !(approval.isApproved && approval.isRejected)
    holds(isOnce, 'an approval is decided in one way', () => nameOf(approval))
  }

  async #sent(
    approval: KnownApproval,
    decision: 'approve' | 'reject',
    operator: SimOperator,
    dice: Dice,
  ): Promise<Answer | undefined> {
    if (this.#world.nodes.length === 0) return undefined
    const node = this.#desk.node(dice)
    const path = `/admin/approvals/${approval.id}/!${decision}`
    const body = decision === 'reject' ? { note: 'not now' } : undefined
    const answer = await this.#world.operate(node, 'POST', path, body, operator)
    this.#desk.tell(`${operator.name} would ${decision}: ${approval.action.name}`, node, answer)
    this.#judge(approval, decision, answer)
    return answer
  }

  #judge(approval: KnownApproval, decision: string, answer: Answer | undefined): void {
    const code = answer?.body?.code
    this.#world.count(`approval ${decision} ${code ?? answer?.status ?? 'nothing'}`)
    if (!answer || answer.status >= 500) {
      holds(!answer || this.#model.isExcused(), 'nothing fails without a cause', () => String(answer?.text))
      approval.isUnsure = true
      approval.action.unsure()
      return
    }
    const isExpected = answer.status === 200 || REFUSALS.has(String(code))
    holds(isExpected, 'a decision has an expected answer', () => `${nameOf(approval)}: ${answer.text}`)
  }

  /** At the end, when nothing fails any more: most of what waits is decided; sometimes all are left to expire. */
  async finish(): Promise<void> {
    const dice = this.#world.dice(STREAMS.endOfApprovals)
    const open = [...this.#approvals.values()].filter(isOpen)
    const left = open.filter(() => dice.happens(LEFT_TO_EXPIRE))
    for (const approval of open.filter((each) => !left.includes(each))) {
      await this.#world.finish(this.#decide(approval, dice.weighted(DECISIONS), dice, 'at last '))
    }
    const late = left.filter(isOpen)
    if (late.length === 0) return
    await this.#world.jump(TOO_LATE_MS, 'nobody decides: ')
    for (const approval of late)
      await this.#world.finish(this.#decide(approval, 'approved', dice, 'too late '))
    const isKept = late.every(({ isApproved }) => !isApproved)
    holds(isKept, 'an approval waits for three days', () => late.map(nameOf).join(', '))
    this.#world.count('approval expired')
  }

  /** Reads the status of approvals whose result was unknown. */
  async learn(node: Node): Promise<void> {
    for (const approval of this.#approvals.values()) {
      const answer = await this.#world.finish(
        this.#world.operate(node, 'GET', `/admin/approvals/${approval.id}`),
      )
      holds(answer?.status === 200, 'an approval stays', () => `${nameOf(approval)}: ${answer?.text}`)
      const status = String(answer?.body?.status as Json | undefined)
      if (approval.isUnsure && status === 'APPROVED') {
        approval.isApproved = true
        approval.action.done()
      } else if (approval.isUnsure && status === 'REJECTED') approval.isRejected = true
      const expected = expectedOf(approval)
      const seen = () => `${nameOf(approval)} is ${status}, not ${expected.join(' or ')}`
      holds(expected.includes(status), 'an approval is what was decided', seen)
    }
  }
}

const isOpen = ({ isApproved, isRejected }: KnownApproval): boolean => !isApproved && !isRejected

const nameOf = ({ id, action, requestedBy }: KnownApproval): string =>
  `${id}, ${requestedBy.name}: ${action.name}`

const expectedOf = ({ isApproved, isRejected }: KnownApproval): readonly string[] => {
  if (isApproved) return ['APPROVED']
  return isRejected ? ['REJECTED'] : ['WAITING', 'EXPIRED']
}
