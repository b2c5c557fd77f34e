/** Proofs that were used and are not accepted again: answered challenges, and states of an identity provider. */
import type { Instant } from '@sluice/core/foundation/deps.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlCall, sqlStatement } from '@sluice/database/port.ts'
import { hashText } from './sealed.ts'

const SPEND = sqlStatement({
  name: 'spent_proof_insert',
  text: 'insert into spent_proof (hash, until) values ($1, $2) on conflict do nothing returning hash',
})
const FORGET = sqlStatement({
  name: 'spent_proof_forget',
  text: 'delete from spent_proof where until <= $1',
})

/** For the first round trip of the transaction that accepts it. No row: it was used before. */
export const spend = (proof: string, until: Instant): SqlCall => ({
  statement: SPEND,
  values: [hashText(proof), isoTime(until)],
})

export const isFresh = (rows: readonly Row[] | undefined): boolean => rows?.length === 1

/** Those that have expired anyway. */
export const forgetSpent = (now: Instant): SqlCall => ({ statement: FORGET, values: [isoTime(now)] })
