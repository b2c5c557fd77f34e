/** Invariants of the ledger: no money appears or disappears, and every payment has posted exactly what it should. */
import { OPEN_STATUSES } from '@sluice/core/payment/transitions.ts'
import { GATEWAY } from '../../payments/cases.ts'
import { creditedBack } from '../../payments/sql-parts.ts'
import type { Invariant } from './invariant.ts'

const cost = 'p.amount + p.fee + p.vat'
/** The part of the payin's fee and VAT that a refund reverses. */
/** A refund of money that was never credited to the merchant: overpaid, late or paid twice. */
const isExcess = `(p.kind = 'refund' and p.request -> 'refund' ? 'excess')`
const feeBack = `coalesce((p.request -> 'refund' ->> 'feeBackMinor')::bigint, 0)`
const vatBack = `coalesce((p.request -> 'refund' ->> 'vatBackMinor')::bigint, 0)`
const OPEN = OPEN_STATUSES.map((status) => `'${status}'`).join(', ')

export const LEDGER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'suspense-is-open-cases',
    meaning:
      'the suspense account holds exactly what is left of the open cases, and a closed case has nothing left',
    violations: `with parts as (
        select merchant_id, case_key, sum(amount) as amount from case_decision group by merchant_id, case_key
      ), cases as (
        select c.merchant_id, c.key, c.currency, c.closed_at, coalesce(c.amount, 0) - coalesce(p.amount, 0) as remainder
        from case_file c left join parts p on p.merchant_id = c.merchant_id and p.case_key = c.key
      )
      select coalesce(s.merchant_id, c.merchant_id) || ': ' || coalesce(s.amount, 0) || ' suspended, '
        || coalesce(c.amount, 0) || ' in cases, in ' || coalesce(s.currency, c.currency) as violation
      from (select merchant_id, currency, sum(amount) as amount from posting where account = 'suspense' group by merchant_id, currency) s
      full join (select merchant_id, currency, sum(remainder) as amount from cases where currency is not null group by merchant_id, currency) c
        on c.merchant_id = s.merchant_id and c.currency = s.currency
      where coalesce(s.amount, 0) <> coalesce(c.amount, 0)
      union all
      select merchant_id || ' case ' || key || ': ' || case when closed_at is null then 'open' else 'closed' end || ' with '
        || remainder || ' ' || currency || ' left' from cases where currency is not null and (closed_at is null) <> (remainder <> 0)`,
  },
  {
    name: 'transit-sums-to-zero',
    meaning: "what left one merchant's books has arrived in another's",
    violations: `select currency || ': ' || sum(amount) || ' in transit' as violation
      from posting where account = 'transit' group by currency having sum(amount) <> 0`,
  },
  {
    name: 'postings-sum-to-zero',
    meaning: 'the postings of every event sum to zero in each currency',
    violations: `select merchant_id || ' ' || key || ' event ' || seq || ': ' || sum(amount) || ' ' || currency as violation
      from posting group by merchant_id, key, seq, currency having sum(amount) <> 0`,
  },
  {
    name: 'postings-have-events',
    meaning: 'every posting has the event that explains it',
    violations: `select l.merchant_id || ' ' || l.key || ' event ' || l.seq || ': line ' || l.line as violation from posting l
      where not exists (select 1 from history e where e.merchant_id = l.merchant_id and e.key = l.key and e.seq = l.seq)`,
  },
  {
    name: 'balances-equal-postings',
    meaning: 'every balance is the sum of its postings',
    violations: `select coalesce(b.merchant_id, l.merchant_id) || ' ' || coalesce(b.account, l.account) || ': '
        || coalesce(b.amount::text, 'nothing') || ' stored, ' || coalesce(l.amount::text, 'nothing') || ' posted, in '
        || coalesce(b.currency, l.currency) as violation
      from balance b full join (
          select merchant_id, currency, account, sum(amount) as amount from posting
          where account in ('available', 'reserved') group by merchant_id, currency, account) l
        on l.merchant_id = b.merchant_id and l.currency = b.currency and l.account = b.account
      where coalesce(b.amount, 0) <> coalesce(l.amount, 0)`,
  },
  {
    name: 'balances-not-negative',
    meaning: 'no balance is negative',
    violations: `select merchant_id || ' ' || account || ': ' || amount || ' ' || currency as violation
      from balance where amount < 0`,
  },
  {
    name: 'reserved-covers-open-payouts',
    meaning: 'the reserved balance is the cost of open payouts, refunds and settlements: amount, fee and VAT',
    violations: `select coalesce(b.merchant_id, o.merchant_id) || ': ' || coalesce(b.amount, 0) || ' reserved, '
        || coalesce(o.amount, 0) || ' open, in ' || coalesce(b.currency, o.currency) as violation
      from (select * from balance where account = 'reserved') b full join (
          select p.merchant_id, p.currency, sum(${cost}) as amount from payment p
          where p.kind <> 'payin' and p.status in (${OPEN}) group by p.merchant_id, p.currency) o
        on o.merchant_id = b.merchant_id and o.currency = b.currency
      where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`,
  },
  {
    name: 'payins-are-credited-once',
    meaning:
      'a SUCCESS payin has credited its amount minus fee and VAT once, at its SUCCESS; no other payin has credited anything',
    violations: `select p.merchant_id || ' payin ' || p.id || ': ' || p.status || ', '
        || coalesce(l.credits, 0) || ' credits of ' || coalesce(l.available, 0) || ' ' || p.currency as violation
      from payment p left join (
          select l.merchant_id, l.key, count(*) filter (where l.account = 'available') as credits,
            sum(l.amount) filter (where l.account = 'available') as available,
            sum(l.amount) filter (where l.account = 'fees') as fees,
            sum(l.amount) filter (where l.account = 'vat') as vat,
            count(*) filter (where l.account = 'reserved') as reserved,
            bool_and(e.to_status = 'SUCCESS' and e.from_status <> 'SUCCESS') as with_success,
            min(l.currency) as currency, count(distinct l.currency) as currencies
          from posting l left join event e on e.merchant_id = l.merchant_id and e.key = l.key and e.seq = l.seq
          where l.account in ('available', 'reserved', 'fees', 'vat') group by l.merchant_id, l.key) l
        on l.merchant_id = p.merchant_id and l.key = p.key
      where p.kind = 'payin' and case when p.status = 'SUCCESS'
        then coalesce(l.credits, 0) <> 1 or l.available <> p.amount - p.fee - p.vat or coalesce(l.fees, 0) <> p.fee
          or coalesce(l.vat, 0) <> p.vat or l.reserved > 0 or l.with_success is not true
          or l.currencies <> 1 or l.currency <> p.currency
        else l.key is not null end`,
  },
  {
    name: 'payouts-are-charged-once',
    meaning:
      'a payout, refund or settlement reserved its cost when it was accepted; SUCCESS spent it, any other end released it, each once; a refund of money that was not credited took nothing from the available balance',
    violations: `select p.merchant_id || ' ' || p.kind || ' ' || p.id || ': ' || p.status || ', available ' || coalesce(l.available, 0)
        || ', reserved ' || coalesce(l.reserved, 0) || ' ' || p.currency as violation
      from payment p left join (
          select merchant_id, key, sum(amount) filter (where account = 'available') as available,
            sum(amount) filter (where account = 'reserved') as reserved,
            count(*) filter (where account = 'reserved') as moves,
            sum(amount) filter (where account = 'fees') as fees, sum(amount) filter (where account = 'vat') as vat
          from posting group by merchant_id, key) l
        on l.merchant_id = p.merchant_id and l.key = p.key
      where p.kind <> 'payin' and (
        coalesce(l.available, 0) <> case when p.merchant_id = '${GATEWAY}' or p.status in ('REFUSED', 'FAILED', 'EXPIRED') or ${isExcess} then 0 else -(${cost}) end
          + case when p.status = 'SUCCESS' then ${feeBack} + ${vatBack} else 0 end
        or coalesce(l.reserved, 0) <> case when p.status in (${OPEN}) then ${cost} else 0 end
        or coalesce(l.moves, 0) <> case when p.status in (${OPEN}) then 1 else 2 end
        or coalesce(l.fees, 0) <> case when p.status = 'SUCCESS' then p.fee - ${feeBack} else 0 end
        or coalesce(l.vat, 0) <> case when p.status = 'SUCCESS' then p.vat - ${vatBack} else 0 end)`,
  },
  {
    name: 'case-returns-are-decided',
    meaning:
      "a payout in the gateway's own books returns exactly what an operator decided for a case, and what did not arrive is a case again",
    violations: `select p.kind || ' ' || p.id || ': ' || p.status || ', ' || p.amount || ' ' || p.currency as violation from payment p
      where p.merchant_id = '${GATEWAY}' and not (p.kind = 'payout' and p.fee = 0 and p.vat = 0
        and exists (select 1 from case_decision d where d.case_key::text = p.request -> 'caseReturn' ->> 'caseKey'
          and d.part = (p.request -> 'caseReturn' ->> 'part')::int and d.action = 'return' and d.detail ->> 'id' = p.id
          and d.currency = p.currency and d.amount = p.amount)
        and exists (select 1 from case_file c where c.merchant_id = p.merchant_id and c.key = p.key and c.reason = 'RETURN_FAILED'
          and c.currency = p.currency and c.amount = p.amount) = (p.status in ('REFUSED', 'FAILED')))`,
  },
  {
    name: 'returns-within-their-movement',
    meaning:
      'returns of one payment, by a policy or by decisions, never exceed what that payment brought beyond what was credited; each return has its own number, and one that was decided matches its decision and is a case again if it did not arrive',
    violations: `select r.merchant_id || ' movement ' || r.report || ' of ' || r.processor || ': ' || r.amount || ' of ' || r.spare || ' given back' as violation
      from (
          select p.merchant_id, p.request -> 'refund' -> 'excess' ->> 'processor' as processor, p.request -> 'refund' -> 'excess' ->> 'statusUpdate' as report,
            count(*) as returns, count(distinct p.request -> 'refund' -> 'excess' ->> 'number') as numbers,
            coalesce(sum(p.amount) filter (where p.status not in ('REFUSED', 'FAILED', 'EXPIRED')), 0) as amount,
            min((p.request -> 'refund' -> 'excess' ->> 'spareMinor')::bigint) as spare
          from payment p where ${isExcess} and p.request -> 'refund' -> 'excess' ? 'number' group by 1, 2, 3) r
        where r.amount > r.spare or r.numbers <> r.returns
      union all
      select p.merchant_id || ' refund ' || p.id || ': ' || p.status || ', ' || p.amount || ' ' || p.currency || ' was not decided so' from payment p
        where ${isExcess} and p.request ? 'caseReturn' and not (p.fee = 0 and p.vat = 0
          and exists (select 1 from case_decision d where d.merchant_id = p.merchant_id and d.case_key::text = p.request -> 'caseReturn' ->> 'caseKey'
            and d.part = (p.request -> 'caseReturn' ->> 'part')::int and d.action = 'return' and d.detail ->> 'id' = p.id
            and d.currency = p.currency and d.amount = p.amount)
          and exists (select 1 from case_file c where c.merchant_id = p.merchant_id and c.key = p.key and c.reason = 'RETURN_FAILED'
            and c.currency = p.currency and c.amount = p.amount) = (p.status in ('REFUSED', 'FAILED', 'EXPIRED')))`,
  },
  {
    name: 'refunds-within-their-payin',
    meaning:
      "a payin's refunds, except failed ones and money that came back and was credited, never exceed what it credited, nor do the fee and VAT that they return exceed the payin's; each has its own number",
    violations: `select coalesce(i.merchant_id, r.merchant_id) || ' payin ' || coalesce(i.id, r.payin_key) || ': ' || r.amount || ' of '
        || coalesce(i.amount::text, 'nothing') || ' ' || r.currency || ' given back' as violation
      from (
          select p.merchant_id, p.request -> 'refund' ->> 'payinKey' as payin_key, min(p.currency) as currency,
            count(distinct p.currency) as currencies, count(*) as refunds,
            count(distinct p.request -> 'refund' ->> 'number') as numbers,
            coalesce(sum(greatest(p.amount - ${creditedBack('p')}::bigint, 0)) filter (where p.status not in ('REFUSED', 'FAILED', 'EXPIRED')), 0) as amount,
            coalesce(sum(${feeBack}) filter (where p.status not in ('REFUSED', 'FAILED', 'EXPIRED')), 0) as fee,
            coalesce(sum(${vatBack}) filter (where p.status not in ('REFUSED', 'FAILED', 'EXPIRED')), 0) as vat
          from payment p where p.kind = 'refund' and not ${isExcess} group by p.merchant_id, p.request -> 'refund' ->> 'payinKey') r
        left join payment i on i.merchant_id = r.merchant_id and i.key = r.payin_key::uuid
      where i.key is null or i.kind <> 'payin' or i.status <> 'SUCCESS' or i.currency <> r.currency or r.currencies <> 1
        or r.amount > i.amount or r.fee > i.fee or r.vat > i.vat or r.numbers <> r.refunds`,
  },
]
