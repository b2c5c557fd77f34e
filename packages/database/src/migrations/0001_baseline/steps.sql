-- Scheduled work of payments, and reports that wait for their payment.

create table step (
  merchant_id  text         not null,
  key          uuid         not null,
  purpose      text         not null,
  kind         text         not null,
  id           text         not null,
  due_at       timestamptz  not null,
  tries        smallint     not null,
  lease        uuid,
  processor    text,
  primary key (merchant_id, key, purpose)
) with (fillfactor = 70);
-- In the order of claims: only due steps are read, however many wait, and nothing is sorted.
create index step_due on step (due_at, merchant_id, key, purpose);
comment on table step is 'Tasks that payments wait for: an expiry, a status inquiry. Contains only pending tasks, and for new payments only those due soon; the view `waiting_step` has all of them. Belongs to a merchant.';
comment on column step.purpose is 'at most one of each for a payment';
comment on column step.lease is 'of the node that is doing it';
comment on column step.processor is 'the processor that it counts for; null: none';

create table woken (
  part   text         primary key,
  until  timestamptz  not null
);
comment on table woken is 'Progress of moving steps from `payment.waiting` to `step`: no step due before this time is left in `payment.waiting`. Belongs to the installation.';
comment on column woken.part is 'always `steps`';

-- A step has its own row only when it is due soon: such rows were the most expensive part of a create, and most payins are paid
-- before any of their steps is due. Because of `wakes_at` the view reads no payment whose time is long past. The range has an
-- upper bound beyond every time: for a range open at one end the planner expects a third of all payments, and reads the whole
-- table for the few that have steps.
create view waiting_step as
  select merchant_id, key, purpose, kind, id, due_at, tries, processor from step
  union all
  select p.merchant_id, p.key, w.purpose, p.kind, p.id, w.due_at::timestamptz, 0::smallint, p.processor
  from payment p cross join lateral jsonb_each_text(p.waiting) as w(purpose, due_at)
  where p.waiting is not null and p.wakes_at >= coalesce((select until from woken where part = 'steps'), timestamptz 'epoch')
    and p.wakes_at <= timestamptz 'infinity';
comment on view waiting_step is 'All steps: those in `step` and those still in `payment.waiting`.';

create table status_update (
  merchant_id  text         not null,
  kind         text         not null,
  id           text         not null,
  status_update_id    text         not null,
  body         jsonb        not null,
  received_at  timestamptz  not null,
  due_at       timestamptz  not null,
  tries        smallint     not null,
  primary key (merchant_id, kind, id, status_update_id)
);
create index status_update_due on status_update (due_at);
comment on table status_update is 'Status updates for payments that are not committed yet; applied afterwards. Belongs to a merchant.';
comment on column status_update.id is 'the merchant''s ID of the payment';
comment on column status_update.status_update_id is 'the processor''s ID of the status update, with its type';
