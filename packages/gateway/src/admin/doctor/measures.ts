/**
 * The measures of the alert rules: the doctor's checks, the invariants, and some of their own. Read-only, like the
 * doctor.
 */
import { moneyWords } from '@sluice/core/catalogue/amounts.ts'
import { currency } from '@sluice/core/catalogue/currencies.ts'
import { isoTime } from '@sluice/core/foundation/instants.ts'
import { minorFromText } from '@sluice/core/foundation/money.ts'
import { type Row, sqlStatement } from '@sluice/database/port.ts'
import type { AlertRule, Measures, Wrong } from '../../alerts/rules.ts'
import { DECISIONS } from '../../identity/operators/audit.ts'
import { checkInvariants } from '../invariants/invariants.ts'
import { counted, type DoctorContext } from './check.ts'
import { examine } from './doctor.ts'

/** These have their own rules, with their own durations. */
const WITH_OWN_RULE: readonly string[] = ['processors', 'cases', 'callback-receivers']
const MOST = 100

const OLD_CASES = sqlStatement({
  name: 'alert_old_cases',
  whose: { each: 'folded', sum: ['open'], least: ['oldest'] },
  text: 'select count(*)::integer as open, min(opened_at) as oldest from case_file where closed_at is null and opened_at < $1',
})
const FAILING = sqlStatement({
  name: 'alert_failing_callbacks',
  whose: { each: 'sorted', by: ['merchant_id'], limit: 100 },
  text: `select merchant_id, count(*)::integer as waiting, min(at) as oldest from callback
      where attempt > 0 and at < $1 group by merchant_id order by merchant_id limit ${MOST}`,
})
const SILENT = sqlStatement({
  name: 'alert_silent_feeds',
  text: `select r.id, e.received_at from receiving_account r
      cross join lateral (select received_at from bank_entry where account = r.id order by key desc limit 1) e
      where r.status = 'ACTIVE' and not r.is_test and e.received_at < $1 order by r.id limit ${MOST}`,
})
const BALANCES = sqlStatement({
  name: 'alert_balances',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `select b.merchant_id, b.currency, b.amount from json_to_recordset($1::json) as r(merchant_id text, currency text)
      join balance b on b.merchant_id = r.merchant_id and b.currency = r.currency and b.account = 'available'`,
})
/** Expired approvals no longer wait. */
const WAITING_APPROVALS = sqlStatement({
  name: 'alert_waiting_approvals',
  text: `select a.id, a.operation, a.requested_by_name, a.requested_at, a.expires_at from approval a left join ${DECISIONS} d on d.approval = a.id
      where a.expires_at > $1 and a.requested_at < $2 and d.approval is null order by a.expires_at limit ${MOST}`,
})
const STOPPED_RUNS = sqlStatement({
  name: 'alert_stopped_settlements',
  text: `select id, stopped_why from settlement_run where state = 'STOPPED' order by id limit ${MOST}`,
})

const at = (row: Row, name: string): string => isoTime(Number(row[name]))

export function alertMeasures(context: () => DoctorContext): Measures {
  const { run } = questionsOf(context)
  return {
    async 'doctor-broken'() {
      const checks = await examine(context(), false)
      return checks
        .filter(({ state, name }) => state === 'broken' && !WITH_OWN_RULE.includes(name))
        .map(({ name, detail, remedy = '' }) => ({
          subject: name,
          detail: `${detail}. What to do: ${remedy}`,
        }))
    },
    async 'invariant-broken'() {
      const { checks } = await checkInvariants(context().gateway.database)
      return checks.filter(({ holds }) => !holds).map(({ name, detail }) => ({ subject: name, detail }))
    },
    async 'processor-ill'(_rule, since) {
      const all = [...context().gateway.processors.values()].map((each) => ({
        name: each.name,
        ...each.health(),
      }))
      return all
        .filter(({ healthy, since: from }) => !healthy && from <= since)
        .map(({ name, since: from, detail }) => ({
          subject: name,
          detail: `unhealthy since ${isoTime(from)}: ${detail}`,
        }))
    },
    async 'callbacks-failing'(_rule, since) {
      const rows = await run(FAILING, [isoTime(since)])
      return rows.map((row) => ({
        subject: String(row.merchant_id),
        detail: `${counted(Number(row.waiting), 'callback')} not delivered, the oldest from ${at(row, 'oldest')}`,
      }))
    },
    async 'case-old'(_rule, since) {
      const [row] = await run(OLD_CASES, [isoTime(since)])
      if (!row || Number(row.open) === 0) return []
      const detail = `${counted(Number(row.open), 'case')} open for too long, the oldest since ${at(row, 'oldest')}`
      return [{ subject: 'open cases', detail }]
    },
    async 'feed-silent'(_rule, since) {
      const rows = await run(SILENT, [isoTime(since)])
      return rows.map((row) => ({
        subject: String(row.id),
        detail: `the bank has reported nothing for this account since ${at(row, 'received_at')}`,
      }))
    },
    async 'approval-waiting'(_rule, since) {
      const now = context().gateway.deps.clock.now()
      const rows = await run(WAITING_APPROVALS, [isoTime(now), isoTime(since)])
      return rows.map((row) => ({
        subject: String(row.id),
        detail: `${row.operation}, requested by ${row.requested_by_name} at ${at(row, 'requested_at')}; it expires at ${at(row, 'expires_at')}`,
      }))
    },
    async 'settlement-stopped'() {
      const rows = await run(STOPPED_RUNS, [])
      return rows.map((row) => ({
        subject: String(row.id),
        detail: `this run has stopped: ${row.stopped_why}`,
      }))
    },
    'balance-below': ({ limits }) => balancesBelow(run, limits),
  }
}

const questionsOf = (context: () => DoctorContext) => ({
  run: (...[statement, values]: Parameters<DoctorContext['gateway']['database']['run']>) =>
    context().gateway.database.run(statement, values),
})

async function balancesBelow(
  run: ReturnType<typeof questionsOf>['run'],
  limits: AlertRule['limits'],
): Promise<readonly Wrong[]> {
  if (limits.length === 0) return []
  const requested = limits.map(({ merchantCode, currencyCode }) => ({
    merchant_id: merchantCode,
    currency: currencyCode,
  }))
  const rows = await run(BALANCES, [JSON.stringify(requested)])
  return limits.flatMap(({ merchantCode, currencyCode, amount }) => {
    const row = rows.find((each) => each.merchant_id === merchantCode && each.currency === currencyCode)
    const known = currency(currencyCode)
    if (!known) return []
    const limit = minorFromText(amount, known.ledgerDigits)
    const words = moneyWords({ currency: known.code, amountMinor: limit })
    if (BigInt(String(row?.amount ?? 0)) >= limit) return []
    return [
      {
        subject: `${merchantCode} ${currencyCode}`,
        detail: `the available balance is below ${words}`,
      },
    ]
  })
}
