-- As before, with an end that all times are before: of a range that is open at one end the planner expects a third of all payments,
-- and read the whole table for the few that hold steps.
create or replace view waiting_step as
  select merchant_id, key, purpose, kind, id, due_at, tries, processor from step
  union all
  select p.merchant_id, p.key, w.purpose, p.kind, p.id, w.due_at::timestamptz, 0::smallint, p.processor
  from payment p cross join lateral jsonb_each_text(p.waiting) as w(purpose, due_at)
  where p.waiting is not null and p.wakes_at >= coalesce((select until from woken where part = 'steps'), timestamptz 'epoch')
    and p.wakes_at <= timestamptz 'infinity';
