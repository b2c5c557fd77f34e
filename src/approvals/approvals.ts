/**
 * Four eyes: an act that the policy names waits until another operator approves it. Read this file first.
 *
 * Somebody asks (`considers`): the policy says whether the act needs an approval, and what was asked is stored as it was sent. Somebody
 * else approves (`approve`): what was stored is done by whoever does such acts (`whenApproved`, filled by the rooms that have them), with
 * a line of the audit log that decides the approval in the very commit of the act (`decisions.ts`). So it is done once, whatever dies in
 * between and on however many nodes it is approved: an act whose line cannot be written is not done.
 *
 * Where nobody else may approve, nobody is asked: an operator alone is as free as before. Never approves anything by itself.
 */
import { createHash } from 'node:crypto'
import type { Database } from '../database/port.ts'
import type { Deps } from '../foundation/deps.ts'
import { isUuid } from '../foundation/identifiers.ts'
import type { Money } from '../foundation/money.ts'
import { assert, fail, type Result, succeed } from '../foundation/result.ts'
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
  insertApproval,
  makeRefund,
  readPolicy,
  spend,
  waitingBytes,
} from './store.ts'

/** An act that somebody is about to do. */
export interface Question {
  readonly operation: ApprovableOperation
  /** What is at stake, if it is money. Left out: a limit does not say that it is little. */
  readonly money?: Money | undefined
  readonly asker: Asker
  /** Whose limit of the day it counts towards; left out: the asker's. */
  readonly spender?: Asker
  /** The least role that may do it, and so approve it. */
  readonly role: OperatorRole
}

/** All that is needed to do it later. */
export interface WaitingOperation extends Question {
  /** Who does it once it is approved: the name given to `whenApproved`. */
  readonly runs: string
  /** For people, in one line; holds no secret. */
  readonly summary: string
  readonly request: StoredRequest
  /** Fields of its body that are never to be read again: it is sealed while it waits. Left out: it has none. */
  readonly secrets?: readonly string[]
  /** What it is about, as it is now: any text that changes when that does. */
  readonly about: string
}

export type Need =
  | { readonly type: 'ASK' }
  /** Go on. `undo`: it was not done after all, and does not count towards the limit of the day. */
  | { readonly type: 'FREE'; undo(): Promise<void> }

/** An approved act under way. */
export interface ApprovedRun {
  readonly approval: Approval
  readonly approver: GatewayOperator
  /** The body as it was sent, opened where it was sealed. */
  readonly body: Uint8Array
  /** Makes a line of the audit log the one that decides: it must be written in the commit of the act. */
  decides(line: AuditLine): AuditLine
  /** A line that says no more than that it was approved, for an act whose commit has none of its own. */
  line(): AuditLine
}

export interface ActionRunner {
  /** What it answers is for who asked, and for nobody else (`answers.ts`). */
  readonly answersAsker?: boolean
  /** Does what was stored. Its own refusals it throws; then nothing was done, and the approval still waits. */
  approve(run: ApprovedRun): Promise<Result<ApprovedAnswer, 'STALE'>>
  /** Undoes what has been waiting, in one commit with this line. Left out: there is nothing to undo. */
  reject?(approval: Approval, line: AuditLine): Promise<void>
}

export type CollectRefusal = 'ABSENT' | 'NOT_YOURS' | 'WAITING' | 'NOTHING'
export type ApproveFailure = DecideRefusal | { readonly type: 'stale' }

/** Larger ones are files, of which each asker has so much waiting at most: the database keeps them all. */
const SMALL_BYTES = 64 * 1024
const MOST_WAITING_BYTES = 128 * 1024 * 1024
const TOO_MUCH_WAITS =
  'too many large files of yours wait for an approval: have them approved, or take them back, and send this one again'

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

  /** Says who does an act once it is approved: when the gateway is put together, once for each name. */
  whenApproved(runs: string, runner: ActionRunner): void {
    assert(!this.#runners.has(runs), `${runs} is done by one`)
    this.#runners.set(runs, runner)
  }

  /** Whether this act needs an approval. What needs none because it is below a limit counts towards it from now on. */
  async needs({ operation, money, asker, spender = asker, role }: Question): Promise<Need> {
    const said = saidOf(ruleFor(await readPolicy(this.#database), operation), money)
    if (said === 'FREE' || !(await this.others(role, asker)).areAny) return FREE
    if (said === 'ASK' || money === undefined) return ASK
    const at = this.#deps.clock.now()
    const id = this.#deps.randomness.uuidV7(at)
    const { limitMinor, amountMinor } = said
    const spending = { id, operation, spender, currency: money.currency, amountMinor, at }
    if (!(await spend(this.#database, spending, limitMinor))) return ASK
    return { type: 'FREE', undo: () => makeRefund(this.#database, id) }
  }

  /** Who else may do, and so approve, what takes this role. */
  others(role: OperatorRole, but: Asker): Promise<Others> {
    return othersWith(this.#database, role, but, this.#deps.clock.now())
  }

  /** An approval to be stored: by `insertApproval`, in the commit in which something begins to wait for it. */
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

  /** Its request as it is stored, and the hash that both see. */
  #kept(id: string, { request, secrets }: WaitingOperation): Pick<Approval, 'request' | 'sha256'> {
    const { body } = request
    const hashOf = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
    if (!secrets || body.length === 0) return { request, sha256: hashOf(body) }
    const sealed = sealBody(this.#masterKey, id, body, this.#deps.randomness)
    return { request: { ...request, body: shown(body, secrets), sealed }, sha256: hashOf(canonical(body)) }
  }

  /** Stores what was asked, with its line in the audit log. The same again while it waits is the same approval. */
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

  /** What one says of it in the audit log. */
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

  /** Does what was asked for, as this operator. @throws what the act itself refuses; then it still waits */
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

  /** @returns what the one who approved it is shown in its place */
  async #keep({ id }: Approval, answer: ApprovedAnswer): Promise<ApprovedAnswer> {
    const { clock, randomness } = this.#deps
    await this.#database.batch(keepAnswer(this.#masterKey, randomness, id, answer, clock.now()))
    return { status: answer.status, body: null }
  }

  /** Whether who asked can collect what it answered. */
  hasAnswer({ id, decision }: Approval): Promise<boolean> {
    return decision?.isApproved
      ? hasAnswer(this.#database, id, this.#deps.clock.now())
      : Promise.resolve(false)
  }

  /** What an approved operation answered, for the operator who asked for it, once. */
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

  /** Who asked may take it back; anybody else who could have asked may reject it. */
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

  /** Its secrets have no use any more. Where this fails, the next act that waits takes them along. */
  async #forget({ request }: Approval): Promise<void> {
    if (request.sealed !== undefined) await this.#database.batch([forgetSealed(this.#deps.clock.now())])
  }

  /**
   * An act that was done before, under its own name, does nothing the second time and has no commit: then the approval is decided by
   * itself. If somebody else has decided it meanwhile, it was their act.
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

  /** What it is about is not as it was: because somebody else's approval has just done it, or for another reason. */
  async #staleOr(id: string): Promise<ApproveFailure> {
    const now = await this.find(id)
    const status = now && statusOf(now, this.#deps.clock.now())
    return now?.decision && status && status !== 'WAITING' ? { type: 'over', status } : { type: 'stale' }
  }

  /** The database has refused the line: what has become so in the meantime. */
  async #refusedNow(id: string, approver: GatewayOperator): Promise<DecideRefusal> {
    const now = await this.find(id)
    if (!now) return { type: 'absent' }
    const refusal = await this.#refusalOf(now, approver)
    if (refusal) return refusal
    const status = statusOf(now, this.#deps.clock.now())
    return status === 'WAITING'
      ? { type: 'four-eyes', text: 'You are no operator of the role that this needs any more.' }
      : { type: 'over', status }
  }
}
