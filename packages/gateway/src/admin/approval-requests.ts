/**
 * Endpoints whose operations may need approval. The policy is applied before the handler runs; the request is stored as
 * it came, and the same handler runs when it is approved. `approvals/approvals.ts` says what an approval is.
 */
import { createHash } from 'node:crypto'
import type { Money } from '@sluice/core/foundation/money.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { ApprovedAnswer } from '../approvals/answers.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovedRun, Need } from '../approvals/approvals.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
import { parseBody } from '../http/body.ts'
import { ProblemError } from '../http/problems.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import type { BackOffice } from './back-office.ts'
import { type IncomingRequest, stale } from './call.ts'
import { DoneInPart, refuse } from './context.ts'

/** The part of a request that may need approval. */
export interface ApprovalRequest {
  readonly operation: ApprovableOperation
  /** For people, in one line: what will be done. Contains no secret. */
  readonly summary: string
  /** The money that it moves, if any. */
  readonly money?: Money | undefined
  /**
   * All merchants that it touches, if the request does not name exactly one: an operator limited to merchants must be
   * responsible for all of them.
   */
  readonly merchants?: readonly string[]
  /**
   * Fingerprint (`fingerprintOf`) of the object's current state: if it has changed when the request is approved, the
   * approval is stale.
   */
  readonly about: string
}

/** The operations of the policy that a request contains: none, one or several. */
export type ApprovalRequests = ApprovalRequest | readonly ApprovalRequest[] | undefined

export const allOf = (approvalRequests: ApprovalRequests): readonly ApprovalRequest[] =>
  approvalRequests === undefined ? [] : [approvalRequests].flat()

/** An operation that another one has requested. */
export interface RequestedBefore {
  /** Cancels what waits for it, in one commit with this line. @throws ProblemError */
  reject(backOffice: BackOffice, approval: Approval, line: AuditLine): Promise<void>
}

export interface AskingEndpoint {
  /** `POST /admin/balances/!credit`. */
  readonly name: string
  readonly role: OperatorRole
  /** Fields of its body that must never be shown again. */
  readonly secrets?: readonly string[] | undefined
}

/** A short text that changes with its input. */
export const fingerprintOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
    .digest('hex')

/** Computes a value once per request, so that the approval and the handler see the same. */
export function oncePerCall<Requested extends object, Value>(
  read: (call: Requested) => Promise<Value>,
): (call: Requested) => Promise<Value> {
  const known = new WeakMap<Requested, Promise<Value>>()
  return (call) => {
    const before = known.get(call)
    if (before) return before
    const value = read(call)
    known.set(call, value)
    return value
  }
}

/** The approval requests by which each request was judged, while it runs. */
const judged = new WeakMap<object, readonly ApprovalRequest[]>()

/** @param call the same object when the request is judged and when it runs */
export function rememberApprovalRequests(call: object, approvalRequests: ApprovalRequests): void {
  judged.set(call, allOf(approvalRequests))
}

/**
 * Called under the lock, or with the version that is written: the operation must need no approval beyond those judged
 * before.
 * @throws ProblemError 409
 */
export function mustBeJudged(call: object, now: ApprovalRequests): void {
  if (
    !allOf(now).every(({ operation }) => judged.get(call)?.some((before) => before.operation === operation))
  )
    throw stale()
}

/** What happens to a request: it waits, or it runs now. */
export type ApprovalCheck =
  | { readonly waits: Approval; readonly after?: undefined }
  | { readonly waits: undefined; after<Answer>(work: () => Promise<Answer> | Answer): Promise<Answer> }

export async function consider(
  { gateway: { approvals } }: BackOffice,
  { name: runs, role, secrets }: AskingEndpoint,
  approvalRequests: ApprovalRequests,
  { operator, target, params, query, bytes: body }: IncomingRequest,
): Promise<ApprovalCheck> {
  const asker = { id: operator.id, name: operator.name, revision: operator.revision }
  const counted: Extract<Need, { type: 'FREE' }>[] = []
  const undo = async () => {
    for (const each of counted) await each.undo()
  }
  for (const approvalRequest of allOf(approvalRequests)) {
    const need = await approvals.needs({ ...approvalRequest, asker, role })
    if (need.type === 'FREE') {
      counted.push(need)
      continue
    }
    await undo()
    const request = { target, parameters: { params, query }, body }
    return {
      waits: await approvals.ask({
        ...approvalRequest,
        asker,
        role,
        runs,
        request,
        ...(secrets && { secrets }),
      }),
    }
  }
  return {
    waits: undefined,
    async after(work) {
      try {
        return await work()
      } catch (error) {
        // A refused request has moved nothing; one that failed otherwise may have.
        if (error instanceof ProblemError && !(error instanceof DoneInPart) && error.problem.status < 500)
          await undo()
        throw error
      }
    },
  }
}

/** Reads the stored request again with the same reader. @param isFile the body is no JSON @throws ProblemError */
export function requestedBefore(run: ApprovedRun, isFile = false): IncomingRequest {
  const { approval, approver, body } = run
  const { target, parameters } = approval.request
  const isPatch = approval.runs.startsWith('PATCH ')
  const parsed = body.length === 0 || isFile ? undefined : parseBody(body, isPatch ? 'kept' : 'left-out')
  if (parsed && !parsed.ok) throw refuse(parsed.failure)
  return {
    operator: approver,
    target,
    params: parameters.params,
    query: parameters.query,
    body: parsed?.value.value,
    imprecise: parsed?.value.impreciseNumbers ?? [],
    bytes: body,
    headers: {},
    setHeader: () => undefined,
    approved: run,
  }
}

/** Runs an approved request, unless its object has changed. */
export async function doApproved(
  { approval }: ApprovedRun,
  approvalRequestsNow: (() => Promise<ApprovalRequests> | ApprovalRequests) | undefined,
  work: () => Promise<ApprovedAnswer>,
): Promise<Result<ApprovedAnswer, 'STALE'>> {
  // If another operation requested it, the module that runs it checks whether it is still possible.
  if (!approvalRequestsNow) return succeed(await work())
  const approvalRequests = allOf(await approvalRequestsNow())
  const isAsRequested = approvalRequests.some(
    ({ operation, about }) => operation === approval.operation && about === approval.about,
  )
  return isAsRequested ? succeed(await work()) : fail('STALE')
}
