/** The doctor's checks of current work: queue, processors, callbacks, steps and cases. */
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { type Row, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { checkCallbackUrl } from '../../outbound/guard.ts'
import { broken, counted, type Finding, fine, type Look, warning } from './check.ts'

export const queue: Look = ({ gateway: { journal } }) => {
  const { queueLength, queueLimit } = journal
  const detail = `${queueLength} of ${queueLimit} changes wait for the database`
  const remedy = 'the database cannot keep up: check its disk, and allow fewer concurrent requests'
  if (queueLength >= queueLimit) return broken(`${detail}: requests are refused`, remedy)
  return queueLength * 2 > queueLimit ? warning(detail, remedy) : fine(detail)
}

export const processors: Look = ({ gateway }) => {
  const all = [...gateway.processors.values()].map((each) => ({ ...each.health(), name: each.name, each }))
  const ill = all.filter(({ healthy }) => !healthy)
  if (ill.length === 0) return fine(`all ${all.length} are healthy, as seen by this node`)
  const reported = ill
    .map(({ name, since, detail }) => `${name} since ${isoTime(since)} (${detail})`)
    .join('; ')
  const remedy = 'check `sluice processors list` and contact those who run them'
  const live = ill.some(({ each }) => !each.forTests)
  return (live ? broken : warning)(`unhealthy: ${reported}`, remedy)
}

const LATE_MS = 60_000
const FAR_TOO_LATE_MS = 600_000
const WORKERS = 'check that a node with the role worker runs, and look for errors in its log'

/** How late the oldest is of the work that was due at `dueAt`. */
export function lateness(what: string, rows: readonly Row[], now: number): Finding {
  const waiting = Number(rows[0]?.waiting)
  const overdue = Number(rows[0]?.overdue)
  const lateMs = now - Number(rows[0]?.oldest ?? now)
  if (overdue === 0) return fine(`${counted(waiting, what)} waiting, none overdue`)
  const detail = `${counted(waiting, what)} waiting, ${overdue} overdue, the oldest by ${Math.round(lateMs / 1000)} s`
  return lateMs > FAR_TOO_LATE_MS ? broken(detail, WORKERS) : warning(detail, WORKERS)
}

/** A payment's later callback waits for the earlier one and is not late by itself. */
const CALLBACKS = sqlStatement({
  name: 'doctor_callbacks',
  whose: { each: 'folded', sum: ['waiting', 'overdue'], least: ['oldest'] },
  text: `select count(*)::integer as waiting, (count(*) filter (where late))::integer as overdue,
        min(next_at) filter (where late) as oldest
      from (select c.next_at, c.next_at < $1 and not exists (select 1 from callback e
          where e.merchant_id = c.merchant_id and e.key = c.key and e.seq < c.seq) as late from callback c) w`,
})
const STEPS = sqlStatement({
  name: 'doctor_steps',
  whose: { each: 'folded', sum: ['waiting', 'overdue'], least: ['oldest'] },
  text: `select count(*)::integer as waiting, (count(*) filter (where due_at < $1))::integer as overdue,
        min(due_at) filter (where due_at < $1) as oldest from waiting_step`,
})
const REPORTS = sqlStatement({
  name: 'doctor_reports',
  whose: { each: 'folded', sum: ['waiting', 'overdue'], least: ['oldest'] },
  text: `select count(*)::integer as waiting, (count(*) filter (where due_at < $1))::integer as overdue,
        min(due_at) filter (where due_at < $1) as oldest from status_update`,
})

const overdue =
  (what: string, statement: SqlStatement): Look =>
  async ({ gateway }) => {
    const now = gateway.deps.clock.now()
    return lateness(what, await gateway.database.run(statement, [isoTime(now - LATE_MS)]), now)
  }

export const callbacks = overdue('callback', CALLBACKS)
export const steps = overdue('step', STEPS)
export const reports = overdue('kept report', REPORTS)

/** How often a receiver must have failed to be reported. */
const FAILED_OFTEN = 3
const SHOWN = 5
const RETRIED = sqlStatement({
  name: 'doctor_callbacks_retried',
  whose: { each: 'sorted', by: ['-waiting', 'merchant_id'] },
  text: `select merchant_id, count(*)::integer as waiting, max(attempt)::integer as tries from callback
      where attempt >= ${FAILED_OFTEN} group by merchant_id order by waiting desc, merchant_id`,
})

export const callbackReceivers: Look = async ({ gateway }) => {
  const rows = await gateway.database.run(RETRIED, [])
  if (rows.length === 0) return fine(`no waiting callback has failed ${FAILED_OFTEN} times`)
  const reported = rows
    .slice(0, SHOWN)
    .map(
      (row) =>
        `${row.merchant_id} (${counted(Number(row.waiting), 'callback')}, up to ${row.tries} attempts)`,
    )
  return warning(
    `${counted(rows.length, 'merchant')} cannot be reached: ${reported.join(', ')}`,
    "`sluice callbacks list` shows each response; contact the merchant's developers, or check this machine's outgoing connections",
  )
}

const MOST_URLS = 1_000
const URLS = sqlStatement({
  name: 'doctor_callback_urls',
  text: `select merchant_id, is_test, callback_url from merchant where status = 'ACTIVE' and callback_url is not null
      order by merchant_id limit ${MOST_URLS}`,
})

/**
 * An address that was allowed when it was set may be forbidden now: a server that listens on all addresses calls no
 * loopback address. Resolves no names.
 */
export const callbackAddresses: Look = async ({ gateway }) => {
  const rows = await gateway.database.run(URLS, [])
  const refused = rows.flatMap((row) => {
    const isTest = row.is_test === true
    const rules = { live: !isTest, policy: gateway.callbackPolicyOf({ isTest }) }
    const checked = checkCallbackUrl(String(row.callback_url), rules)
    return checked.ok ? [] : [`${row.merchant_id} (${checked.failure.message})`]
  })
  if (refused.length === 0) return fine(`callback URLs of ${counted(rows.length, 'merchant')} are allowed`)
  return warning(
    `callback URLs of ${counted(refused.length, 'merchant')} are not allowed: ${refused.slice(0, SHOWN).join(', ')}`,
    "change the merchant's callback URL, or add the network to SLUICE_CALLBACK_ALLOW",
  )
}

const CASES = sqlStatement({
  name: 'doctor_cases',
  whose: { each: 'folded', sum: ['open'], least: ['oldest'] },
  text: 'select count(*)::integer as open, min(opened_at) as oldest from case_file where closed_at is null',
})

export const cases: Look = async ({ gateway }) => {
  const [row] = await gateway.database.run(CASES, [])
  const open = Number(row?.open)
  if (open === 0) return fine('none is open')
  return warning(
    `${counted(open, 'case')} open, the oldest since ${isoTime(Number(row?.oldest))}`,
    'settle them: `sluice cases list --open`',
  )
}
