-- Cases: money or reports that no rule settles.

create table case_file (
  merchant_id  text         not null,
  key          uuid         not null,
  payment_key  uuid,
  reason       text         not null,
  currency     text,
  amount       bigint,
  detail       jsonb        not null,
  opened_at    timestamptz  not null,
  closed_at    timestamptz,
  processor    text,
  owner        text,
  due_at       timestamptz,
  primary key (merchant_id, key)
);
create index case_file_open on case_file (opened_at) where closed_at is null;
-- Operators refer to a case by its ID alone.
create unique index case_file_by_key on case_file (key);
create index case_file_due on case_file (due_at) where closed_at is null and due_at is not null;
create index case_file_owner on case_file (owner, opened_at) where closed_at is null;
-- Read before each refund: whether the bank has reversed the payin's credit. Closed cases count as well.
create index case_file_reversed on case_file using gin ((detail -> 'candidates') jsonb_path_ops) where reason = 'CREDIT_REVERSED';
-- The cases opened for an entry of a bank account.
create index case_file_by_entry on case_file ((detail -> 'entry' ->> 'account'), (detail -> 'entry' ->> 'reference'))
  where detail -> 'entry' is not null;
-- The processor's reference for the money of a case, and the cases of a payment.
create index case_file_by_status_update on case_file ((detail ->> 'statusUpdate')) where detail ->> 'statusUpdate' is not null;
create index case_file_of_payment on case_file (merchant_id, payment_key) where payment_key is not null;
-- Reporting follows cases by when they were opened and closed.
create index case_file_opened on case_file (opened_at);
create index case_file_closed on case_file (closed_at) where closed_at is not null;
comment on table case_file is 'Money or status updates that no rule settles, for an operator to decide. Cases without a known merchant are under `~gateway`. Belongs to a merchant.';
comment on column case_file.payment_key is 'the payment it is about, if any';
comment on column case_file.processor is 'the processor whose clearing account received the money; null: that of the payment';
comment on column case_file.owner is 'name of the assigned operator; null: unassigned';
comment on column case_file.due_at is 'the due date set by an operator; null: none';

create table case_decision (
  merchant_id  text         not null,
  case_key     uuid         not null,
  part         smallint     not null check (part > 0),
  action       text         not null,
  currency     text,
  amount       bigint       check (amount <> 0),
  detail       jsonb        not null,
  operator     text         not null,
  at           timestamptz  not null,
  primary key (merchant_id, case_key, part)
);
create index case_decision_returned on case_decision (at) where action = 'return';
-- The bank's references of returns that operators have recorded, to find the debit that confirms one.
create index case_decision_noted on case_decision ((detail ->> 'reference')) where action = 'return' and detail ->> 'reference' is not null;
comment on table case_decision is 'Operators'' decisions about a case, in parts that add up to its money. The last one closes it. Belongs to a merchant.';

create table case_note (
  merchant_id  text         not null,
  case_key     uuid         not null,
  id           uuid         not null,
  note         text         not null,
  operator     text         not null,
  at           timestamptz  not null,
  primary key (merchant_id, case_key, id)
);
comment on table case_note is 'Operators'' notes about a case, apart from their decisions. Never changed. Belongs to a merchant.';
comment on column case_note.operator is 'by name';
