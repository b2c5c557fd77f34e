/**
 * Invariants: statements about the stored data that must always hold, checked from the rows alone.
 *
 * Promises: all checks see one snapshot of the database, so they hold while payments are being created. Each reports
 * the number of violations and names a few by merchant and key. Uses no stored sum, counter or constraint. Never
 * repairs or writes, and shows no personal data.
 */
import { TRANSITIONS } from '@sluice/core/payment/transitions.ts'
import { type Database, type Row, type SqlStatement, sqlStatement } from '@sluice/database/port.ts'
import { CALLBACK_INVARIANTS } from './callbacks.ts'
import type { Invariant } from './invariant.ts'
import { LEDGER_INVARIANTS } from './ledger.ts'
import { LINK_INVARIANTS } from './links.ts'
import { PEOPLE_INVARIANTS } from './people.ts'
import { SECRET_INVARIANTS } from './secrets.ts'
import { SETTLEMENT_INVARIANTS } from './settlements.ts'
import { STATEMENT_INVARIANTS } from './statements.ts'

export interface InvariantCheck {
  readonly name: string
  readonly holds: boolean
  readonly detail: string
}

export interface InvariantReport {
  readonly holds: boolean
  readonly checks: readonly InvariantCheck[]
}

const EXAMPLES = 5

const allowed = TRANSITIONS.flatMap(({ from, to, kinds }) =>
  kinds.map((kind) => `('${kind}', '${from ?? ''}', '${to}')`),
).join(', ')

/** A refund that waits for approval before its first route. */
const isHeld = `(p.kind = 'refund' and p.status = 'NEW' and p.request -> 'refund' ? 'heldBy')`

const PAYMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'history-is-unbroken',
    meaning:
      'events are numbered from 1 without gaps, and each starts where the one before ended, by an allowed transition',
    violations: `select e.merchant_id || ' ' || e.kind || ' ' || e.key || ': event ' || e.seq || ' from '
        || coalesce(e.from_status, 'nothing') || ' to ' || coalesce(e.to_status, 'nothing') as violation
      from (select merchant_id, key, kind, seq, from_status, to_status,
          row_number() over w as place, lag(to_status) over w as status_before
        from history where kind <> 'funding' window w as (partition by merchant_id, key order by seq)) e
      where e.seq <> e.place or e.from_status is distinct from e.status_before or e.to_status is null
        or not ((e.from_status = e.to_status and e.place > 1)
          or (e.kind, coalesce(e.from_status, ''), e.to_status) in (values ${allowed}))`,
  },
  {
    name: 'history-leads-to-status',
    meaning: "every payment's status is that of its last event, and every history has its payment",
    violations: `select coalesce(p.merchant_id, e.merchant_id) || ' ' || coalesce(p.kind, e.kind) || ' '
        || coalesce(p.id, e.key::text) || ': is ' || coalesce(p.status, 'missing') || ' at ' || coalesce(p.seq::text, 'none')
        || ', its history ends ' || coalesce(e.to_status, 'nowhere') || ' at ' || coalesce(e.seq::text, 'none') as violation
      from payment p full join (
          select distinct on (merchant_id, key) merchant_id, key, kind, seq, to_status, change_id
          from history where kind <> 'funding' order by merchant_id, key, seq desc) e
        on e.merchant_id = p.merchant_id and e.key = p.key
      where p.key is null or e.key is null or p.status is distinct from e.to_status or p.seq <> e.seq
        or p.kind <> e.kind or p.change_id <> e.change_id`,
  },
  {
    name: 'test-and-live-never-mix',
    meaning:
      'payments are test or live like their merchant, and so are their processors and the money they move',
    violations: `select p.merchant_id || ' ' || p.kind || ' ' || p.id || ': is_test ' || p.is_test || ', by ' || p.processor as violation
      from payment p left join merchant m on m.merchant_id = p.merchant_id
      where p.is_test <> (p.processor = 'sandbox' or p.processor like 'test-%') or p.is_test <> m.is_test
      union all
      select distinct l.merchant_id || ' posting ' || l.key || ': ' || l.account from posting l
      join merchant m on m.merchant_id = l.merchant_id
      where l.account like 'clearing:%' and m.is_test <> (l.account = 'clearing:sandbox' or l.account like 'clearing:test-%')`,
  },
  {
    name: 'open-payments-are-cared-for',
    meaning:
      'every open payin, and every refund that awaits its payee or an approval, has a scheduled end, and every other NEW payment has a scheduled status inquiry',
    violations: `select p.merchant_id || ' ' || p.kind || ' ' || p.id || ': ' || p.status || ' without the step ' || w.purpose as violation
      from payment p cross join (values ('expire'), ('accept')) as w(purpose)
      where p.status in ('NEW', 'PENDING', 'AWAITING_PAYEE')
        and ((w.purpose = 'expire' and (p.kind = 'payin' or p.status = 'AWAITING_PAYEE' or ${isHeld}))
          or (w.purpose = 'accept' and p.status = 'NEW' and not ${isHeld}))
        and not exists (select 1 from waiting_step s where s.merchant_id = p.merchant_id and s.key = p.key and s.purpose = w.purpose)`,
  },
]

export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...CALLBACK_INVARIANTS,
  ...SECRET_INVARIANTS,
  ...STATEMENT_INVARIANTS,
  ...SETTLEMENT_INVARIANTS,
  ...LINK_INVARIANTS,
  ...PEOPLE_INVARIANTS,
]

const SNAPSHOT = sqlStatement({
  name: 'invariant_snapshot',
  whose: 'follows',
  text: 'set transaction isolation level repeatable read, read only',
})

/**
 * A batch's connection plans for key lookups (`@sluice/database/connection.ts`), which is quadratic for joins of whole tables.
 * A plan made while the tables were small would be, too, so each check is planned again.
 */
const WHOLE_TABLES = sqlStatement({
  name: 'invariant_whole_tables',
  whose: 'follows',
  text: `select set_config('enable_seqscan', 'on', true), set_config('enable_hashjoin', 'on', true), set_config('enable_mergejoin', 'on', true),
    set_config('plan_cache_mode', 'force_custom_plan', true)`,
})

/** Has an unused parameter, because a statement without any is never planned again. */
const statementOf = ({ name, violations }: Invariant): SqlStatement => ({
  name: `invariant_${name.replaceAll('-', '_')}`,
  text: `with broken as (${violations})
    select (select count(*)::integer from broken) as found,
      (select coalesce(json_agg(violation), '[]'::json)
        from (select violation from broken order by violation limit ${EXAMPLES}) few) as examples, $1::boolean as anew`,
})

const STATEMENTS = INVARIANTS.map(statementOf)

/** Reads everything: some seconds per million payments. */
export async function checkInvariants(database: Database): Promise<InvariantReport> {
  const calls = [
    ...[SNAPSHOT, WHOLE_TABLES].map((statement) => ({ statement, values: [] })),
    ...STATEMENTS.map((statement) => ({ statement, values: [true] })),
  ]
  const [, , ...answers] = await database.batch(calls)
  const checks = INVARIANTS.map((invariant, index) => checkOf(invariant, answers[index]?.[0]))
  return { holds: checks.every(({ holds }) => holds), checks }
}

function checkOf({ name, meaning }: Invariant, row: Row | undefined): InvariantCheck {
  const found = row?.found as number
  if (found === 0) return { name, holds: true, detail: meaning }
  const examples = row?.examples as readonly string[]
  const more = found > examples.length ? `; and ${found - examples.length} more` : ''
  return { name, holds: false, detail: `broken ${found} times: ${examples.join('; ')}${more}` }
}

/** Names of the invariants that are broken now. */
export async function brokenInvariants(database: Database): Promise<readonly string[]> {
  const { checks } = await checkInvariants(database)
  return checks.flatMap(({ name, holds }) => (holds ? [] : [name]))
}
