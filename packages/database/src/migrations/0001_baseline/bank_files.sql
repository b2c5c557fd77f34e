-- Payouts that are collected into files for the operator's bank.

create table debtor_account (
  id          text         primary key,
  is_test     boolean      not null,
  currency    text         not null,
  status      text         not null check (status in ('ACTIVE', 'CLOSED')),
  terms       jsonb        not null,
  created_at  timestamptz  not null,
  updated_at  timestamptz  not null
);
comment on table debtor_account is 'The operator''s own bank accounts that payouts are paid from. Belongs to the installation.';
comment on column debtor_account.terms is 'formats, characters, calendar and limits that the bank accepts';

create table bank_file (
  id                 uuid         primary key,
  processor          text         not null,
  format             text         not null,
  message_id         text         not null unique,
  status             text         not null check (status in ('PREPARED', 'RELEASED', 'CANCELLED')),
  batches            jsonb        not null,
  payments           integer      not null check (payments > 0),
  content            text         not null,
  sha256             text         not null,
  prepared_by        uuid         not null,
  prepared_by_name   text         not null,
  prepared_at        timestamptz  not null,
  released_by        uuid,
  released_by_name   text,
  released_at        timestamptz,
  cancelled_by_name  text,
  cancelled_at       timestamptz,
  downloads          integer      not null,
  constraint bank_file_has_four_eyes check (released_by <> prepared_by and released_by_name <> prepared_by_name),
  constraint bank_file_is_released_by_somebody check (status <> 'RELEASED' or released_by is not null)
);
comment on table bank_file is 'Payouts gathered into files for the operator''s bank: prepared by one person, released by another. Belongs to the installation.';
comment on column bank_file.message_id is 'our ID of the file, also in the bank''s answers';
comment on column bank_file.content is 'base64, because Zengin files are not UTF-8; never changed';

create table bank_file_payout (
  merchant_id     text         not null,
  key             uuid         not null,
  id              text         not null,
  processor       text         not null,
  currency        text         not null,
  amount          bigint       not null check (amount > 0),
  reference       text         not null unique,
  state           text         not null check (state in ('WAITING', 'IN_FILE', 'CANCELLED')),
  file_id         uuid,
  accepted_at     timestamptz  not null,
  bank_status     text,
  bank_reason     text,
  reported_at         timestamptz,
  debited_by      text,
  in_doubt_since  timestamptz,
  primary key (merchant_id, key),
  constraint bank_file_payout_is_in_its_file check ((state = 'IN_FILE') = (file_id is not null))
) with (fillfactor = 70);
create index bank_file_payout_waiting on bank_file_payout (processor, currency, accepted_at) where state = 'WAITING';
create index bank_file_payout_by_file on bank_file_payout (file_id) where file_id is not null;
create index bank_file_payout_in_doubt on bank_file_payout (reference) where in_doubt_since is not null;
comment on table bank_file_payout is 'Every payout that the bank-file processor has accepted. Its file is the one with its active line. Belongs to a merchant.';
comment on column bank_file_payout.reference is 'EndToEndId';
comment on column bank_file_payout.bank_status is 'the bank''s latest status';
comment on column bank_file_payout.bank_reason is 'the reason of that status';
comment on column bank_file_payout.debited_by is 'the bank entry that paid it';
comment on column bank_file_payout.in_doubt_since is 'a backup from before its file was sent was restored: it goes into no file until an operator has cleared it';

create table bank_file_line (
  file_id      uuid      not null,
  line         integer   not null,
  batch        smallint  not null,
  merchant_id  text      not null,
  key          uuid      not null,
  payee_name   text      not null,
  in_force     boolean   not null,
  primary key (file_id, line)
);
-- A payout can never be in two files.
create unique index bank_file_line_once on bank_file_line (merchant_id, key) where in_force;
comment on table bank_file_line is 'The lines of bank files. A payout has at most one active line, so it can never be in two files. Belongs to the installation.';
comment on column bank_file_line.payee_name is 'the name as written in the file';
comment on column bank_file_line.in_force is 'false: the file was cancelled';
