-- The operator's accounts that receive money.

create table receiving_account (
  id               text         primary key,
  name             text         not null,
  kind             text         not null,
  currency         text         not null,
  is_test          boolean      not null,
  status           text         not null check (status in ('ACTIVE', 'PAUSED')),
  time_zone        text         not null,
  methods          jsonb        not null,
  opening_hours    jsonb        not null,
  min_amount       bigint       check (min_amount > 0),
  max_amount       bigint       check (max_amount > 0),
  day_count        integer      check (day_count > 0),
  day_amount       bigint       check (day_amount > 0),
  version          integer      not null,
  created_at       timestamptz  not null,
  updated_at       timestamptz  not null,
  merchant_share   text         check (merchant_share in ('ALL', 'HALF', 'QUARTER')),
  balances         text         not null,
  bank_connection  jsonb
);
comment on table receiving_account is 'Own accounts on which money really arrives. Belongs to the installation.';
comment on column receiving_account.kind is 'a bank account, a wallet …';
comment on column receiving_account.methods is 'the methods that it serves, and how payins are recognised on it';
comment on column receiving_account.min_amount is 'of a payin';
comment on column receiving_account.max_amount is 'of a payin';
comment on column receiving_account.day_count is 'payins a day';
comment on column receiving_account.day_amount is 'in minor units a day';
comment on column receiving_account.merchant_share is 'the share of its unique amounts and daily limits that one merchant may use; null: half, or all if there is only one merchant';
comment on column receiving_account.balances is 'whether the balances in its statements are real (CHECKED) or not (NOT_PROVIDED_BY_BANK)';
comment on column receiving_account.bank_connection is 'the program that reports for the account''s bank: an operator with a token, by ID and name; null: none, so entries count as typed by an operator';
