/** The SQL of the callbacks' delivery. The journal writes the rows, with the change that they report. */
import { uncounted } from '@sluice/database/kept-plans.ts'
import { sqlStatement } from '@sluice/database/port.ts'
import { givenRows, type RowsStatement } from '@sluice/database/row-arrays.ts'
import { announcedAt, lockedPayment, payinOfRefund } from '../payments/sql-parts.ts'

/**
 * What is due, of merchants that are not busy ($5), and only a payment's earliest callback, so that they arrive in
 * order. A payin's callbacks go before those of its refunds. Sorted by due time, which an update by itself does not
 * keep. `at` is the time of the change, even if the callback is sent again by hand: its body is the same each time.
 * First attempts need not read it. `gone`: the receiver has answered 410 to an earlier callback of this payment.
 * `streamed`: the merchant has a listener.
 *
 * The plan may be made while the queue is empty, when reading all of it is as good as any other plan, and must still be
 * fast later. So the order is the index's, and the scan ends with the last row taken. The earliest callback is found by
 * a subquery and the taken rows by their place, so that neither is a join, which would read everything that waits for
 * each row.
 */
export const CLAIM = sqlStatement({
  name: 'callback_claim',
  whose: 'part',
  ofQueue: true,
  text: `with due as (
      select c.ctid as place, c.merchant_id, c.key, c.seq, c.next_at from callback c
      where c.next_at <= $1 and c.merchant_id <> all($5::text[])
        and c.seq = (select min(e.seq) from callback e where e.merchant_id = c.merchant_id and e.key = c.key)
        and (c.kind <> 'refund' or not exists (
          select 1 from callback e where e.merchant_id = c.merchant_id and e.key = (${payinOfRefund('c')}) and e.at <= c.at))
      order by c.next_at, c.merchant_id, c.key, c.seq limit $2 for update of c skip locked
    ), claimed as (
      update callback c set lease = $3, next_at = $4 where c.ctid = any(array(select place from due))
      returning c.merchant_id, c.key, c.seq, c.kind, c.id, c.url, c.api_version, c.attempt,
        case when c.attempt > 0 then coalesce((${announcedAt('c')}), c.at) else c.at end as at,
        c.seq > 1 and c.attempt = 0 and exists (
          select 1 from attempt a where a.merchant_id = c.merchant_id and a.key = c.key and a.outcome = 'GONE') as gone,
        exists (select 1 from callback_listener l where l.merchant_id = c.merchant_id and l.until > $1) as streamed
    )
    select c.* from claimed c join due d on d.merchant_id = c.merchant_id and d.key = c.key and d.seq = c.seq
      order by d.next_at, d.merchant_id, d.key, d.seq`,
  neverNull: ['at', 'gone', 'streamed'],
})

/** When the first is due, by an index alone. It may still have to wait for an earlier one, or for its merchant. */
export const firstDue = (until: string): string =>
  `select next_at from callback where next_at <= ${until} order by next_at limit 1`

const ATTEMPT_END = [
  ['merchant_id', 'text'],
  ['key', 'uuid'],
  ['seq', 'integer'],
  ['lease', 'uuid'],
  ['attempt', 'smallint'],
  ['at', 'timestamptz'],
  ['outcome', 'text'],
  ['status', 'smallint'],
  ['duration_ms', 'integer'],
  ['answer', 'text'],
  ['next_at', 'timestamptz'],
] as const

/** Records the attempts of those still under their lease, and ends them or sets their next time. */
export const FINISH: RowsStatement = {
  name: 'callback_finish',
  columns: ATTEMPT_END,
  text: `with done as (
      select r.*, r.outcome = 'RETRY' and exists (
          select 1 from callback n where n.merchant_id = r.merchant_id and n.key = r.key and n.seq > r.seq) as superseded
        from ${givenRows(ATTEMPT_END)}
        join callback c on c.merchant_id = r.merchant_id and c.key = r.key and c.seq = r.seq and c.lease = r.lease
    ), over as (
      delete from callback c using done d where c.merchant_id = d.merchant_id and c.key = d.key and c.seq = d.seq
        and c.lease = d.lease and (d.outcome <> 'RETRY' or d.superseded)
    ), again as (
      update callback c set attempt = d.attempt, next_at = d.next_at, lease = null from done d
        where c.merchant_id = d.merchant_id and c.key = d.key and c.seq = d.seq and c.lease = d.lease
          and d.outcome = 'RETRY' and not d.superseded
    )
    insert into attempt (merchant_id, key, seq, attempt, at, outcome, status, duration_ms, answer)
      select merchant_id, key, seq, attempt, at, case when superseded then 'SUPERSEDED' else outcome end, status, duration_ms, answer
      from done on conflict (merchant_id, key, seq, attempt) do nothing`,
}

/**
 * Which of these merchants ($1) have a listener now ($2). Callbacks that are sent right after their commit wait for
 * this, so it must not wait behind a long read.
 */
export const LISTENED = sqlStatement({
  name: 'callback_listened',
  whose: 'part',
  ofQueue: true,
  text: `select merchant_id from callback_listener where merchant_id = any(${uncounted('$1::text[]')}::text[]) and until > $2`,
})

/** Returns callbacks that found no place to the table: due again at $2. */
export const PUT_BACK = sqlStatement({
  name: 'callback_put_back',
  whose: 'part',
  ofQueue: true,
  text: `update callback c set lease = null, next_at = $2
      from json_to_recordset($1::json) as r(merchant_id text, key uuid, seq integer, lease uuid)
      where c.merchant_id = r.merchant_id and c.key = r.key and c.seq = r.seq and c.lease = r.lease`,
})

/**
 * Sends a payment's latest callback again, by hand. Does nothing if one is being sent right now. Runs under the
 * payment's lock: a change that is being committed has the later callback, and the earlier must not come after it.
 */
export const REDELIVER = sqlStatement({
  name: 'callback_redeliver',
  whose: 1,
  text: `insert into callback (merchant_id, key, seq, kind, id, url, api_version, at, attempt, next_at)
      select p.merchant_id, p.key, p.announced, p.kind, p.id, p.callback_url, p.api_version, $4,
        coalesce((select max(a.attempt) from attempt a
          where a.merchant_id = p.merchant_id and a.key = p.key and a.seq = p.announced), 0), $4
      from (${lockedPayment('merchant_id, key, kind, id, announced, callback_url, api_version')}) p where p.announced > 0
      on conflict (merchant_id, key, seq) do update set next_at = excluded.next_at where callback.lease is null
      returning seq`,
})

export const OPEN_OF_PAYMENT = sqlStatement({
  name: 'callback_open_of_payment',
  whose: 1,
  text: 'select seq, attempt, next_at, lease from callback where merchant_id = $1 and key = $2 order by seq',
})
/**
 * Which callback must go first, for each waiting callback of these payments ($1) that may not be sent yet, as `CLAIM`
 * decides it: an earlier one of the same payment or, for a refund, one of its payin.
 */
export const HELD_BACK = sqlStatement({
  name: 'callback_held_back',
  whose: { each: 'own', merchants: 1, with: [] },
  text: `select c.merchant_id, c.key, c.seq, first.kind, first.id, first.seq as first_seq
      from json_to_recordset($1::json) as r(merchant_id text, key uuid)
      join callback c on c.merchant_id = r.merchant_id and c.key = r.key
      cross join lateral (
        select e.kind, e.id, e.seq, true as own from callback e
          where e.merchant_id = c.merchant_id and e.key = c.key and e.seq < c.seq
        union all
        select e.kind, e.id, e.seq, false from callback e
          where c.kind = 'refund' and e.merchant_id = c.merchant_id and e.key = (${payinOfRefund('c')}) and e.at <= c.at
        order by own desc, seq limit 1) first
      where c.lease is null`,
  neverNull: ['kind', 'id', 'first_seq'],
})
export const ATTEMPTS_OF_PAYMENT = sqlStatement({
  name: 'callback_attempts_of_payment',
  whose: 1,
  text: `select seq, attempt, at, outcome, status, duration_ms, answer from attempt
      where merchant_id = $1 and key = $2 order by seq, attempt`,
})

/** If this is the only process, what was leased when it starts is due immediately ($1): no other process will finish it. */
export const FREE_LEASES = sqlStatement({
  name: 'callback_lease_free',
  whose: 'part',
  text: 'update callback set lease = null, next_at = $1 where lease is not null',
})
