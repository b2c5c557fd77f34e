/**
 * The SQL of the worker that applies entries: rows are taken under a lease, so those of a dead node become available
 * again.
 */
import { sqlStatement } from '@sluice/database/port.ts'
import { reportedSince } from '../payments/reported-numbers.ts'

/** When the first entry is due. An entry that waits for a claim is checked as often as the worker may be woken. */
export const firstEntryDue = (until: string): string =>
  `least((select due_at from bank_entry_work where due_at <= ${until} order by due_at limit 1),
    (select ${until} where exists (select from bank_entry_work where state = 'WAITING' and lease is null)))`

/** What is due at $1, up to $2 rows, leased until $4 under $3. In order of arrival. */
export const LEASE = sqlStatement({
  name: 'bank_entry_lease',
  text: `with due as (
      select account, reference from bank_entry_work where due_at <= $1 order by due_at, key limit $2 for update skip locked),
    mine as (
      update bank_entry_work w set lease = $3, due_at = $4 from due d where w.account = d.account and w.reference = d.reference
        returning w.account, w.reference, w.state, w.tries, w.decision)
    select e.*, m.state, m.tries, m.decision from mine m
      join bank_entry e on e.account = m.account and e.reference = m.reference order by e.key`,
})

/**
 * Stores decisions of entries that are still under the lease and returns their names; the others are decided by another
 * node.
 */
export const DECIDE = sqlStatement({
  name: 'bank_entry_decide',
  text: `update bank_entry_work w set decision = r.decision
    from json_to_recordset($1::json) as r(account text, reference text, decision jsonb)
    where w.account = r.account and w.reference = r.reference and w.lease = $2 and w.decision is null
    returning w.account, w.reference`,
})

/** Replaces a decision that could not be applied and of which nothing was stored. */
export const REDECIDE = sqlStatement({
  name: 'bank_entry_redecide',
  text: `update bank_entry_work set decision = $3::text::jsonb where account = $1 and reference = $2 and lease = $4
    returning reference`,
})

export const FINISH = sqlStatement({
  name: 'bank_entry_finish',
  text: `with done as (
      delete from bank_entry_work w using json_to_recordset($1::json) as r(account text, reference text, outcome text, detail jsonb)
        where w.account = r.account and w.reference = r.reference and w.lease = $2
        returning r.account, r.reference, r.outcome, r.detail)
    update bank_entry e set outcome = d.outcome, detail = d.detail, applied_at = $3 from done d
      where e.account = d.account and e.reference = d.reference`,
})

/** Nothing was stored for these: they are read and decided again. */
export const WAIT = sqlStatement({
  name: 'bank_entry_wait',
  text: `update bank_entry_work w set state = 'WAITING', decision = null, due_at = r.due_at, lease = null, tries = w.tries + 1
    from json_to_recordset($1::json) as r(account text, reference text, due_at timestamptz)
    where w.account = r.account and w.reference = r.reference and w.lease = $2`,
})

/** Their decision could not be applied just now; it is kept. */
export const AGAIN = sqlStatement({
  name: 'bank_entry_again',
  text: `update bank_entry_work w set due_at = r.due_at, lease = null, tries = w.tries + 1
    from json_to_recordset($1::json) as r(account text, reference text, due_at timestamptz)
    where w.account = r.account and w.reference = r.reference and w.lease = $2`,
})

/**
 * Makes entries due whose claim has come since $2. An earlier claim was checked and did not suffice. Leased entries
 * wait for no claim.
 */
export const CLAIMED = sqlStatement({
  name: 'bank_entry_claimed',
  text: `update bank_entry_work w set due_at = $1
    from (select e.account, e.reference from bank_entry_work o
        join bank_entry e on e.account = o.account and e.reference = o.reference
        cross join lateral (${reportedSince({ numbers: 'array(select jsonb_array_elements_text(e.utrs))', account: 'e.account', since: '$2' })}) p
        where o.state = 'WAITING' and o.due_at > $1 and o.lease is null) c
    where w.account = c.account and w.reference = c.reference and w.state = 'WAITING' and w.lease is null`,
})
