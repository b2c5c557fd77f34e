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
comment on table bank_entry is 'Bank entries on receiving accounts, once for each account and reference. The outcome is written once. Belongs to the installation.';
comment on column bank_entry.reference is 'the bank''s reference, or one derived from the content';
comment on column bank_entry.key is 'our own key, ordered by arrival';
comment on column bank_entry.booked_precision is 'whether the bank reported a time or only a day';
comment on column bank_entry.utrs is 'the transfer numbers in it that a customer can claim';
comment on column bank_entry.raw is 'the original entry of the bank';
comment on column bank_entry.detail is 'why this outcome, and for which payment';
comment on column bank_entry.of_several is 'null: one transfer; true: a sum of several transfers whose amounts are not known, so it pays nothing automatically';

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
comment on table bank_entry_work is 'Pending work of a bank entry; removed when it has its outcome. Narrow, because it is written three times. Belongs to the installation.';
comment on column bank_entry_work.key is 'of the entry';
comment on column bank_entry_work.state is 'NEW: to be matched; WAITING: not claimed yet';
comment on column bank_entry_work.decision is 'fixed before it is applied, so that a crash cannot change it';

create table bank_csv_mapping (
  account     text         primary key,
  mapping     jsonb        not null,
  updated_at  timestamptz  not null
);
comment on table bank_csv_mapping is 'The CSV mapping of an account''s bank. Belongs to the installation.';

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
comment on table bank_statement_day is 'Balances of a receiving account before and after a day, according to a bank statement. Several statements can cover one day. The key begins with the account. Belongs to the installation.';
comment on column bank_statement_day.day is 'in the account''s zone, as 2026-11-21';
comment on column bank_statement_day.id is 'derived from the content, so the same statement has the same row';
comment on column bank_statement_day.seq is 'its position in the file';
comment on column bank_statement_day.opening is 'negative if the account was overdrawn; for a statement over several days, computed from its entries';
comment on column bank_statement_day.first_day is 'first day of the whole statement, with `last_day`';

create table bank_closing (
  account   text         not null,
  seq       integer      not null,
  day       text         not null,
  closing   bigint       not null,
  taken_at  timestamptz  not null,
  primary key (account, seq)
);
comment on table bank_closing is 'Closing balances of the imported statements of each receiving account. The next statement follows if it opens with the last one. The key begins with the account. Belongs to the installation.';
comment on column bank_closing.seq is 'from 1; only one of two statements that follow the same one gets the next number';
comment on column bank_closing.day is 'the last day of the statement in the account''s time zone, such as 2026-11-21';
comment on column bank_closing.closing is 'negative if the account is overdrawn';
