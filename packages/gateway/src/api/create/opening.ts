/**
 * The first stage of every create, of payins, payouts and refunds: the ID's form, the body, and how a refusal by the
 * rules is answered. Each kind reads its own body. No rule refuses a create before it is known whether its ID was
 * accepted before.
 */
import type { MerchantOrderId } from '@sluice/core/foundation/identifiers.ts'
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import { type Fault, type Problem, validationFailed } from '../../http/problems.ts'
import type { Gateway } from '../gateway.ts'
import { readId } from '../requests.ts'
import type { CreatedKind, CreateRequest } from './kind.ts'
import { refuse } from './refusal.ts'

export interface OpenedCreate<Read> {
  readonly id: MerchantOrderId
  readonly read: Result<Read, readonly Fault[]>
  /** Refuses by a rule, with this problem, unless the ID was accepted before. */
  readonly refused: (problem: Problem) => Promise<Result<never, Problem>>
}

/** @returns a 400 if the ID has the wrong form */
export function openCreate<Read extends { readonly hash: string }>(
  gateway: Pick<Gateway, 'database'>,
  kind: CreatedKind,
  { profile, id: text, queryFaults = [] }: Pick<CreateRequest, 'profile' | 'id' | 'queryFaults'>,
  readBody: () => Result<Read, readonly Fault[]>,
): Result<OpenedCreate<Read>, Problem> {
  const id = readId(text, kind.idName)
  if (!id.ok) return fail(validationFailed([id.failure]))
  const read = readBody()
  const requested = {
    merchantId: profile.merchantCode,
    id: id.value,
    hash: read.ok ? read.value.hash : undefined,
  }
  const whole = queryFaults.length === 0 ? read : fail([...queryFaults, ...(read.ok ? [] : read.failure)])
  return succeed({
    id: id.value,
    read: whole,
    refused: (problem) => refuse(gateway, kind, requested, problem),
  })
}
