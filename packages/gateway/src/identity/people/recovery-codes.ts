/** Recovery codes: ten for each person, shown once, each valid once. A code has 80 random bits, so it cannot be guessed. */
import type { Deps, Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import type { SignInContext } from './context.ts'
import { perRealm, type Realm, type Signer } from './realm.ts'
import { hashText } from './sealed.ts'

const CODES = 10
const CODE_BYTES = 10
/** Without letters that look like digits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789'

const INSERT = sqlStatement({
  name: 'recovery_code_insert',
  text: `insert into recovery_code (hash, person, created_at) select hash, $1::uuid, $2::timestamptz from unnest($3::text[]) as t (hash)`,
})
const FORGET = sqlStatement({
  name: 'recovery_code_forget',
  text: 'delete from recovery_code where person = $1',
})
/** A code of another realm's person stays unused. */
const USE = perRealm(
  'recovery_code_use',
  ({
    inForce,
    columns,
  }) => `with used as (update recovery_code c set used_at = $2 where c.hash = $1 and c.used_at is null
      and exists (select from ${inForce} o where o.id = c.person) returning c.person)
    select ${columns} from used u join ${inForce} o on o.id = u.person`,
)
const LEFT = sqlStatement({
  name: 'recovery_code_left',
  text: 'select count(*)::integer as left_over from recovery_code where person = $1 and used_at is null',
})

/** `K7QF-2M9X-…`: 16 characters in groups of four. */
function newCode({ randomness }: Pick<Deps, 'randomness'>): string {
  let bits = 0n
  for (const byte of randomness.bytes(CODE_BYTES)) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from({ length: 16 }, (_, at) => ALPHABET[Number((bits >> BigInt(5 * at)) & 31n)])
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-')
}

/** The original code, however someone types it. */
const plain = (code: string): string =>
  code
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

export interface NewCodes {
  /** Shown once. */
  readonly codes: readonly string[]
  /** New codes replace the old ones. */
  readonly calls: readonly SqlCall[]
}

export function newRecoveryCodes(deps: Pick<Deps, 'randomness'>, person: string, now: Instant): NewCodes {
  const codes = Array.from({ length: CODES }, () => newCode(deps))
  const hashes = codes.map((code) => hashText(plain(code)))
  return {
    codes,
    calls: [forgetCodes(person), { statement: INSERT, values: [person, isoTime(now), hashes] }],
  }
}

export const forgetCodes = (person: string): SqlCall => ({ statement: FORGET, values: [person] })

/** For the first round trip of the transaction that accepts it. No row: there is no such unused code of an active person. */
export const useCode = <Who extends Signer>(realm: Realm<Who>, code: string, now: Instant): SqlCall => ({
  statement: USE(realm),
  values: [hashText(plain(code)), isoTime(now)],
})

export const personOfCode = <Who extends Signer>(
  realm: Realm<Who>,
  rows: readonly Row[] | undefined,
): Who | undefined => rows?.[0] && realm.read(rows[0])

export const codesLeft = async ({ database }: SignInContext, person: string): Promise<number> =>
  Number((await database.run(LEFT, [person]))[0]?.left_over ?? 0)
