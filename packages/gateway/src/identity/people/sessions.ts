/**
 * Sessions: a person signed in on a browser.
 *
 * The cookie holds 256 random bits, created here after a sign-in and never taken from the browser; only their hash is stored. A
 * session ends after an hour without requests, after twelve hours in any case, when someone ends it, when its operator is
 * revoked, and at the fifth wrong one-time code, so that someone who has stolen it has few guesses. Each request reads session
 * and operator again, in one statement, so a change on any node applies to the next request.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Database, type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { GatewayOperator } from '../operators/operators.ts'
import type { Guesses } from './authenticator-app.ts'
import type { SIGN_IN_METHODS } from './protocol.ts'
import { perRealm, type Realm, type Signer } from './realm.ts'
import { hashText } from './sealed.ts'
import { forgetSpent } from './spent.ts'

export type SignInMethod = (typeof SIGN_IN_METHODS)[number]

export interface PersonSession<Who extends Signer = GatewayOperator> {
  /** Grants nothing. */
  readonly id: string
  readonly hash: string
  /** The signed-in person. */
  readonly operator: Who
  readonly signInMethod: SignInMethod
  readonly device: string
  readonly signedInAt: Instant
  readonly seenAt: Instant
  readonly endsAt: Instant
  /** Undefined if they never did: after a recovery code alone, or if an identity provider does not say when. */
  readonly provedAt: Instant | undefined
}

export const IDLE_MS = 60 * 60_000
export const SESSION_MS = 12 * 60 * 60_000
/** How long a proof is recent enough for operations that need a step-up. */
export const PROVED_MS = 5 * 60_000
const SEEN_EVERY_MS = 60_000
const COOKIE_BYTES = 32
const MAX_WRONG_CODES = 5
const MAX_SESSIONS = 20
const MAX_COOKIE = 128
const MAX_DEVICE = 200

const COLUMNS = `s.id, s.hash, s.sign_in_method, s.device, s.created_at, s.seen_at, s.ends_at, s.proved_at, s.person,
  (select p.issuer from person p where p.id = s.person) as issuer`
const FIND = perRealm(
  'person_session_find',
  ({
    inForce,
    columns,
  }) => `select ${COLUMNS}, ${columns} from person_session s join ${inForce} o on o.id = s.person
    where s.hash = $1 and s.ends_at > $2 and s.seen_at > $3`,
)
const OF_PERSON = perRealm(
  'person_session_list',
  ({
    inForce,
    columns,
  }) => `select ${COLUMNS}, ${columns} from person_session s join ${inForce} o on o.id = s.person
    where s.person = $1 and s.ends_at > $2 and s.seen_at > $3 order by s.created_at desc, s.id desc`,
)
const INSERT = sqlStatement({
  name: 'person_session_insert',
  text: `insert into person_session (hash, id, person, sign_in_method, device, created_at, seen_at, ends_at, proved_at)
    values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
})
const LOCK = sqlStatement({
  name: 'person_session_lock',
  text: 'select hash from person_session where hash = $1 and ends_at > $2 for share',
})
const SEEN = sqlStatement({
  name: 'person_session_seen',
  text: 'update person_session set seen_at = $2 where hash = $1 and seen_at < $2',
})
const PROVED = sqlStatement({
  name: 'person_session_proved',
  text: 'update person_session set proved_at = $2 where hash = $1',
})
const LOCK_GUESSES = sqlStatement({
  name: 'person_session_lock_guesses',
  text: 'select wrong_codes from person_session where hash = $1 for update',
})
const WRONG = sqlStatement({
  name: 'person_session_wrong_code',
  text: 'update person_session set wrong_codes = $2 where hash = $1',
})
const END = sqlStatement({
  name: 'person_session_end',
  text: 'delete from person_session where person = $1 and id = $2 returning id',
})
const END_ALL = sqlStatement({
  name: 'person_session_end_all',
  text: 'delete from person_session where person = $1 and ($2::uuid is null or id <> $2::uuid)',
})
const CLEAR = sqlStatement({
  name: 'person_session_clear',
  text: `delete from person_session where ends_at <= $1 or hash = $2 or (person = $3 and id not in
    (select id from person_session where person = $3 order by created_at desc, id desc limit ${MAX_SESSIONS - 1}))`,
})

const rowToSession = <Who extends Signer>(realm: Realm<Who>, row: Row): PersonSession<Who> => ({
  id: row.id as string,
  hash: row.hash as string,
  operator: realm.read(row),
  signInMethod: row.sign_in_method as SignInMethod,
  device: row.device as string,
  signedInAt: row.created_at as Instant,
  seenAt: row.seen_at as Instant,
  endsAt: row.ends_at as Instant,
  provedAt: (row.proved_at ?? undefined) as Instant | undefined,
})

/** For SQL of other modules: when a person was last active. */
export const lastSeenOf = (person: string): string =>
  `(select max(s.seen_at) from person_session s where s.person = ${person})`

/** Where sessions are stored, and which people they are for. */
interface SessionsContext<Who extends Signer> {
  readonly database: Database
  readonly realm: Realm<Who>
  /** The current identity provider. */
  readonly identityProvider?: { readonly settings: { readonly issuer: string } } | undefined
}

/** The session of this cookie, if there is one. Reading it does not extend it. */
export async function peekSession<Who extends Signer>(
  { database, realm, identityProvider }: SessionsContext<Who>,
  cookie: string,
  now: Instant,
): Promise<PersonSession<Who> | undefined> {
  if (cookie.length > MAX_COOKIE) return undefined
  const [row] = await database.run(FIND(realm), [hashText(cookie), isoTime(now), isoTime(now - IDLE_MS)])
  // Let in by a provider that is no longer configured.
  if (!row || (row.issuer !== null && row.issuer !== identityProvider?.settings.issuer)) return undefined
  return rowToSession(realm, row)
}

/** The session of this cookie, if there is one, and extends it. */
export async function sessionOf<Who extends Signer>(
  context: SessionsContext<Who>,
  cookie: string,
  now: Instant,
): Promise<PersonSession<Who> | undefined> {
  const session = await peekSession(context, cookie, now)
  if (!session || now - session.seenAt < SEEN_EVERY_MS) return session
  await context.database.run(SEEN, [session.hash, isoTime(now)])
  return { ...session, seenAt: now }
}

export async function sessionsOf<Who extends Signer>(
  { database, realm }: { readonly database: Database; readonly realm: Realm<Who> },
  person: string,
  now: Instant,
): Promise<readonly PersonSession<Who>[]> {
  const rows = await database.run(OF_PERSON(realm), [person, isoTime(now), isoTime(now - IDLE_MS)])
  return rows.map((row) => rowToSession(realm, row))
}

export interface NewSession<Who extends Signer = GatewayOperator> {
  readonly session: PersonSession<Who>
  /** The value of the cookie. */
  readonly secret: string
  /** The value of the cookie that identifies the browser later. */
  readonly deviceSecret?: string
  /** To be committed with the sign-in. */
  readonly calls: readonly SqlCall[]
}

export interface Arrival {
  readonly signInMethod: SignInMethod
  /** The browser's own name for itself. */
  readonly device: string
  /** The hash of the session cookie that the browser sent; that session ends. */
  readonly before: string | undefined
  readonly provedAt: Instant | undefined
}

/** Begins a session. Deletes expired ones, and the oldest beyond twenty of one person. */
export function beginSession<Who extends Signer>(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  operator: Who,
  { signInMethod, device, before, provedAt }: Arrival,
): NewSession<Who> {
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(COOKIE_BYTES)).toString('base64url')
  const session: PersonSession<Who> = {
    id: randomness.uuidV7(now),
    hash: hashText(secret),
    operator,
    signInMethod,
    device: device.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_DEVICE),
    signedInAt: now,
    seenAt: now,
    endsAt: now + SESSION_MS,
    provedAt,
  }
  const { id, hash, endsAt } = session
  const proved = provedAt === undefined ? null : isoTime(provedAt)
  const insert = [hash, id, operator.id, signInMethod, session.device, isoTime(now), isoTime(endsAt), proved]
  return {
    session,
    secret,
    calls: [
      {
        statement: CLEAR,
        values: [isoTime(now), before ?? null, operator.id],
      },
      { statement: INSERT, values: insert },
      forgetSpent(now),
    ],
  }
}

/**
 * For the first round trip of a transaction that gives a signed-in person more access, such as a place in a team or a passkey.
 * The session cannot be ended before it is over, so a recovery by a link ends the new access too. No row: the session has ended
 * since it was read.
 */
export const lockSession = ({ hash }: Pick<PersonSession, 'hash'>, now: Instant): SqlCall => ({
  statement: LOCK,
  values: [hash, isoTime(now)],
})

export const provedCall = ({ hash }: Pick<PersonSession, 'hash'>, now: Instant): SqlCall => ({
  statement: PROVED,
  values: [hash, isoTime(now)],
})

/** For the first round trip of the transaction that checks a code for a step-up. No row: the session has ended. */
export const lockGuessesIn = ({ hash }: Pick<PersonSession, 'hash'>): SqlCall => ({
  statement: LOCK_GUESSES,
  values: [hash],
})

/**
 * A right code does not reset the count: someone else who uses the session gains no guesses from its owner.
 * @param ended records that it ended
 */
export const guessesInSession = <Who extends Signer>(
  { hash, id, operator }: PersonSession<Who>,
  [row]: readonly Row[],
  ended: () => SqlCall,
): Guesses => ({
  failures: Number(row?.wrong_codes ?? 0),
  pausedUntil: undefined,
  wrong: (codes) =>
    codes < MAX_WRONG_CODES
      ? [{ statement: WRONG, values: [hash, codes] }]
      : [endSessionCall(operator.id, id), ended()],
  right: [],
})

/** One row if there was one. */
export const endSessionCall = (person: string, id: string): SqlCall => ({
  statement: END,
  values: [person, id],
})

/** All sessions of a person, except one. */
export const endSessionsCall = (person: string, but?: string): SqlCall => ({
  statement: END_ALL,
  values: [person, but ?? null],
})

/** The hash of a browser's cookie, which need not be one of ours. */
export const hashOfCookie = (cookie: string | undefined): string | undefined =>
  cookie === undefined ? undefined : hashText(cookie)

/** No step-up is needed until then. */
export const provedUntil = ({ provedAt }: Pick<PersonSession, 'provedAt'>): Instant | undefined =>
  provedAt === undefined ? undefined : provedAt + PROVED_MS
