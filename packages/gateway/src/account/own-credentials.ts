/**
 * A merchant's keys and secrets as its own people see and change them: their response bodies, and the one function that
 * makes a change, logs it and notifies the owners (`credential-routes.ts`, `confirm-routes.ts`).
 */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import type { Result } from '@sluice/core/foundation/result.ts'
import { type Caller, readPerson } from '../api/caller.ts'
import { httpProblem, type Problem, ProblemError } from '../http/problems.ts'
import { isMemberCapability } from '../merchants/capabilities.ts'
import {
  type CredentialKind,
  type CredentialRefusal,
  MAX_IN_FORCE,
  type Maker,
} from '../merchants/changing-credentials.ts'
import { carriedBy } from '../merchants/credential-rights.ts'
import { keyFacts } from '../merchants/credentials.ts'
import type { Credential, MerchantRecord } from '../merchants/merchant.ts'
import type { OwnerNoticeKind } from '../merchants/owner-notices.ts'
import { merchantProblem } from '../merchants/problems.ts'
import { changeMerchant, type MerchantChange } from '../merchants/store.ts'
import { type OwnContext, ownAuditLine } from './own-operations.ts'

/** A callback secret opens nothing, so it carries no rights. */
export const madeBody = ({ id, createdAt, madeBy }: Credential) => ({
  id,
  createdAt: isoTime(createdAt),
  ...(madeBy !== undefined && { madeBy }),
})

export function secretBody(isTest: boolean, credential: Credential) {
  const { usedAt, confirmed } = credential
  const carries = carriedBy(credential, { isTest })
  return {
    ...madeBody(credential),
    ...(usedAt !== undefined && { usedAt: isoTime(usedAt) }),
    ...(carries && { carries: [...carries] }),
    ...(confirmed && { confirmedBy: confirmed.by, confirmedAt: isoTime(confirmed.at) }),
  }
}

export const keyBody = (isTest: boolean, key: Credential) => ({
  ...secretBody(isTest, key),
  publicKey: key.value,
  ...keyFacts(key),
})

/** The signed-in person as the maker of a key. @throws ProblemError 403 */
export function makerIn(caller: Pick<Caller, 'grant'>): Maker {
  const { name, held, isWholeOwner } = readPerson(caller)
  return { name, ...(!isWholeOwner && { held: held.filter(isMemberCapability) }) }
}

export interface OwnChange {
  readonly action: 'add' | 'remove' | 'confirm' | 'unconfirm'
  readonly id: string
  readonly fingerprint?: string
  /** What the notification to owners says besides the ID. */
  readonly reported?: string
}

/** Makes a change and writes its log lines and notifications in the same commit. @throws ProblemError */
export async function changeOwn(
  { gateway, note }: OwnContext,
  caller: Caller,
  kind: CredentialKind,
  { action: verb, id, fingerprint, reported }: OwnChange,
  decide: (record: MerchantRecord) => Result<MerchantChange, CredentialRefusal>,
): Promise<void> {
  const { database, merchants } = gateway
  const { merchantCode } = caller.profile
  const action = `${kind.noun}.${verb}` as const
  const detail = { id, ...(fingerprint !== undefined && { fingerprint }) }
  const noted = note(caller, { action, subject: `${kind.words} ${id}`, detail })
  const audit = ownAuditLine(gateway, caller, { action, detail: { id } })
  const notice = {
    merchantCode,
    by: audit.operator,
    about: reported === undefined ? id : `${id}: ${reported}`,
  }
  const mails = isNotified(action) ? gateway.notifyOwners({ ...notice, what: action }) : []
  const changed = await changeMerchant(database, merchantCode, audit, decide, [noted, ...mails])
  merchants.forget(merchantCode)
  if (changed.ok) return
  const problem = changed.failure === 'NOT_FOUND' ? ABSENT : refused(kind, changed.failure)
  if (problem) throw new ProblemError(problem)
}

/** A callback secret can be neither confirmed nor unconfirmed. */
const isNotified = (
  action: `${CredentialKind['noun']}.${OwnChange['action']}`,
): action is OwnerNoticeKind & typeof action =>
  action !== 'callback-secrets.confirm' && action !== 'callback-secrets.unconfirm'

export const ABSENT = httpProblem('NOT_FOUND', 'no valid one has this ID')

/** Undefined: it was in the wanted state already. */
function refused({ words }: CredentialKind, refusal: CredentialRefusal): Problem | undefined {
  switch (refusal.type) {
    case 'unchanged':
      return undefined
    case 'absent':
      return ABSENT
    case 'exists':
      return merchantProblem('KEY_EXISTS', `You already have this public key, as ${refusal.id}.`)
    case 'too many':
      return merchantProblem(
        'CREDENTIAL_LIMIT',
        `You have ${MAX_IN_FORCE}, which is the maximum. Remove an old ${words} first.`,
      )
    case 'last':
      return merchantProblem(
        'LAST_CREDENTIAL',
        refusal.of === 'kind'
          ? `This is your last ${words}. Create another first.`
          : 'Your programs get their tokens with it, and you have no other key or secret. Add another first.',
      )
  }
}
