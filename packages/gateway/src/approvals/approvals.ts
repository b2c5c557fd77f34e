/**
 * Dual approval: an operation that the policy names waits until a second operator approves it. Read this file first.
 *
 * 1. `needs` says whether an operation needs approval. If it does, `ask` stores the request as it was sent.
 * 2. `approve` runs the stored request for another operator. Each module registers a runner for its operations with
 *    `whenApproved`.
 * 3. The runner writes the audit line that decides the approval in the same commit as the operation (`decisions.ts`). So the
 *    operation runs exactly once, even after a crash or when two nodes approve it at the same time.
 *
 * If no other operator could approve, no approval is needed: a single operator works without it. Nothing is ever approved
 * automatically.
 */
import { createHash } from 'node:crypto'
import type { Deps } from '@sluice/core/foundation/deps.ts'
import { isUuid } from '@sluice/core/foundation/identifiers.ts'
import type { Money } from '@sluice/core/foundation/money.ts'
import { assert, fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { Database } from '@sluice/database/port.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { MasterKey } from '../identity/access/secrets.ts'
import { type AuditLine, auditCall } from '../identity/operators/audit.ts'
import { lastChange } from '../identity/operators/changes.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import {
  isStillAsBefore,
  type Others,
  othersWith,
  whyNoSecondPerson,
} from '../identity/operators/second-person.ts'
import { type ApprovedAnswer, hasAnswer, keepAnswer, takeAnswer } from './answers.ts'
import {
  APPROVAL_LASTS_MS,
  type Approval,
  type Asker,
  approveRefusal,
  type DecideRefusal,
  rejectRefusal,
  type StoredRequest,
  statusOf,
} from './approval.ts'
import { approving, isRefusedDecision, rejecting } from './decisions.ts'
import type { ApprovableOperation } from './operations.ts'
import { ruleFor, saidOf } from './policy.ts'
import { canonical, openBody, sealBody, shown } from './sealed-body.ts'
import {
  findApproval,
  findSame,
  forgetSealed,
  forgetSpending,
  insertApproval,
  readPolicy,
  spend,
  waitingBytes,
} from './store.ts'

/** An operation that someone is about to run. */
export interface Question {
  readonly operation: ApprovableOperation
  /** The amount, if the operation moves money. Without it, a limit in the policy does not exempt the operation. */
  readonly money?: Money | undefined
  readonly asker: Asker
  /** Whose daily limit it counts towards. Default: the requester's. */
  readonly spender?: Asker
  /** The lowest role that may run the operation, and so approve it. */
  readonly role: OperatorRole
}

/** Everything needed to run it later. */
export interface WaitingOperation extends Question {
  /** The runner that carries it out after approval: a name passed to `whenApproved`. */
  readonly runs: string
  /** One line for people to read. Must not hold secrets. */
  readonly summary: string
  readonly request: StoredRequest
  /** Fields of the body that must not be readable again. If there are any, the body is sealed while the request waits. */
  readonly secrets?: readonly string[]
  /** The current state of what the operation changes: any text that changes with it. */
  readonly about: string
}

export type Need =
  | { readonly type: 'ASK' }
  /** No approval is needed. Call `undo` if the operation did not run, so that it does not count towards the daily limit. */
  | { readonly type: 'FREE'; undo(): Promise<void> }

/** An approved operation while it runs. */
export interface ApprovedRun {
  readonly approval: Approval
  readonly approver: GatewayOperator
  /** The body as it was sent, unsealed if necessary. */
  readonly body: Uint8Array
  /** Makes an audit line decide the approval. It must be written in the operation's own commit. */
  decides(line: AuditLine): AuditLine
  /** An audit line that only records the approval, for an operation whose commit has no line of its own. */
  line(): AuditLine
}

export interface ActionRunner {
  /** Only the requester may read the answer (`answers.ts`). */
  readonly answersAsker?: boolean
  /** Runs the stored request. If it throws a refusal, nothing was done and the approval request still waits. */
  approve(run: ApprovedRun): Promise<Result<ApprovedAnswer, 'STALE'>>
  /** Cleans up after a rejected request, in one commit with this line. Leave it out if there is nothing to clean up. */
  reject?(approval: Approval, line: AuditLine): Promise<void>
}

export type CollectRefusal = 'ABSENT' | 'NOT_YOURS' | 'WAITING' | 'NOTHING'
export type ApproveFailure = DecideRefusal | { readonly type: 'stale' }

/** Larger bodies are uploaded files. The database keeps them for good, so each requester may have only so many bytes waiting. */
const SMALL_BYTES = 64 * 1024
const MOST_WAITING_BYTES = 128 * 1024 * 1024
const TOO_MUCH_WAITS =
  'too many of your large files wait for an approval. Have them approved or withdraw them, then send this one again'

const FREE: Need = { type: 'FREE', undo: () => Promise.resolve() }
const ASK: Need = { type: 'ASK' }

export class Approvals {
  readonly #database: Database
  readonly #deps: Pick<Deps, 'clock' | 'randomness'>
  readonly #masterKey: MasterKey
  readonly #runners = new Map<string, ActionRunner>()

  constructor(database: Database, deps: Pick<Deps, 'clock' | 'randomness'>, masterKey: MasterKey) {
    this.#database = database
    this.#deps = deps
    this.#masterKey = masterKey
  }

  /** Registers the runner of an operation. Called once for each name when the gateway is assembled. */
  whenApproved(runs: string, runner: ActionRunner): void {
    assert(!this.#runners.has(runs), `${runs} is done by one`)
    this.#runners.set(runs, runner)
  }

  /** Whether this operation needs approval. If it is exempt because it is below a limit, it counts towards that limit. */
  async needs({ operation, money, asker, spender = asker, role }: Question): Promise<Need> {
    const said = saidOf(ruleFor(await readPolicy(this.#database), operation), money)
    if (said === 'FREE' || !(await this.others(role, asker)).areAny) return FREE
    if (said === 'ASK' || money === undefined) return ASK
    const at = this.#deps.clock.now()
    const id = this.#deps.randomness.uuidV7(at)
    const { limitMinor, amountMinor } = said
    const spending = { id, operation, spender, currency: money.currency, amountMinor, at }
    if (!(await spend(this.#database, spending, limitMinor))) return ASK
    return { type: 'FREE', undo: () => forgetSpending(this.#database, id) }
  }

  /** The other operators with at least this role, who could approve. */
  others(role: OperatorRole, but: Asker): Promise<Others> {
    return othersWith(this.#database, role, but, this.#deps.clock.now())
  }

  /** Builds an approval request. Store it with `insertApproval`, in the commit that creates what waits for it. */
  prepare(waiting: WaitingOperation, givenId?: string): Approval {
    const { operation, runs, summary, about, role, asker } = waiting
    const at = this.#deps.clock.now()
    const id = givenId ?? this.#deps.randomness.uuidV7(at)
    return {
      id,
      operation,
      runs,
      ...this.#kept(id, waiting),
      summary,
      about,
      role,
      requestedBy: asker,
      requestedAt: at,
      expiresAt: at + APPROVAL_LASTS_MS,
      decision: undefined,
    }
  }

  /** The request as it is stored, and the hash that requester and approver see. */
  #kept(id: string, { request, secrets }: WaitingOperation): Pick<Approval, 'request' | 'sha256'> {
    const { body } = request
    const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
    if (!secrets || body.length === 0) return { request, sha256: hashOf(body) }
    const sealed = sealBody(this.#masterKey, id, body, this.#deps.randomness)
    return { request: { ...request, body: shown(body, secrets), sealed }, sha256: hashOf(canonical(body)) }
  }

  /** Stores the request with an audit line. An identical request that still waits is returned instead. */
  async ask(waiting: WaitingOperation): Promise<Approval> {
    const approval = this.prepare(waiting)
    const same = await findSame(this.#database, approval)
    if (same) return same
    if (
      approval.request.body.length > SMALL_BYTES &&
      (await waitingBytes(this.#database, approval)) > MOST_WAITING_BYTES
    )
      throw new ProblemError(httpProblem('RATE_LIMITED', TOO_MUCH_WAITS))
    const line = this.lineOf('approval.request', approval, approval.requestedBy.name)
    const forget = forgetSealed(this.#deps.clock.now())
    await this.#database.batch([insertApproval(approval), auditCall(line), forget])
    return approval
  }

  /** An audit line about this approval. */
  lineOf(
    action: string,
    { id, operation, sha256, summary }: Approval,
    operator: string,
    more: object = {},
  ): AuditLine {
    const at = this.#deps.clock.now()
    const detail = { operation, sha256, summary, ...more }
    return { id: this.#deps.randomness.uuidV7(at), at, operator, action, subject: `approval ${id}`, detail }
  }

  /** @param id any text */
  async find(id: string): Promise<Approval | undefined> {
    return isUuid(id) ? findApproval(this.#database, id) : undefined
  }

  /** Runs the stored request on behalf of this approver. @throws the operation's own refusal; the request then still waits */
  async approve(
    id: string,
    approver: GatewayOperator,
  ): Promise<Result<{ readonly approval: Approval; readonly answer: ApprovedAnswer }, ApproveFailure>> {
    const found = await this.find(id)
    if (!found) return fail({ type: 'absent' })
    const refusal = await this.#refusalOf(found, approver)
    if (refusal) return fail(refusal)
    const runner = this.#runners.get(found.runs)
    assert(runner, `somebody does ${found.runs}`)
    const decides = (line: AuditLine) => approving(line, id, approver)
    const line = () => decides(this.lineOf('approval.approve', found, approver.name))
    try {
      const { body, sealed } = found.request
      const opened = sealed === undefined ? body : openBody(this.#masterKey, id, sealed)
      const ran = await runner.approve({ approval: found, approver, body: opened, decides, line })
      if (!ran.ok) return fail(await this.#staleOr(id))
      const after = await this.#decidedBy(found, approver, line)
      await this.#forget(found)
      if (!after.ok) return after
      const answer = runner.answersAsker ? await this.#keep(after.value, ran.value) : ran.value
      return succeed({ approval: after.value, answer })
    } catch (error) {
      if (isRefusedDecision(error)) return fail(await this.#refusedNow(id, approver))
      throw error
    }
  }

  /** @returns the answer shown to the approver instead */
  async #keep({ id }: Approval, answer: ApprovedAnswer): Promise<ApprovedAnswer> {
    const { clock, randomness } = this.#deps
    await this.#database.batch(keepAnswer(this.#masterKey, randomness, id, answer, clock.now()))
    return { status: answer.status, body: null }
  }

  /** Whether the requester can collect an answer. */
  hasAnswer({ id, decision }: Approval): Promise<boolean> {
    return decision?.isApproved
      ? hasAnswer(this.#database, id, this.#deps.clock.now())
      : Promise.resolve(false)
  }

  /** The answer of an approved operation, for its requester, once. */
  async collect(id: string, operator: GatewayOperator): Promise<Result<ApprovedAnswer, CollectRefusal>> {
    const found = await this.find(id)
    if (!found) return fail('ABSENT')
    const { requestedBy, decision } = found
    if (requestedBy.id !== operator.id || requestedBy.revision !== operator.revision) return fail('NOT_YOURS')
    if (!decision) return fail('WAITING')
    const line = this.lineOf('approval.collect', found, operator.name)
    const answer = await takeAnswer(this.#database, this.#masterKey, id, line)
    return answer ? succeed(answer) : fail('NOTHING')
  }

  /** The requester may withdraw it. Anyone else who could have requested it may reject it. */
  async reject(
    id: string,
    operator: GatewayOperator,
    note: string,
  ): Promise<Result<Approval, DecideRefusal>> {
    const found = await this.find(id)
    if (!found) return fail({ type: 'absent' })
    const refusal = rejectRefusal(found, operator, this.#deps.clock.now())
    if (refusal) return fail(refusal)
    const line = rejecting(this.lineOf('approval.reject', found, operator.name, { note }), id)
    try {
      const reject = this.#runners.get(found.runs)?.reject
      if (reject) await reject(found, line)
      else await this.#database.batch([auditCall(line)])
    } catch (error) {
      if (!isRefusedDecision(error)) throw error
      const now = await this.find(id)
      const why = now && rejectRefusal(now, operator, this.#deps.clock.now())
      if (why) return fail(why)
      throw error
    }
    const after = await this.find(id)
    assert(after, 'an approval stays')
    await this.#forget(found)
    return succeed(after)
  }

  /** Deletes secrets that are no longer needed. If this fails, storing the next approval request deletes them. */
  async #forget({ request }: Approval): Promise<void> {
    if (request.sealed !== undefined) await this.#database.batch([forgetSealed(this.#deps.clock.now())])
  }

  /**
   * An operation that already ran under the same ID does nothing and commits nothing; the approval is then decided in a commit of
   * its own. If someone else has decided it in the meantime, the operation was theirs.
   */
  async #decidedBy(
    found: Approval,
    approver: GatewayOperator,
    line: () => AuditLine,
  ): Promise<Result<Approval, DecideRefusal>> {
    const after = await this.find(found.id)
    assert(after, 'an approval stays')
    const { decision } = after
    if (!decision) {
      await this.#database.batch([auditCall(line())])
      return this.#decidedBy(found, approver, line)
    }
    if (decision.isApproved && decision.by === approver.name) return succeed(after)
    return fail({ type: 'over', status: decision.isApproved ? 'APPROVED' : 'REJECTED' })
  }

  async #refusalOf(approval: Approval, approver: GatewayOperator): Promise<DecideRefusal | undefined> {
    const { id, revision } = approval.requestedBy
    const changedAt = await lastChange(this.#database, approver.id)
    const people = {
      isAskerUnchanged: id === undefined || (await isStillAsBefore(this.#database, id, revision)),
      whyNoSecond: await whyNoSecondPerson(this.#database, approver.id, id),
    }
    return approveRefusal(approval, { ...approver, changedAt }, people, this.#deps.clock.now())
  }

  /**
   * The state the request was based on has changed: either someone else's approval has just run it, or something else changed it.
   */
  async #staleOr(id: string): Promise<ApproveFailure> {
    const now = await this.find(id)
    const status = now && statusOf(now, this.#deps.clock.now())
    return now?.decision && status && status !== 'WAITING' ? { type: 'over', status } : { type: 'stale' }
  }

  /** The database rejected the audit line. Finds out what changed in the meantime. */
  async #refusedNow(id: string, approver: GatewayOperator): Promise<DecideRefusal> {
    const now = await this.find(id)
    if (!now) return { type: 'absent' }
    const refusal = await this.#refusalOf(now, approver)
    if (refusal) return refusal
    const status = statusOf(now, this.#deps.clock.now())
    return status === 'WAITING'
      ? { type: 'dual-approval', text: 'You no longer have the role that this needs.' }
      : { type: 'over', status }
  }
}
