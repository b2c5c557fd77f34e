-- What a payment made with this program waits for, it says itself until the first of it is due: a row of its own for each step is the dearest
-- part of a create, and most payins are paid before any of their steps is due. `wakes_at` never changes, so that a change of state stays
-- on the row's own page as before.
alter table payment add column waiting jsonb, add column wakes_at timestamptz;
create index payment_wakes on payment (wakes_at) where wakes_at is not null;
comment on column payment.waiting is 'steps not yet in `step`, each with its time; null once the first is due, or anything happened to it';
comment on column payment.wakes_at is 'when the first step of `waiting` is due, as it was created';

create table woken (
  part   text        primary key,
  until  timestamptz not null
);
comment on table woken is 'How far payments'' steps were taken out of their rows for good: none that is due before is left in `payment.waiting`. Belongs to the installation.';
comment on column woken.part is 'always `steps`';

-- All steps, wherever they stand. By `wakes_at` it looks at no payment whose time was long ago, however many there are.
create view waiting_step as
  select merchant_id, key, purpose, kind, id, due_at, tries, processor from step
  union all
  select p.merchant_id, p.key, w.purpose, p.kind, p.id, w.due_at::timestamptz, 0::smallint, p.processor
  from payment p cross join lateral jsonb_each_text(p.waiting) as w(purpose, due_at)
  where p.waiting is not null and p.wakes_at >= coalesce((select until from woken where part = 'steps'), timestamptz 'epoch');
comment on view waiting_step is 'All steps: those in `step`, and those that their payments still hold in `waiting`.';
comment on table step is 'Work that payments wait for: an expiry, a question to a processor. Holds only what is still to be done, and of new payments only what is due soon; the view `waiting_step` has all of it. Belongs to a merchant.';
comment on table payment is 'Payins, payouts, refunds and settlements: one row each, changed in its place. No index knows the status, so a change of it stays on the row''s own page. Belongs to a merchant.';
