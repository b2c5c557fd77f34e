/** Invariants of payment links: each used slot belongs to a payment, and no link has more than its limit. */
import type { Invariant } from './invariant.ts'

export const LINK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'payment-links-are-not-overdrawn',
    meaning:
      'each place of a payment link is within its number of uses, and held by one of its payins that is open or paid',
    violations: `select c.owner || ': place ' || c.value || ' held by ' || coalesce(p.id || ', ' || p.status, 'nobody') as violation
      from claim c
      left join payment p on p.merchant_id = c.merchant_id and p.key = c.key
      left join payment_link l on l.merchant_id = c.merchant_id and c.owner = 'link:' || l.merchant_id || '/' || l.id
      where c.scope = 'payment-link' and (p.key is null or l.id is null or p.status not in ('NEW', 'PENDING', 'SUCCESS')
        or c.value::integer > l.uses or p.request -> 'link' ->> 'slot' is distinct from c.value)`,
  },
  {
    name: 'open-payins-of-links-hold-a-place',
    meaning: 'an open payin of a payment link with limited uses holds one of its places',
    violations: `select p.merchant_id || ' payin ' || p.id || ': ' || p.status || ' without a place at ' || l.id as violation
      from payment_link l
      join payment_link_payin b on b.merchant_id = l.merchant_id and b.link_id = l.id
      join payment p on p.merchant_id = b.merchant_id and p.key = b.key
      where l.uses is not null and p.status in ('NEW', 'PENDING') and not exists (select 1 from claim c
        where c.owner = 'link:' || l.merchant_id || '/' || l.id and c.scope = 'payment-link' and c.key = p.key
          and c.value = p.request -> 'link' ->> 'slot')`,
  },
  {
    name: 'payment-links-count-what-is-paid',
    meaning: 'a payment link counts exactly its paid payins',
    violations: `select l.merchant_id || ' link ' || l.id || ': says ' || coalesce(n.paid, 0) || ' paid, and ' || c.paid || ' are' as violation
      from payment_link l left join payment_link_paid n on n.merchant_id = l.merchant_id and n.link_id = l.id
      cross join lateral (select count(*) as paid from payment_link_payin b
        join payment p on p.merchant_id = b.merchant_id and p.key = b.key
        where b.merchant_id = l.merchant_id and b.link_id = l.id and p.status = 'SUCCESS') c
      where coalesce(n.paid, 0) <> c.paid`,
  },
]
