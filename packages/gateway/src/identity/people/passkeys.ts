/**
 * Passkeys: the request to the browser, and whether its answer proves the person (WebAuthn, by `@simplewebauthn/server`).
 *
 * The authenticator must have verified its user, not only their presence. The answer must be to a challenge of ours, for this
 * purpose, at most five minutes old, from our own pages and for our own name. A counter that does not grow is rejected. The
 * commit ensures that no answer is accepted twice. The library is loaded at the first sign-in, as programs never need it.
 */
import type { AuthenticatorTransport } from '@simplewebauthn/server'
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { asDescribed, type RowOf, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { Static } from 'typebox'
import type { SignInAddress } from './address.ts'
import type { PeopleContext, SignInContext } from './context.ts'
import type { AssertionSchema, AttestationSchema } from './protocol.ts'
import { perRealm, type Signer } from './realm.ts'
import { CHALLENGE_LASTS_MS, type ChallengeFor, isChallenge, makeChallenge } from './sealed.ts'

export interface Passkey {
  readonly id: string
  readonly person: string
  /** In COSE format. */
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
  readonly label: string
  readonly isSynced: boolean
  readonly createdAt: Instant
  readonly lastUsedAt: Instant | undefined
}

const COLUMNS =
  'p.id, p.person, p.public_key, p.counter, p.transports, p.label, p.is_synced, p.created_at, p.last_used_at'
const FIND = perRealm(
  'passkey_find',
  ({ inForce, columns }) =>
    `select ${COLUMNS}, ${columns} from passkey p join ${inForce} o on o.id = p.person where p.id = $1`,
)
const OF_PERSON = sqlStatement({
  name: 'passkey_list',
  text: `select ${COLUMNS} from passkey p where p.person = $1 order by p.created_at, p.id`,
})
const USE = sqlStatement({
  name: 'passkey_use',
  text: `update passkey set counter = $2, last_used_at = $3 where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))
    returning id`,
})
const LOCK_OF_PERSON = sqlStatement({
  name: 'passkey_lock_of_person',
  text: `select ${COLUMNS} from passkey p where p.person = $1 order by p.id for update`,
})
const INSERT = sqlStatement({
  name: 'passkey_insert',
  text: `insert into passkey (id, person, public_key, counter, transports, label, is_synced, created_at)
    values ($1, $2, $3, $4, $5::text::jsonb, $6, $7, $8)`,
})
const DELETE = sqlStatement({
  name: 'passkey_delete',
  text: 'delete from passkey where person = $1 and id = $2 returning id',
})
const DELETE_ALL = sqlStatement({
  name: 'passkey_delete_all',
  text: 'delete from passkey where person = $1',
})

const rowToPasskey = (row: RowOf<'passkey_list'>): Passkey => ({
  id: row.id,
  person: row.person,
  publicKey: new Uint8Array(Buffer.from(String(row.public_key), 'base64url')),
  counter: Number(row.counter),
  transports: row.transports as readonly string[],
  label: row.label,
  isSynced: row.is_synced === true,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined,
})

export interface HeldPasskey<Who extends Signer> {
  readonly passkey: Passkey
  readonly operator: Who
}

/** With its owner, if that person is active. */
export async function findPasskey<Who extends Signer>(
  { database, realm }: PeopleContext<Who>,
  id: string,
): Promise<HeldPasskey<Who> | undefined> {
  const [row] = await database.run(FIND(realm), [id])
  return row && { passkey: rowToPasskey(asDescribed(row)), operator: realm.read(row) }
}

export const passkeysOf = async ({ database }: SignInContext, person: string): Promise<readonly Passkey[]> =>
  (await database.run(OF_PERSON, [person])).map(rowToPasskey)

/** For the first round trip of a transaction, so that none of them is removed meanwhile. */
export const lockPasskeysOf = (person: string): SqlCall<'passkey_lock_of_person'> => ({
  statement: LOCK_OF_PERSON,
  values: [person],
})
export const passkeysIn = (
  rows: readonly RowOf<'passkey_lock_of_person'>[] | undefined,
): readonly Passkey[] => (rows ?? []).map(rowToPasskey)

/** For the first round trip of the transaction that accepts it. No row: the counter has been used in the meantime. */
export const usePasskey = ({ id }: Passkey, counter: number, now: Instant): SqlCall => ({
  statement: USE,
  values: [id, counter, isoTime(now)],
})

export const deletePasskey = (person: string, id: string): SqlCall => ({
  statement: DELETE,
  values: [person, id],
})
export const deletePasskeys = (person: string): SqlCall => ({ statement: DELETE_ALL, values: [person] })

export const insertPasskey = (passkey: Passkey): SqlCall => ({
  statement: INSERT,
  values: [
    passkey.id,
    passkey.person,
    Buffer.from(passkey.publicKey).toString('base64url'),
    passkey.counter,
    JSON.stringify(passkey.transports),
    passkey.label,
    passkey.isSynced,
    isoTime(passkey.createdAt),
  ],
})

// ── The request to the browser ────────────────────────────────────────────────────────────────────────────────────────

/** How an authenticator identifies the owner of a key: the operator's ID as bytes. */
const handleOf = (person: string): string =>
  Buffer.from(person.replaceAll('-', ''), 'hex').toString('base64url')

const challengeOf = ({ masterKey, deps }: SignInContext, purpose: ChallengeFor): string =>
  makeChallenge(masterKey, purpose, deps.clock.now(), deps.randomness)

/** @param allowed without it, any passkey that the browser has for this address */
export const requestOptions = (
  context: SignInContext,
  rpId: string,
  purpose: ChallengeFor,
  allowed: readonly Passkey[] = [],
) => ({
  challenge: challengeOf(context, purpose),
  rpId,
  timeout: CHALLENGE_LASTS_MS,
  userVerification: 'required',
  allowCredentials: allowed.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
})

/** EdDSA, ES256, RS256: every authenticator has one of them. */
const ALGORITHMS = [-8, -7, -257]

export const creationOptions = (
  context: SignInContext,
  rpId: string,
  purpose: ChallengeFor,
  person: { readonly id: string; readonly name: string },
  known: readonly Passkey[] = [],
) => ({
  challenge: challengeOf(context, purpose),
  rp: { id: rpId, name: 'Sluice' },
  user: { id: handleOf(person.id), name: person.name, displayName: person.name },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
  timeout: CHALLENGE_LASTS_MS,
  attestation: 'none',
  excludeCredentials: known.map(({ id, transports }) => ({ id, type: 'public-key', transports })),
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
})

// ── The answer ────────────────────────────────────────────────────────────────────────────────────────────────────────

export interface ProvedAssertion {
  /** To be marked as used. */
  readonly challenge: string
  readonly counter: number
}

/** @returns undefined if it proves nothing */
export async function proveAssertion(
  context: SignInContext,
  address: SignInAddress,
  purpose: ChallengeFor,
  { response, ...credential }: Static<typeof AssertionSchema>,
  { id, person, publicKey, counter, transports }: Passkey,
): Promise<ProvedAssertion | undefined> {
  const { passkeysFor } = address
  const { userHandle, ...answered } = response
  if (passkeysFor === undefined || (userHandle !== undefined && userHandle !== handleOf(person)))
    return undefined
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  const met = meeting(context, purpose)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: answered,
      },
      expectedChallenge: met.isExpected,
      expectedOrigin: [...address.origins],
      expectedRPID: passkeysFor,
      requireUserVerification: true,
      credential: { id, publicKey, counter, transports: known(transports) },
    })
    const challenge = met.challenge()
    return verified && challenge !== undefined
      ? { challenge, counter: authenticationInfo.newCounter }
      : undefined
  } catch {
    return undefined
  }
}

export interface ProvedAttestation {
  readonly challenge: string
  readonly passkey: Passkey
}

/** @returns undefined if it is not a valid passkey of this person */
export async function proveAttestation(
  context: SignInContext,
  address: SignInAddress,
  purpose: ChallengeFor,
  { response, ...credential }: Static<typeof AttestationSchema>,
  { person, label }: { readonly person: string; readonly label: string | undefined },
): Promise<ProvedAttestation | undefined> {
  if (address.passkeysFor === undefined) return undefined
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  const met = meeting(context, purpose)
  const transports = known(response.transports ?? [])
  try {
    const { clientDataJSON, attestationObject } = response
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: credential.id,
        rawId: credential.rawId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON, attestationObject, transports },
      },
      expectedChallenge: met.isExpected,
      expectedOrigin: [...address.origins],
      expectedRPID: address.passkeysFor,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    const challenge = met.challenge()
    if (!verified || challenge === undefined) return undefined
    const { credential: made, credentialBackedUp } = registrationInfo
    const passkey: Passkey = {
      id: made.id,
      person,
      publicKey: made.publicKey,
      counter: made.counter,
      transports,
      label: labelOf(label),
      isSynced: credentialBackedUp,
      createdAt: context.deps.clock.now(),
      lastUsedAt: undefined,
    }
    return { challenge, passkey }
  } catch {
    return undefined
  }
}

/** Remembers the answered challenge if it is one of ours. */
function meeting({ masterKey, deps }: SignInContext, purpose: ChallengeFor) {
  let challenge: string | undefined
  return {
    challenge: () => challenge,
    isExpected(answered: string): boolean {
      if (!isChallenge(masterKey, purpose, answered, deps.clock.now())) return false
      challenge = answered
      return true
    },
  }
}

const labelOf = (label: string | undefined): string =>
  (label ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 64) || 'Passkey'

const TRANSPORTS: readonly AuthenticatorTransport[] = ['ble', 'hybrid', 'internal', 'nfc', 'usb']
const known = (transports: readonly string[]): AuthenticatorTransport[] =>
  TRANSPORTS.filter((transport) => transports.includes(transport))
