-- Payments of every kind, their history, and what must be unique about them.

create table payment (
  merchant_id         text         not null,
  kind                text         not null check (kind in ('payin', 'payout', 'refund', 'settlement')),
  id                  text         not null,
  key                 uuid         not null,
  status              text         not null,
  seq                 integer      not null,
  announced           integer      not null,
  change_id           uuid         not null,
  is_test             boolean      not null,
  currency            text         not null,
  amount              bigint       not null check (amount > 0),
  fee                 bigint       not null check (fee >= 0),
  vat                 bigint       not null check (vat >= 0),
  money_required      bigint       check (money_required > 0),
  method              text         not null,
  operator            text,
  processor           text         not null,
  processor_ref       text,
  processor_status    text,
  request             jsonb        not null,
  request_hash        text         not null,
  response            jsonb,
  payer_account       jsonb,
  external_reference  text,
  external_changes    smallint     not null,
  confirmation        text,
  callback_url        text         not null,
  api_version         smallint     not null,
  created_at          timestamptz  not null,
  expire_at           timestamptz,
  processed_at        timestamptz,
  failure_reason      text,
  payer               text,
  waiting             jsonb,
  wakes_at            timestamptz,
  primary key (merchant_id, kind, id),
  constraint payment_status_check check (
    status in ('NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED') or (kind = 'refund' and status = 'AWAITING_PAYEE')
  ),
  -- Test payments are processed by the sandbox or by processors marked as test ones, and live payments never are.
  constraint payment_test_and_live_never_mix check (is_test = (processor = 'sandbox' or processor like 'test-%'))
) with (fillfactor = 70);
-- No index contains the status, so a change of it stays on the row's own page (HOT) and touches no index, at half the cost. When
-- payments were paid in random order, 86 % of the updates found space on the page with a fill factor of 85, and all with 70; when
-- paid in the order of their creates, 10 % and a third. Open payments are cheap to find however many closed ones there are,
-- because each of them waits for a step.
--
-- By our own key, which is also in order of time, for pages of a merchant's payments.
create unique index payment_by_key on payment (merchant_id, key);
-- An index of refunds only, so that creates of other kinds do not write it.
create index payment_refund_of on payment (merchant_id, (request -> 'refund' ->> 'payinKey')) where kind = 'refund';
-- `wakes_at` never changes, so a change of status still stays on the row's own page.
create index payment_wakes on payment (wakes_at) where wakes_at is not null;
-- For lists that select few of a merchant's payments. Neither creating a payin nor its success writes it, and its rows never
-- change.
create index payment_no_payins on payment (merchant_id, kind, key) where kind <> 'payin';
-- Whether a merchant has paid an account before.
create index payment_to_account on payment (merchant_id, (request ->> 'accountNumber'))
  where kind <> 'payin' and request ->> 'accountNumber' is not null;
-- The transfer's number supplied by a payer: newest first for each merchant.
create index payment_by_external_reference on payment (external_reference, merchant_id, key) where external_reference is not null;
comment on table payment is 'Payins, payouts, refunds and settlements: one row each, updated in place. No index contains the status, so a change of status stays on the same page. Belongs to a merchant.';
comment on column payment.key is 'our own key, unique in the installation; ordered by arrival';
comment on column payment.seq is 'of the last event';
comment on column payment.announced is 'number of callbacks so far';
comment on column payment.change_id is 'of the last change';
comment on column payment.fee is 'fixed at the create, charged at SUCCESS';
comment on column payment.vat is 'fixed at the create, charged at SUCCESS';
comment on column payment.money_required is 'the amount that the payer must pay, if it differs from `amount`';
comment on column payment.processor_ref is 'the processor''s reference; on an own account <account>/<reference>';
comment on column payment.request is 'the body of the create, as it was accepted';
comment on column payment.request_hash is 'distinguishes a repeated request from a different one with the same ID';
comment on column payment.response is 'the method''s instructions, once the processor has given them';
comment on column payment.payer_account is 'the customer''s account as seen in the payment';
comment on column payment.external_reference is 'the number of the transfer (UTR), as entered by the payer';
comment on column payment.external_changes is 'how often the payer has entered one';
comment on column payment.confirmation is 'the processor''s reference of the money that made it a SUCCESS';
comment on column payment.payer is 'a keyed hash of the payer''s network address, never the address itself; null if the merchant''s server created it';
comment on column payment.waiting is 'steps that are not in `step` yet, each with its time; null after the first was due or anything happened to the payment';
comment on column payment.wakes_at is 'when the first step of `waiting` is due, as it was created';

create table event (
  merchant_id  text         not null,
  key          uuid         not null,
  seq          integer      not null,
  change_id    uuid         not null,
  kind         text         not null check (kind in ('payin', 'payout', 'refund', 'settlement', 'funding')),
  from_status  text,
  to_status    text,
  announced    integer,
  reason       text,
  actor        text         not null,
  at           timestamptz  not null,
  primary key (merchant_id, key, seq)
);
-- Callbacks across payments by the time of their change, for operators and for a merchant. Only announced events are included, so
-- creates do not write it.
create index event_announced on event (at, key, announced) where announced is not null;
create index event_announced_of_merchant on event (merchant_id, at, key, announced) where announced is not null;
-- For lists by a final status that few payments have. Neither creating a payin nor its success writes it.
create index event_no_success on event (merchant_id, kind, to_status, key)
  where to_status in ('REFUSED', 'FAILED', 'EXPIRED') and from_status is distinct from to_status;
comment on table event is 'What happened to a payment or to a merchant''s funds: history and audit in one. Never changed. The first event of a payin follows from its row and is not stored; the view `history` has all events. Belongs to a merchant.';
comment on column event.key is 'of the payment, or of the funding';
comment on column event.change_id is 'identifies a commit whose outcome is unknown';
comment on column event.announced is 'the number of the callback that reports it';
comment on column event.actor is 'who did it: merchant, payer, gateway, processor:<name> or operator:<name>';

-- The first event of a payin that its merchant created, and that moved no money, follows from the payin's own row. It is not
-- stored, which halves the history that a create writes. Its status is the status that the second event changed. Its change ID is
-- known only while there is no later event, and nobody needs it after that.
create view history as
  select merchant_id, key, seq, change_id, kind, from_status, to_status, announced, reason, actor, at from event
  union all
  select p.merchant_id, p.key, 1, case p.seq when 1 then p.change_id end, p.kind, null, coalesce(second.from_status, p.status), null,
    'accepted', 'merchant', p.created_at
  from payment p left join event second on second.merchant_id = p.merchant_id and second.key = p.key and second.seq = 2
  where p.kind = 'payin'
    and not exists (select from event e where e.merchant_id = p.merchant_id and e.key = p.key and e.seq = 1);
comment on view history is 'All events of payments and of funds: those in `event`, and the first of a payin, which follows from its row.';

create table claim (
  owner        text         not null,
  scope        text         not null,
  value        text         not null,
  merchant_id  text         not null,
  key          uuid         not null,
  at           timestamptz  not null,
  source       text,
  primary key (owner, scope, value)
);
-- What an account has accepted since the day began: every payin on an own account claims its reference.
create index claim_of_account_by_time on claim (owner, at) where scope = 'reference';
-- The ordered amounts of payins whose payers had to pay another amount, of all merchants of an account.
create index claim_of_account_by_ordered on claim (owner, split_part(value, '/', 1)) where scope = 'ordered';
-- How many external references a merchant or a payer has supplied recently.
create index claim_of_external_reference_by_time on claim (owner, at) include (source, key) where scope = 'external-reference';
comment on table claim is 'Values that must be unique besides the payment ID: references, unique amounts, top-ups, confirmations. Belongs to a merchant.';
comment on column claim.owner is 'within which the value is unique: a merchant, or account:<id> of a receiving account';
comment on column claim.scope is 'what kind of value: reference, money-required, external-reference, confirmation, funding …';
comment on column claim.key is 'of the payment or case that holds it';
comment on column claim.source is 'who entered an external reference, as in `payment.payer`';
