/**
 * Changes that a merchant's own people make to their account: who may make them, and the two log lines of each, one in
 * the operators' audit log and one in the merchant's own log. Both are written in the commit of the change.
 */
import type { SqlCall } from '@sluice/database/port.ts'
import type { TSchema } from 'typebox'
import { type Caller, readPerson } from '../api/caller.ts'
import type { MerchantCall, MerchantsContext } from '../api/endpoint.ts'
import type { Gateway } from '../api/gateway.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { AuditLine } from '../identity/operators/audit.ts'

interface OwnOperation {
  readonly action: string
  readonly subject: string
  /** Contains no secret. */
  readonly detail: object
}

/**
 * The statement that logs an operation for the merchant's people, in the name of the signed-in person. It runs in the
 * commit of the operation.
 */
export type NoteOwnOperation = (caller: Pick<Caller, 'profile' | 'grant'>, operation: OwnOperation) => SqlCall

/** What the endpoints need with which a merchant's people change their account. */
export interface OwnContext extends MerchantsContext {
  readonly note: NoteOwnOperation
}

/** One of their requests, with the parts that these endpoints share. */
export type OwnCall<Params> = Pick<
  MerchantCall<OwnContext, Params, unknown, TSchema>,
  'context' | 'caller' | 'params' | 'person'
>

/**
 * Operators see a merchant's person as an outsider, not as one of their own people. @throws ProblemError 403 for a
 * token
 */
export function ownAuditLine(
  { deps }: Pick<Gateway, 'deps'>,
  { profile, grant }: Pick<Caller, 'profile' | 'grant'>,
  { action, detail }: Pick<OwnOperation, 'action' | 'detail'>,
): AuditLine {
  const { id, name } = readPerson({ grant })
  const at = deps.clock.now()
  return {
    id: deps.randomness.uuidV7(at),
    at,
    operator: `${name} of ${profile.merchantCode}`,
    action,
    subject: `merchant ${profile.merchantCode}`,
    detail: { ...detail, person: id },
  }
}

/**
 * Only a person who has proved their identity and has no amount limit: a key that they create would have none.
 * @throws ProblemError 403
 */
export function readUnlimitedPerson(caller: Pick<Caller, 'grant'>): void {
  const { limits } = readPerson(caller, 'fresh')
  if (limits)
    throw new ProblemError(
      httpProblem(
        'SCOPE_EXCEEDED',
        'your amount per operation is limited, and a key or secret has no limit: ask an owner',
      ),
    )
}
