/**
 * The rules for adding and removing a merchant's keys and secrets, the same for operators and the merchant's own people. Pure.
 *
 * Several of a kind may be in force. A rotation adds the new one, waits until it is in use, then removes the old one. The last
 * callback secret cannot be removed, because every callback is signed. Each caller words its refusals itself.
 */
import { fail, type Result, succeed } from '@sluice/core/foundation/result.ts'
import type { PublicKeyFault } from '@sluice/core/foundation/signature.ts'
import type { Fault } from '../http/problems.ts'
import type { MemberCapability } from './capabilities.ts'
import { carriedBy } from './credential-rights.ts'
import type { Credential, CredentialPurpose, MerchantRecord } from './merchant.ts'
import type { MerchantChange } from './store.ts'

/** For each kind. */
export const MAX_IN_FORCE = 20

export interface CredentialKind {
  /** As written in paths and in the audit log. */
  readonly noun: 'keys' | 'secrets' | 'callback-secrets'
  readonly purpose: CredentialPurpose
  readonly words: string
  /** At least one must always remain. */
  readonly keepsLast: boolean
}

export const KEY: CredentialKind = {
  noun: 'keys',
  purpose: 'PUBLIC_KEY',
  words: 'public key',
  keepsLast: false,
}
export const SECRET: CredentialKind = {
  noun: 'secrets',
  purpose: 'SECRET',
  words: 'secret',
  keepsLast: false,
}
export const CALLBACK_SECRET: CredentialKind = {
  noun: 'callback-secrets',
  purpose: 'CALLBACK_SECRET',
  words: 'callback secret',
  keepsLast: true,
}

export type CredentialRefusal =
  /** The same key is already there, under this ID. */
  | { readonly type: 'exists'; readonly id: string }
  | { readonly type: 'too many' }
  | { readonly type: 'absent' }
  /** It already allows everything, or nobody has confirmed it. */
  | { readonly type: 'unchanged' }
  /** `kind`: the last of its kind. `access`: without it no program could get a token. */
  | { readonly type: 'last'; readonly of: 'kind' | 'access' }

/** Who adds a credential, and what it may allow. */
export interface Maker {
  /** The name as owners see it. */
  readonly name: string
  /** What the maker may do; undefined: everything. */
  readonly held?: readonly MemberCapability[] | undefined
}

/**
 * Marks a credential as made by this person: it allows no more than they may do. A callback secret grants no access, so nothing
 * is recorded.
 */
export function madeBy(credential: Credential, { name, held }: Maker): Credential {
  const carries = credential.purpose === 'CALLBACK_SECRET' ? undefined : held
  return { ...credential, madeBy: name, ...(carries && { carries }) }
}

export const credentialsInForce = (
  { credentials }: Pick<MerchantRecord, 'credentials'>,
  { purpose }: CredentialKind,
): readonly Credential[] => credentials.filter((credential) => credential.purpose === purpose)

export function addingCredential(
  record: MerchantRecord,
  kind: CredentialKind,
  credential: Credential,
): Result<MerchantChange, CredentialRefusal> {
  const all = credentialsInForce(record, kind)
  const same = all.find(({ value }) => kind.purpose === 'PUBLIC_KEY' && value === credential.value)
  if (same) return fail({ type: 'exists', id: same.id })
  if (all.length >= MAX_IN_FORCE) return fail({ type: 'too many' })
  return succeed({ add: [credential] })
}

/** @param by the owner who confirms it; undefined to withdraw a confirmation */
export function confirmingCredential(
  record: MerchantRecord,
  kind: CredentialKind,
  id: string,
  by: string | undefined,
): Result<MerchantChange, CredentialRefusal> {
  const credential = credentialsInForce(record, kind).find((each) => each.id === id)
  if (!credential) return fail({ type: 'absent' })
  const isUnchanged =
    by === undefined ? !credential.confirmed : carriedBy(credential, record.merchant) === undefined
  return isUnchanged ? fail({ type: 'unchanged' }) : succeed({ confirm: { id, by } })
}

/** @param leaves `access`: at least one key or secret for tokens must remain. An operator may remove the last one, too */
export function removingCredential(
  record: MerchantRecord,
  kind: CredentialKind,
  id: string,
  leaves: 'access' | 'nothing',
): Result<MerchantChange, CredentialRefusal> {
  const all = credentialsInForce(record, kind)
  if (!all.some((each) => each.id === id)) return fail({ type: 'absent' })
  if (kind.keepsLast && all.length === 1) return fail({ type: 'last', of: 'kind' })
  const left = [...credentialsInForce(record, KEY), ...credentialsInForce(record, SECRET)]
  if (leaves === 'access' && left.every((each) => each.id === id)) return fail({ type: 'last', of: 'access' })
  return succeed({ remove: [id] })
}

const KEY_FAULTS: Readonly<Record<PublicKeyFault, Omit<Fault, 'path'>>> = {
  NOT_PEM: {
    code: 'INVALID_FORMAT',
    message: 'must be a public key in PEM (BEGIN PUBLIC KEY), not a private key or a certificate',
  },
  NOT_RSA: { code: 'NOT_ALLOWED', message: 'must be an RSA key' },
  TOO_SHORT: { code: 'TOO_SHORT', message: 'must have at least 2048 bits' },
  TOO_LONG: { code: 'TOO_LONG', message: 'must have at most 8192 bits' },
}

export const publicKeyFault = (path: string, fault: PublicKeyFault): Fault => ({ path, ...KEY_FAULTS[fault] })
