/**
 * One-time codes of an authenticator app (TOTP, RFC 6238), for people who cannot use a passkey.
 *
 * Six digits can be guessed, so the number of guesses is limited, in the database, whatever addresses they come from. An attacker
 * must not be able to lock the person out, so there are three kinds of counters (`Guesses`):
 *
 * | Wrong codes from | Effect | Limit |
 * |---|---|---|
 * | unknown browsers, per person | after five, a pause of 15 minutes, doubled with each further one up to a day | 11 on the first day, then 1 a day |
 * | a browser in which the person has signed in before (`devices.ts`) | the same, for that browser alone | 11 on the first day, then 1 a day; a person has ten such browsers |
 * | a session, for a step-up | the fifth ends the session | 5 per session; a person has twenty sessions |
 *
 * So an attacker, from any number of networks, can try 11 codes on the first day. One who has stolen the cookies of all browsers
 * and sessions as well can try 11 + 110 + 100 = 221. Three codes of a million are valid at a time: the first attacker succeeds
 * once in 30,000 times, the second once in 1,500. When the person signs in, only one counter is reset: that of their browser, or
 * the one for unknown browsers if it was unknown. No code is accepted twice, and none older than the last one accepted.
 */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { Secret, TOTP } from 'otpauth'
import type { PeopleContext, SignInContext } from './context.ts'
import { wrongInDevice } from './devices.ts'
import { perRealm, type Realm, type Signer } from './realm.ts'
import { openAppSecret, openTicket, sealAppSecret, sealTicket } from './sealed.ts'

const PERIOD_MS = 30_000
const FREE_FAILURES = 5
const FIRST_PAUSE_MS = 15 * 60_000
const LONGEST_PAUSE_MS = 24 * 60 * 60_000
const SECRET_BYTES = 20
const ENROLMENT_MS = 15 * 60_000

const lockBy = (which: string) => (realm: { readonly inForce: string; readonly columns: string }) =>
  `select a.person, a.secret, a.last_step, a.failures, a.locked_until, ${realm.columns}
    from authenticator_app a join ${realm.inForce} o on o.id = a.person where ${which} = $1 for update of a`
const LOCK_BY_NAME = perRealm('authenticator_app_by_name', lockBy('o.name'))
const LOCK = perRealm('authenticator_app_of', lockBy('a.person'))
const HAS = sqlStatement({
  name: 'authenticator_app_has',
  text: 'select person from authenticator_app where person = $1',
})
const RIGHT = sqlStatement({
  name: 'authenticator_app_right',
  text: 'update authenticator_app set last_step = $2 where person = $1',
})
const WRONG = sqlStatement({
  name: 'authenticator_app_wrong',
  text: 'update authenticator_app set failures = $2, locked_until = $3 where person = $1',
})
const INSERT = sqlStatement({
  name: 'authenticator_app_insert',
  text: `insert into authenticator_app (person, secret, last_step, failures, created_at) values ($1, $2, $3, 0, $4)`,
})
const DELETE = sqlStatement({
  name: 'authenticator_app_delete',
  text: 'delete from authenticator_app where person = $1',
})

/** For the first round trip of the transaction that checks a code. */
export const lockAppByName = <Who extends Signer>(realm: Realm<Who>, name: string): SqlCall => ({
  statement: LOCK_BY_NAME(realm),
  values: [name],
})
export const lockAppOf = <Who extends Signer>(realm: Realm<Who>, person: string): SqlCall => ({
  statement: LOCK(realm),
  values: [person],
})
export const deleteApp = (person: string): SqlCall => ({ statement: DELETE, values: [person] })

export const hasApp = async ({ database }: SignInContext, person: string): Promise<boolean> =>
  (await database.run(HAS, [person])).length > 0

/** The counter of wrong codes. */
export interface Guesses {
  readonly failures: number
  /** Until then even the right code is rejected, or guessing could go on. */
  readonly pausedUntil: Instant | undefined
  /** Statements that record a wrong code, as failure number `failures`. */
  wrong(failures: number): readonly SqlCall[]
  /** Statements that record a right code. */
  readonly right: readonly SqlCall[]
}

const countIn = (row: Row): Pick<Guesses, 'failures' | 'pausedUntil'> => ({
  failures: Number(row.failures),
  pausedUntil: row.locked_until === null ? undefined : Number(row.locked_until),
})

/**
 * The counter for someone who signs in.
 * @param app the locked row
 * @param devices the locked rows of people who have signed in from this browser before
 */
export function guessesOf(app: Row | undefined, devices: readonly Row[] | undefined, now: Instant): Guesses {
  const pausedUntil = (failures: number): Instant | undefined => {
    const rest = pauseMsAfter(failures)
    return rest === undefined ? undefined : now + rest
  }
  const device = devices?.find(({ person }) => person === app?.person)
  if (device)
    return {
      ...countIn(device),
      wrong: (failures) => [wrongInDevice(device, failures, pausedUntil(failures))],
      // Beginning the session records the browser again.
      right: [],
    }
  const noted = (failures: number, until: Instant | undefined): readonly SqlCall[] =>
    app === undefined
      ? []
      : [
          {
            statement: WRONG,
            values: [String(app.person), failures, until === undefined ? null : isoTime(until)],
          },
        ]
  return {
    ...(app ? countIn(app) : { failures: 0, pausedUntil: undefined }),
    wrong: (failures) => noted(failures, pausedUntil(failures)),
    right: noted(0, undefined),
  }
}

export interface JudgedCode<Who extends Signer> {
  readonly operator: Who | undefined
  readonly isRight: boolean
  /** To be committed whether the code is right or wrong. */
  readonly calls: readonly SqlCall[]
}

/** Checks a code against the locked row. @param guesses counts it if it is wrong */
export function judgeCode<Who extends Signer>(
  { masterKey, deps, realm }: PeopleContext<Who>,
  row: Row | undefined,
  code: string,
  guesses: Guesses,
): JudgedCode<Who> {
  const now = deps.clock.now()
  if (!row) return { operator: undefined, isRight: false, calls: [] }
  const operator = realm.read(row)
  const person = String(row.person)
  const { failures, pausedUntil } = guesses
  if (pausedUntil !== undefined && now < pausedUntil) return { operator, isRight: false, calls: [] }
  const secret = openAppSecret(masterKey, person, String(row.secret))
  const step = secret === undefined ? undefined : stepOf(secret, code, now)
  if (step !== undefined && step > Number(row.last_step))
    return {
      operator,
      isRight: true,
      calls: [{ statement: RIGHT, values: [person, step] }, ...guesses.right],
    }
  return { operator, isRight: false, calls: guesses.wrong(failures + 1) }
}

/** The pause after so many wrong codes. */
export function pauseMsAfter(failures: number): number | undefined {
  if (failures < FREE_FAILURES) return undefined
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures - FREE_FAILURES, 30), LONGEST_PAUSE_MS)
}

/** The period that the code belongs to: the current one, or one before or after it, as clocks differ. */
function stepOf(secret: string, code: string, now: Instant): number | undefined {
  const delta = TOTP.validate({ token: code, secret: Secret.fromBase32(secret), timestamp: now, window: 1 })
  return delta === null ? undefined : Math.floor(now / PERIOD_MS) + delta
}

// ── A new app ─────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A secret for an app, and the ticket to send with its first code. Nothing is stored yet. */
export function offerApp({ masterKey, deps }: SignInContext, purpose: string, name: string) {
  const { clock, randomness } = deps
  const secret = new Secret({ buffer: new Uint8Array(randomness.bytes(SECRET_BYTES)).buffer })
  const { base32 } = secret
  const until = clock.now() + ENROLMENT_MS
  return {
    uri: new TOTP({ issuer: 'Sluice', label: name, secret }).toString(),
    secret: base32,
    enrolment: sealTicket(masterKey, `totp:${purpose}`, { secret: base32 }, until, randomness),
  }
}

/** @returns the statements that store the app, if the code proves that it has the secret */
export function takeApp(
  { masterKey, deps }: SignInContext,
  purpose: string,
  { enrolment, code }: { readonly enrolment: string; readonly code: string },
  person: string,
): SqlCall | undefined {
  const now = deps.clock.now()
  const { secret } = openTicket(masterKey, `totp:${purpose}`, enrolment, now) ?? {}
  if (typeof secret !== 'string') return undefined
  const step = stepOf(secret, code, now)
  if (step === undefined) return undefined
  const sealed = sealAppSecret(masterKey, person, secret, deps.randomness)
  return { statement: INSERT, values: [person, sealed, step, isoTime(now)] }
}
