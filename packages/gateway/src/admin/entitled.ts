/**
 * Applies an operator's rights to one request: its merchant and its amount. The capability was checked before
 * (`authorize.ts`).
 *
 * An operator limited to merchants has access only if the request names the merchant in its path, filter or body. That
 * excludes lists over all merchants, and cases found by their own ID. An operator limited to amounts may do nothing
 * whose amount is unknown. @throws ProblemError 403
 */
import { type TSchema, Type } from 'typebox'
import { isObject } from '../api/requests.ts'
import type { ApprovableOperation } from '../approvals/operations.ts'
import { httpProblem } from '../http/problems.ts'
import type { GatewayOperator } from '../identity/operators/operators.ts'
import {
  capabilityFor,
  hasCapability,
  isNarrowed,
  mayMove,
  mayTouch,
  type OperatorRole,
} from '../identity/operators/rights.ts'
import { type ApprovalRequests, allOf } from './approval-requests.ts'
import type { IncomingRequest } from './call.ts'
import { refuse } from './context.ts'

interface Declared {
  readonly params?: Readonly<Record<string, TSchema>>
  readonly query?: Readonly<Record<string, TSchema>>
  readonly body?: TSchema
}

const WHOSE = 'merchantCode'

/**
 * The merchant of a request, if the endpoint reads it there. Other paths have none: the body of a case's assignment
 * names who would receive the money, not whose it is.
 */
function merchantIn({ params, query, body }: Declared, requested: IncomingRequest): string | undefined {
  if (params && Object.keys(params).length > 0) return WHOSE in params ? textIn(requested.params) : undefined
  if (query && WHOSE in query) return textIn(requested.query)
  return body && Type.IsObject(body) && WHOSE in body.properties ? textIn(requested.body) : undefined
}

function textIn(given: unknown): string | undefined {
  const code = isObject(given) ? given[WHOSE] : undefined
  return typeof code === 'string' ? code : undefined
}

export function mayRequest(
  declared: Declared,
  { rights }: Pick<GatewayOperator, 'rights'>,
  requested: IncomingRequest,
): void {
  if (rights.merchants === undefined || mayTouch(rights, merchantIn(declared, requested))) return
  throw refuse(
    httpProblem(
      'SCOPE_EXCEEDED',
      `this needs a right for the merchant it is about, or for all; yours is for ${rights.merchants.join(', ') || 'none'}: name one of them`,
    ),
  )
}

/** The approver of an operation must be allowed to do it. */
export function mayApprove(
  { path, role, ...declared }: Declared & { readonly path: string; readonly role: OperatorRole },
  approver: GatewayOperator,
  requested: IncomingRequest,
): void {
  const capability = capabilityFor(path, role)
  if (!hasCapability(approver, capability))
    throw refuse(httpProblem('SCOPE_EXCEEDED', `this needs the right ${capability}`))
  mayRequest(declared, approver, requested)
}

/** Operations that move no money themselves, so no limit on amounts applies. */
const WITHOUT_MONEY: readonly ApprovableOperation[] = [
  'merchant.create',
  'merchant.addresses',
  'merchant.activate',
  'merchant.products',
  'merchant.payout-destination',
  'merchant.keys',
  'billing.change',
  'alert.silence',
  'operator.create',
  'approval-policy.change',
]

/** For a request that touches several merchants, one of which its path may name. */
export function mayTouchAll({ rights }: Pick<GatewayOperator, 'rights'>, merchants: readonly string[]): void {
  if (merchants.every((merchant) => mayTouch(rights, merchant))) return
  // Does not name merchants that are not theirs.
  throw refuse(
    httpProblem('SCOPE_EXCEEDED', 'this is about other merchants as well, for which you have no right'),
  )
}

export function mayRequestApproval(
  { rights }: Pick<GatewayOperator, 'rights'>,
  approvalRequests: ApprovalRequests,
): void {
  // Otherwise they could create an operator without limits.
  if (isNarrowed(rights) && allOf(approvalRequests).some(({ operation }) => operation === 'operator.create'))
    throw refuse(httpProblem('SCOPE_EXCEEDED', 'this needs rights that nothing narrows'))
  for (const { merchants = [] } of allOf(approvalRequests)) mayTouchAll({ rights }, merchants)
  if (rights.limits === undefined) return
  for (const { operation, money } of allOf(approvalRequests)) {
    if (money ? mayMove(rights, money) : WITHOUT_MONEY.includes(operation)) continue
    const above = money
      ? `more than your limit in ${money.currency}`
      : 'an amount that is not known beforehand'
    throw refuse(httpProblem('SCOPE_EXCEEDED', `this needs the right to move ${above}`))
  }
}
