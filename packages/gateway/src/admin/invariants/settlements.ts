/** Invariants of settlement: a run's paid amounts equal the payments, and no day was settled twice. */
import type { Invariant } from './invariant.ts'

export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'settlements-agree-with-their-runs',
    meaning: 'what a run has paid is a settlement of that amount, day and run, and not more than planned',
    violations: `select i.merchant_id || ' ' || i.currency || ' ' || i.day || ' in run ' || i.run_id || ': ' || coalesce(p.amount::text, 'nothing')
        || ' paid, ' || coalesce(i.paid::text, 'nothing') || ' noted of ' || i.planned as violation
      from settlement_item i left join payment p on p.merchant_id = i.merchant_id and p.kind = 'settlement' and p.id = i.id
      where i.state = 'PAID' and (p.key is null or p.amount <> i.paid or p.currency <> i.currency or i.paid > i.planned
        or p.request -> 'settlement' ->> 'runId' <> i.run_id::text or p.request -> 'settlement' ->> 'day' <> i.day)`,
  },
  {
    name: 'a-day-is-settled-once',
    meaning: "a merchant's day and currency has at most one settlement that did not fail",
    violations: `select p.merchant_id || ' ' || p.currency || ' ' || (p.request -> 'settlement' ->> 'day') || ': ' || count(*)
        || ' settlements' as violation
      from payment p where p.kind = 'settlement' and p.status not in ('FAILED', 'REFUSED')
      group by p.merchant_id, p.currency, p.request -> 'settlement' ->> 'day' having count(*) > 1`,
  },
  {
    name: 'finished-runs-wait-for-nobody',
    meaning: 'a finished run has a result for each of its merchants',
    violations: `select i.merchant_id || ' ' || i.currency || ' waits in run ' || r.id || ', which is done' as violation
      from settlement_run r join settlement_item i on i.run_id = r.id where r.state = 'DONE' and i.state = 'WAITING'`,
  },
]
