/**
 * Sessions: a person signed in on a browser.
 *
 * The cookie holds 256 random bits that are made here when somebody has signed in, never what a browser brought along; only their hash
 * is stored. It ends after an hour in which nothing is asked, after twelve hours in any case, when somebody ends it, and when its operator
 * is revoked. Each request reads session and operator anew, in one statement: what was changed on whatever node holds for the next request.
 */
import type { Database, Row, SqlCall, SqlStatement } from '../database/port.ts'
import type { Deps, Instant } from '../foundation/deps.ts'
import { isoTime } from '../foundation/instants.ts'
import {
  type GatewayOperator,
  OPERATOR_COLUMNS,
  OPERATORS_IN_FORCE,
  operatorIn,
} from '../operators/operators.ts'
import type { SIGN_IN_WAYS } from './protocol.ts'
import { hashText } from './sealed.ts'
import { forgetSpent } from './spent.ts'

export type SignInWay = (typeof SIGN_IN_WAYS)[number]

export interface PersonSession {
  /** Opens nothing. */
  readonly id: string
  readonly hash: string
  readonly operator: GatewayOperator
  readonly way: SignInWay
  readonly device: string
  readonly signedInAt: Instant
  readonly seenAt: Instant
  readonly endsAt: Instant
  /** Undefined: never, by a recovery code alone. */
  readonly provedAt: Instant | undefined
}

export const IDLE_MS = 60 * 60_000
export const SESSION_MS = 12 * 60 * 60_000
/** How long a proof is fresh enough for what takes a step-up. */
export const PROVED_MS = 5 * 60_000
const SEEN_EVERY_MS = 60_000
const COOKIE_BYTES = 32
const MAX_SESSIONS = 20
const MAX_COOKIE = 128
const MAX_DEVICE = 200

const COLUMNS =
  's.id, s.hash, s.way, s.device, s.created_at, s.seen_at, s.ends_at, s.proved_at, s.person, ' +
  OPERATOR_COLUMNS
const FIND: SqlStatement = {
  name: 'person_session_find',
  text: `select ${COLUMNS} from person_session s join ${OPERATORS_IN_FORCE} o on o.id = s.person
    where s.hash = $1 and s.ends_at > $2 and s.seen_at > $3`,
}
const OF_PERSON: SqlStatement = {
  name: 'person_session_list',
  text: `select ${COLUMNS} from person_session s join ${OPERATORS_IN_FORCE} o on o.id = s.person
    where s.person = $1 and s.ends_at > $2 and s.seen_at > $3 order by s.created_at desc, s.id desc`,
}
const INSERT: SqlStatement = {
  name: 'person_session_insert',
  text: `insert into person_session (hash, id, person, way, device, created_at, seen_at, ends_at, proved_at)
    values ($1, $2, $3, $4, $5, $6, $6, $7, $8)`,
}
const SEEN: SqlStatement = {
  name: 'person_session_seen',
  text: 'update person_session set seen_at = $2 where hash = $1 and seen_at < $2',
}
const PROVED: SqlStatement = {
  name: 'person_session_proved',
  text: 'update person_session set proved_at = $2 where hash = $1',
}
const END: SqlStatement = {
  name: 'person_session_end',
  text: 'delete from person_session where person = $1 and id = $2 returning id',
}
const END_ALL: SqlStatement = {
  name: 'person_session_end_all',
  text: 'delete from person_session where person = $1 and ($2::uuid is null or id <> $2::uuid)',
}
const CLEAR: SqlStatement = {
  name: 'person_session_clear',
  text: `delete from person_session where ends_at <= $1 or hash = $2 or (person = $3 and id not in
    (select id from person_session where person = $3 order by created_at desc, id desc limit ${MAX_SESSIONS - 1}))`,
}

const rowToSession = (row: Row): PersonSession => ({
  id: row.id as string,
  hash: row.hash as string,
  operator: operatorIn(row),
  way: row.way as SignInWay,
  device: row.device as string,
  signedInAt: row.created_at as Instant,
  seenAt: row.seen_at as Instant,
  endsAt: row.ends_at as Instant,
  provedAt: (row.proved_at ?? undefined) as Instant | undefined,
})

/** Whose cookie this is, if anybody's; and that it was seen. */
export async function sessionOf(
  database: Database,
  cookie: string,
  now: Instant,
): Promise<PersonSession | undefined> {
  if (cookie.length > MAX_COOKIE) return undefined
  const hash = hashText(cookie)
  const [row] = await database.run(FIND, [hash, isoTime(now), isoTime(now - IDLE_MS)])
  if (!row) return undefined
  const session = rowToSession(row)
  if (now - session.seenAt < SEEN_EVERY_MS) return session
  await database.run(SEEN, [hash, isoTime(now)])
  return { ...session, seenAt: now }
}

export async function sessionsOf(
  database: Database,
  person: string,
  now: Instant,
): Promise<readonly PersonSession[]> {
  const rows = await database.run(OF_PERSON, [person, isoTime(now), isoTime(now - IDLE_MS)])
  return rows.map(rowToSession)
}

export interface NewSession {
  readonly session: PersonSession
  /** For the cookie. */
  readonly secret: string
  /** To be committed with what has proved the person. */
  readonly calls: readonly SqlCall[]
}

export interface Arrival {
  readonly way: SignInWay
  /** As the browser calls itself. */
  readonly device: string
  /** What the browser brought: it ends. */
  readonly before: string | undefined
}

/** A session from now on. Those whose time is over go with it, and the oldest beyond twenty of one person. */
export function beginSession(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  operator: GatewayOperator,
  { way, device, before }: Arrival,
): NewSession {
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(COOKIE_BYTES)).toString('base64url')
  const session: PersonSession = {
    id: randomness.uuidV7(now),
    hash: hashText(secret),
    operator,
    way,
    device: device.replace(/[^\x20-\x7e]/g, '').slice(0, MAX_DEVICE),
    signedInAt: now,
    seenAt: now,
    endsAt: now + SESSION_MS,
    provedAt: way === 'RECOVERY' ? undefined : now,
  }
  const { id, hash, endsAt, provedAt } = session
  const proved = provedAt === undefined ? null : isoTime(provedAt)
  const insert = [hash, id, operator.id, way, session.device, isoTime(now), isoTime(endsAt), proved]
  return {
    session,
    secret,
    calls: [
      {
        statement: CLEAR,
        values: [isoTime(now), before === undefined ? null : hashText(before), operator.id],
      },
      { statement: INSERT, values: insert },
      forgetSpent(now),
    ],
  }
}

export const provedCall = ({ hash }: PersonSession, now: Instant): SqlCall => ({
  statement: PROVED,
  values: [hash, isoTime(now)],
})

/** One row where there was one. */
export const endSessionCall = (person: string, id: string): SqlCall => ({
  statement: END,
  values: [person, id],
})

/** All of a person, but for one. */
export const endSessionsCall = (person: string, but?: string): SqlCall => ({
  statement: END_ALL,
  values: [person, but ?? null],
})

/** Until when no step-up is asked for. */
export const provedUntil = ({ provedAt }: PersonSession): Instant | undefined =>
  provedAt === undefined ? undefined : provedAt + PROVED_MS
