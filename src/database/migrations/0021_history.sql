-- What happened to a payment, whole. A payin that its merchant made and that moved no money with it begins with an event that says nothing
-- which its own row does not say, so that event is not stored: it would be one of the two rows that every create writes to the history.
-- Those of before are stored and stay. Its status is what the second event left; its change, of which nobody asks once there is a later one,
-- is known while there is none.
create view history as
  select merchant_id, key, seq, change_id, kind, from_status, to_status, announced, reason, actor, at from event
  union all
  select p.merchant_id, p.key, 1, case p.seq when 1 then p.change_id end, p.kind, null, coalesce(second.from_status, p.status), null,
    'accepted', 'merchant', p.created_at
  from payment p left join event second on second.merchant_id = p.merchant_id and second.key = p.key and second.seq = 2
  where p.kind = 'payin'
    and not exists (select from event e where e.merchant_id = p.merchant_id and e.key = p.key and e.seq = 1);

comment on view history is 'All events of payments and of funds: those in `event`, and the first of a payin, which follows from its row.';
comment on table event is 'What happened to a payment, and to a merchant''s funds: history and audit in one. Never changed. The first event of a payin follows from its row and is not stored; the view `history` has them all. Belongs to a merchant.';
