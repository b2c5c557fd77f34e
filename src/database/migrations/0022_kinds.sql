-- Refunds and settlements: payments that leave as payouts do, with an ID of their own each. A refund may wait for its payee. What only they
-- have stands in `request`; a payin's refunds are found by an index of refunds alone, so a create of any other kind pays nothing for it.
alter table payment drop constraint payment_kind_check;
alter table payment add constraint payment_kind_check check (kind in ('payin', 'payout', 'refund', 'settlement')) not valid;
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check
  check (status in ('NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED') or (kind = 'refund' and status = 'AWAITING_PAYEE')) not valid;
alter table event drop constraint event_kind_check;
alter table event add constraint event_kind_check check (kind in ('payin', 'payout', 'refund', 'settlement', 'funding')) not valid;

create index payment_refund_of on payment (merchant_id, (request -> 'refund' ->> 'payinKey')) where kind = 'refund';

comment on table payment is 'Payins, payouts, refunds and settlements: one row each, changed in its place. No index knows the status, so a change of it stays on the row''s own page; open payins are found by their row in `step`. Belongs to a merchant.';
