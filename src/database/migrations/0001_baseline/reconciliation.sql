-- Movements on receiving accounts as the banks report them, matched with payments.

create table bank_entry (
  account            text         not null,
  reference          text         not null,
  key                uuid         not null,
  reference_derived  boolean      not null,
  source             text         not null,
  booked_at          timestamptz  not null,
  booked_precision   text         not null check (booked_precision in ('day', 'time')),
  value_date         text,
  direction          text         not null check (direction in ('credit', 'debit')),
  reversal           boolean      not null,
  currency           text         not null,
  amount             bigint       not null check (amount > 0),
  remittance         text         not null,
  end_to_end_id      text,
  utr                text,
  utrs               jsonb        not null,
  sender             jsonb,
  raw                text         not null,
  received_at        timestamptz  not null,
  outcome            text         check (outcome in ('PAID', 'PAID_LATE', 'SENT_BACK', 'DELIVERED', 'RETURNED', 'CASE', 'IGNORED')),
  detail             jsonb,
  applied_at         timestamptz,
  of_several         boolean,
  primary key (account, reference)
) with (fillfactor = 85);
create index bank_entry_by_key on bank_entry (account, key);
-- The bank's other identifier of an entry, for the search.
create index bank_entry_by_utr on bank_entry (utr) where utr is not null;
create index bank_entry_by_end_to_end on bank_entry (end_to_end_id) where end_to_end_id is not null;
-- The entries of a day. No index contains the outcome of an entry, so writing it stays on the row's own page.
create index bank_entry_by_booking on bank_entry (account, booked_at);
comment on table bank_entry is 'What banks say moved on receiving accounts, once per account and reference. Its outcome is written once. Belongs to the installation.';
comment on column bank_entry.reference is 'the bank''s, or derived from the content';
comment on column bank_entry.key is 'ours, by time of arrival';
comment on column bank_entry.booked_precision is 'whether the bank gave a time, or only a day';
comment on column bank_entry.utrs is 'the numbers in it that a customer may claim';
comment on column bank_entry.raw is 'the entry as the bank wrote it';
comment on column bank_entry.detail is 'why this outcome, and for which payment';
comment on column bank_entry.of_several is 'null: one transfer; true: several transfers in one sum, of which nobody says how much each is: it pays nothing by itself';

create table bank_entry_work (
  account    text         not null,
  reference  text         not null,
  key        uuid         not null,
  state      text         not null check (state in ('NEW', 'WAITING')),
  due_at     timestamptz  not null,
  lease      uuid,
  tries      integer      not null,
  decision   jsonb,
  primary key (account, reference)
) with (fillfactor = 70);
create index bank_entry_work_due on bank_entry_work (due_at, key);
-- Whether any entry waits for a claim, without reading those that still have to be matched.
create index bank_entry_work_waiting on bank_entry_work (due_at) where state = 'WAITING' and lease is null;
comment on table bank_entry_work is 'What is still to be done for an entry; gone when it has its outcome. Narrow, because it is written three times. Belongs to the installation.';
comment on column bank_entry_work.key is 'of the entry';
comment on column bank_entry_work.state is 'NEW: to be matched; WAITING: nobody claims it yet';
comment on column bank_entry_work.decision is 'fixed before it is applied, so that a crash cannot change it';

create table bank_csv_mapping (
  account     text         primary key,
  mapping     jsonb        not null,
  updated_at  timestamptz  not null
);
comment on table bank_csv_mapping is 'How the bank of an account writes its CSV. Belongs to the installation.';

create table bank_statement_day (
  account    text         not null,
  day        text         not null,
  id         text         not null,
  seq        integer      not null,
  source     text         not null,
  opening    bigint       not null,
  closing    bigint       not null,
  first_day  text         not null,
  last_day   text         not null,
  taken_at   timestamptz  not null,
  primary key (account, day, id)
);
comment on table bank_statement_day is 'What a bank''s statement says that a receiving account held before and after a day; several statements may cover one day. Led by the account. Belongs to the installation.';
comment on column bank_statement_day.day is 'in the account''s zone, as 2026-11-21';
comment on column bank_statement_day.id is 'made of the content: the same statement again is the same row';
comment on column bank_statement_day.seq is 'the order in which a file has them';
comment on column bank_statement_day.opening is 'below zero where the account was overdrawn; of a statement over several days, counted by its entries';
comment on column bank_statement_day.first_day is 'of the whole statement, with `last_day`';

create table bank_closing (
  account   text         not null,
  seq       integer      not null,
  day       text         not null,
  closing   bigint       not null,
  taken_at  timestamptz  not null,
  primary key (account, seq)
);
comment on table bank_closing is 'What each receiving account held by the last statement that was taken in, and by those before it: the next one follows where it opens with that. Led by the account. Belongs to the installation.';
comment on column bank_closing.seq is 'from 1: of two statements that follow from one, one alone gets the next number';
comment on column bank_closing.day is 'the last that the statement covers, in the account''s zone, as 2026-11-21';
comment on column bank_closing.closing is 'below zero where the account is overdrawn';
