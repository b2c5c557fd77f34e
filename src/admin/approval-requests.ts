/**
 * Endpoints whose acts may need an approval: the policy is asked before the handler runs, what was asked is stored as it came, and the
 * very same handler does it when it is approved. What an approval is: `approvals/approvals.ts`.
 */
import { createHash } from 'node:crypto'
import type { ApprovedAnswer } from '../approvals/answers.ts'
import type { Approval } from '../approvals/approval.ts'
import type { ApprovedRun, Need } from '../approvals/approvals.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
import type { Money } from '../foundation/money.ts'
import { fail, type Result, succeed } from '../foundation/result.ts'
import { parseBody } from '../http/body.ts'
import { ProblemError } from '../http/problems.ts'
import type { AuditLine } from '../identity/operators/audit.ts'
import type { OperatorRole } from '../identity/operators/rights.ts'
import type { BackOffice } from './back-office.ts'
import { type IncomingRequest, stale } from './call.ts'
import { DoneInPart, refuse } from './context.ts'

/** What a request would do that may need a second pair of eyes. */
export interface ApprovalRequest {
  readonly operation: ApprovableOperation
  /** For people, in one line: what will be done. Holds no secret. */
  readonly summary: string
  /** The money at stake, if it is money. */
  readonly money?: Money | undefined
  /** Every merchant that it touches, where the request does not name the only one: who is narrowed to merchants must hold them all. */
  readonly merchants?: readonly string[]
  /** What it is about, as it is now (`fingerprintOf`): where this has changed when it is approved, the act is stale. */
  readonly about: string
}

/** What it would do: one act of the policy, several at once, or none. */
export type ApprovalRequests = ApprovalRequest | readonly ApprovalRequest[] | undefined

export const allOf = (approvalRequests: ApprovalRequests): readonly ApprovalRequest[] =>
  approvalRequests === undefined ? [] : [approvalRequests].flat()

/** An act that another one has asked for. */
export interface RequestedBefore {
  /** Undoes what waits for it, in one commit with this line. @throws ProblemError */
  reject(office: BackOffice, approval: Approval, line: AuditLine): Promise<void>
}

export interface AskingEndpoint {
  /** `POST /admin/balances/!credit`. */
  readonly name: string
  readonly role: OperatorRole
  /** Fields of its body that are never to be read again. */
  readonly secrets?: readonly string[] | undefined
}

/** A short text that changes with what it is made of. */
export const fingerprintOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
    .digest('hex')

/** What a request comes to, read once: its act asks first, and its handler is to see the very same. */
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

/** What each request was judged by, while it is done. */
const judged = new WeakMap<object, readonly ApprovalRequest[]>()

/** @param call the request: one and the same when it is judged and when it is done */
export function rememberApprovalRequests(call: object, approvalRequests: ApprovalRequests): void {
  judged.set(call, allOf(approvalRequests))
}

/**
 * By what is true when it is done, under the lock or by the version that is written: it asks for no act that it was not judged by.
 * @throws ProblemError 409
 */
export function mustBeJudged(call: object, now: ApprovalRequests): void {
  if (
    !allOf(now).every(({ operation }) => judged.get(call)?.some((before) => before.operation === operation))
  )
    throw stale()
}

/** What follows for a request: it waits, or it is done now. */
export type WhatFollows =
  | { readonly waits: Approval; readonly after?: undefined }
  | { readonly waits: undefined; after<Answer>(work: () => Promise<Answer> | Answer): Promise<Answer> }

export async function consider(
  { gateway: { approvals } }: BackOffice,
  { name: runs, role, secrets }: AskingEndpoint,
  approvalRequests: ApprovalRequests,
  { operator, target, params, query, bytes: body }: IncomingRequest,
): Promise<WhatFollows> {
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
        // What was refused has moved nothing; what failed otherwise may have.
        if (error instanceof ProblemError && !(error instanceof DoneInPart) && error.problem.status < 500)
          await undo()
        throw error
      }
    },
  }
}

/** What was stored, as it came: read again by the reader that read it then. @param isFile no JSON @throws ProblemError */
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

/** Does what was asked for before, unless what it is about has changed. */
export async function doApproved(
  { approval }: ApprovedRun,
  approvalRequestsNow: (() => Promise<ApprovalRequests> | ApprovalRequests) | undefined,
  work: () => Promise<ApprovedAnswer>,
): Promise<Result<ApprovedAnswer, 'STALE'>> {
  // Where another act has asked, the room itself says whether this still can be.
  if (!approvalRequestsNow) return succeed(await work())
  const approvalRequests = allOf(await approvalRequestsNow())
  const isAsRequested = approvalRequests.some(
    ({ operation, about }) => operation === approval.operation && about === approval.about,
  )
  return isAsRequested ? succeed(await work()) : fail('STALE')
}
