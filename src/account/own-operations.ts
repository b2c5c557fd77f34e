/**
 * What a merchant's own people change of their account: who may, and the two lines that each change leaves, one in the operators' audit
 * log and one in what the merchant's people read of each other. Both are written in the commit of the change.
 */
import type { TSchema } from 'typebox'
import { type Caller, readPerson } from '../api/caller.ts'
import type { MerchantCall, MerchantsContext } from '../api/endpoint.ts'
import type { Gateway } from '../api/gateway.ts'
import type { SqlCall } from '../database/port.ts'
import { httpProblem, ProblemError } from '../http/problems.ts'
import type { AuditLine } from '../identity/operators/audit.ts'

interface OwnOperation {
  readonly action: string
  readonly subject: string
  /** No secret. */
  readonly detail: object
}

/** Notes it for the merchant's people, in the name of who is signed in: a statement for the commit that does it. */
export type NoteOwnOperation = (caller: Pick<Caller, 'profile' | 'grant'>, operation: OwnOperation) => SqlCall

/** What the endpoints need by which a merchant's people change their account. */
export interface OwnContext extends MerchantsContext {
  readonly note: NoteOwnOperation
}

/** A request of theirs, as what its endpoints share sees it. */
export type OwnCall<Params> = Pick<
  MerchantCall<OwnContext, Params, unknown, TSchema>,
  'context' | 'caller' | 'params' | 'person'
>

/** Operators read of a person of a merchant's as of nobody of their own. @throws ProblemError 403, where it is a token that asks */
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
 * Who shows that it is really them, and whom no amount limits: a key that they make would let more out than they may.
 * @throws ProblemError 403
 */
export function readUnlimitedPerson(caller: Pick<Caller, 'grant'>): void {
  const { limits } = readPerson(caller, 'fresh')
  if (limits)
    throw new ProblemError(
      httpProblem(
        'SCOPE_EXCEEDED',
        'you may move so much at once and no more, and a key or secret may move anything: ask an owner',
      ),
    )
}
