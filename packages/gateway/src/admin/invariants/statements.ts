/** Invariants of statements: they connect, each event is in exactly one of them, and they equal the ledger. */
import type { Invariant } from './invariant.ts'

export const STATEMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'statements-join',
    meaning:
      'statements are numbered without gaps, and each opens at the time and with the balance at which the one before closed',
    violations: `select s.merchant_id || ' ' || s.currency || '-' || s.number || ': does not join' as violation
      from (select s.*, lag(number) over w as before, lag(until_at) over w as until_before, lag(issued_at) over w as issued_before,
          lag(closing_available) over w as available_before, lag(closing_reserved) over w as reserved_before
        from statement s window w as (partition by merchant_id, currency order by number)) s
      where case when s.number = 1 then s.opening_available <> 0 or s.opening_reserved <> 0
        else s.before is distinct from s.number - 1 or s.until_before <> s.from_at or s.issued_before is null
          or s.available_before is distinct from s.opening_available or s.reserved_before is distinct from s.opening_reserved end`,
  },
  {
    name: 'statements-equal-the-ledger',
    meaning:
      'the closing balance of a statement is its opening balance plus the postings of its events, and so are its totals',
    violations: `with posted as (
        select t.merchant_id, t.currency, t.number, count(distinct (t.key, t.seq)) as entries,
          coalesce(sum(l.amount) filter (where l.account = 'available'), 0) as available,
          coalesce(sum(l.amount) filter (where l.account = 'reserved'), 0) as reserved,
          coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) as fee,
          coalesce(sum(l.amount) filter (where l.account = 'vat'), 0) as vat
        from statement_entry t join posting l
          on l.merchant_id = t.merchant_id and l.key = t.key and l.seq = t.seq and l.currency = t.currency
        group by t.merchant_id, t.currency, t.number
      ), totals as (
        select merchant_id, currency, number, sum(entries) as entries, sum(gross) as gross, sum(fee) as fee, sum(vat) as vat,
          sum(available) as available, sum(reserved) as reserved
        from statement_total group by merchant_id, currency, number
      )
      select s.merchant_id || ' ' || s.currency || '-' || s.number || ': opens with ' || (s.opening_available + s.opening_reserved)
        || ', moves ' || (coalesce(p.available, 0) + coalesce(p.reserved, 0))
        || ', closes with ' || coalesce((s.closing_available + s.closing_reserved)::text, 'nothing yet') as violation
      from statement s
      left join posted p on p.merchant_id = s.merchant_id and p.currency = s.currency and p.number = s.number
      left join totals t on t.merchant_id = s.merchant_id and t.currency = s.currency and t.number = s.number
      where coalesce(p.entries, 0) <> s.entries
        or s.closing_available <> s.opening_available + coalesce(p.available, 0)
        or s.closing_reserved <> s.opening_reserved + coalesce(p.reserved, 0)
        or (coalesce(t.entries, 0), coalesce(t.gross, 0), coalesce(t.fee, 0), coalesce(t.vat, 0), coalesce(t.available, 0), coalesce(t.reserved, 0))
          <> (coalesce(p.entries, 0), coalesce(p.available, 0) + coalesce(p.reserved, 0) + coalesce(p.fee, 0) + coalesce(p.vat, 0),
            coalesce(p.fee, 0), coalesce(p.vat, 0), coalesce(p.available, 0), coalesce(p.reserved, 0))`,
  },
  {
    // A late event is in the next statement, and no column says when it was committed; but of one payment's events the
    // earlier was committed first.
    name: 'events-are-in-one-statement',
    meaning:
      'each event is in at most one statement, and none that existed when a statement was started was skipped',
    violations: `select merchant_id || ' ' || key || ' event ' || seq || ': in ' || count(*) || ' statements' as violation
      from statement_entry group by merchant_id, key, seq, currency having count(*) > 1
      union all
      select t.merchant_id || ' ' || t.key || ' event ' || t.seq || ': in ' || t.currency || '-' || t.number || ', which there is not'
      from statement_entry t where not exists (
        select from statement s where s.merchant_id = t.merchant_id and s.currency = t.currency and s.number = t.number)
      union all
      select l.merchant_id || ' ' || l.key || ' event ' || l.seq || ': in no statement, and a later one of the payment is' from posting l
      join (select merchant_id, currency, max(number) as number, max(until_at) as until_at from statement
          where issued_at is not null group by merchant_id, currency) s
        on s.merchant_id = l.merchant_id and s.currency = l.currency and l.at < s.until_at
      left join statement_entry own
        on own.merchant_id = l.merchant_id and own.key = l.key and own.seq = l.seq and own.currency = l.currency
      where l.account in ('available', 'reserved') and own.key is null
        and exists (select from statement_entry t where t.merchant_id = l.merchant_id and t.key = l.key and t.currency = l.currency
          and t.seq > l.seq and t.number < s.number)`,
  },
]
