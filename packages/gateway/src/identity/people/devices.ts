/**
 * Devices: browsers in which a person has signed in before.
 *
 * Such a browser has a cookie that grants no access. It gives the browser its own counter of wrong one-time codes, so that an
 * attacker who guesses under a person's name does not lock that person out. The cookie is only set with a session that began with
 * a passkey, a code or a link. Its value is random and changes with each sign-in, so a copy becomes useless at the owner's next
 * sign-in; only the hash is stored. It is valid for half a year after the last sign-in, and a person has at most ten. Several
 * people may share one browser.
 */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { SignInAddress } from './address.ts'
import { hashText } from './sealed.ts'

export const DEVICE_MS = 180 * 24 * 60 * 60_000
const MAX_DEVICES = 10
const COOKIE_BYTES = 32

const LOCK = sqlStatement({
  name: 'person_device_lock',
  text: 'select person, hash, failures, locked_until from person_device where hash = $1 and seen_at > $2 order by person for update',
})
const WRONG = sqlStatement({
  name: 'person_device_wrong',
  text: 'update person_device set failures = $3, locked_until = $4 where person = $1 and hash = $2',
})
const RENEW = sqlStatement({
  name: 'person_device_renew',
  text: 'update person_device set hash = $2 where hash = $1',
})
const KEEP = sqlStatement({
  name: 'person_device_keep',
  text: `insert into person_device (hash, person, failures, created_at, seen_at) values ($1, $2, 0, $3, $3)
    on conflict (person, hash) do update set failures = 0, locked_until = null, seen_at = excluded.seen_at`,
})
const CLEAR = sqlStatement({
  name: 'person_device_clear',
  text: `delete from person_device where seen_at <= $1 or (person = $2 and hash not in
    (select hash from person_device where person = $2 order by seen_at desc, hash limit ${MAX_DEVICES}))`,
})
const DELETE_ALL = sqlStatement({
  name: 'person_device_delete_all',
  text: 'delete from person_device where person = $1',
})

/** Each realm has its own, as it does for sessions. */
export const deviceCookie = ({ cookie }: SignInAddress): string => `${cookie}-device`

/** For the first round trip of the transaction that checks a code: all people who have signed in there. */
export const lockDevice = (hash: string | undefined, now: Instant): SqlCall => ({
  statement: LOCK,
  values: [hash ?? '', isoTime(now - DEVICE_MS)],
})

export const wrongInDevice = (
  { person, hash }: Row,
  failures: number,
  until: Instant | undefined,
): SqlCall => ({
  statement: WRONG,
  values: [String(person), String(hash), failures, until === undefined ? null : isoTime(until)],
})

export interface KeptDevice {
  /** The value of the cookie. */
  readonly secret: string
  /** To be committed with the sign-in. */
  readonly calls: readonly SqlCall[]
}

/** The browser in which this person has just signed in. @param before the hash of the cookie it sent, whoever it belonged to */
export function keepDevice(
  { clock, randomness }: Pick<Deps, 'clock' | 'randomness'>,
  person: string,
  before: string | undefined,
): KeptDevice {
  const now = clock.now()
  const secret = Buffer.from(randomness.bytes(COOKIE_BYTES)).toString('base64url')
  const hash = hashText(secret)
  return {
    secret,
    calls: [
      ...(before === undefined ? [] : [{ statement: RENEW, values: [before, hash] }]),
      { statement: KEEP, values: [hash, person, isoTime(now)] },
      { statement: CLEAR, values: [isoTime(now - DEVICE_MS), person] },
    ],
  }
}

export const deleteDevices = (person: string): SqlCall => ({ statement: DELETE_ALL, values: [person] })
