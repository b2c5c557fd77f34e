/** Invariants of callbacks: every change that must be announced has its callback, and no callback is lost. */
import { GATEWAY } from '../../payments/cases.ts'
import type { Invariant } from './invariant.ts'

export const CALLBACK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'changes-are-announced',
    meaning:
      'every change of a payin or a refund after its create, and the end of everything else, has a callback if there is an address for it',
    violations: `select e.merchant_id || ' ' || e.kind || ' ' || e.key || ': event ' || e.seq || ' to ' || e.to_status as violation
      from event e
      where e.kind <> 'funding' and e.seq > 1 and e.from_status is distinct from e.to_status
        and (e.kind in ('payin', 'refund') or e.to_status in ('SUCCESS', 'REFUSED', 'FAILED'))
        and not ((e.kind = 'settlement' or e.merchant_id = '${GATEWAY}') and exists (select 1 from payment p where p.merchant_id = e.merchant_id and p.key = e.key
          and p.callback_url = ''))
        and not exists (select 1 from event t where t.merchant_id = e.merchant_id and t.key = e.key
          and t.change_id = e.change_id and t.seq >= e.seq and t.announced is not null)`,
  },
  {
    name: 'announcements-are-numbered',
    meaning: "a payment's callbacks count from 1 without gaps, in the order of its history",
    violations: `select p.merchant_id || ' ' || p.kind || ' ' || p.id || ': ' || p.announced || ' announced' as violation
      from payment p left join (
          select merchant_id, key, count(*) as times, max(announced) as last, bool_and(announced = place) as in_order
          from (select merchant_id, key, announced, row_number() over (partition by merchant_id, key order by seq) as place
            from event where announced is not null) n
          group by merchant_id, key) e
        on e.merchant_id = p.merchant_id and e.key = p.key
      where p.announced <> coalesce(e.last, 0) or coalesce(e.times, 0) <> coalesce(e.last, 0) or e.in_order is false`,
  },
  {
    name: 'callbacks-are-kept',
    meaning: 'every announced callback waits to be sent, or was delivered, ended, abandoned or superseded',
    violations: `select e.merchant_id || ' ' || e.kind || ' ' || e.key || ': callback ' || e.announced || ' is nowhere' as violation
      from event e
      where e.announced is not null
        and not exists (select 1 from callback c where c.merchant_id = e.merchant_id and c.key = e.key and c.seq = e.announced)
        and not exists (select 1 from attempt a where a.merchant_id = e.merchant_id and a.key = e.key and a.seq = e.announced
          and a.outcome in ('DELIVERED', 'GONE', 'ABANDONED', 'SUPERSEDED'))`,
  },
  {
    name: 'callbacks-tell-of-changes',
    meaning: 'every waiting callback belongs to an event',
    violations: `select c.merchant_id || ' ' || c.kind || ' ' || c.id || ': callback ' || c.seq as violation from callback c
      where not exists (select 1 from event e where e.merchant_id = c.merchant_id and e.key = c.key and e.announced = c.seq)`,
  },
]
