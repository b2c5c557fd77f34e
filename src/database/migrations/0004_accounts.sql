-- Where an operator's money really arrives: see src/processors/own-account/account.ts.
create table receiving_account (
  id             text        primary key,
  name           text        not null,
  kind           text        not null,
  currency       text        not null,
  is_test        boolean     not null,
  status         text        not null check (status in ('ACTIVE', 'PAUSED')),
  time_zone      text        not null,
  methods        jsonb       not null,
  opening_hours  jsonb       not null,
  min_amount     bigint      check (min_amount > 0),
  max_amount     bigint      check (max_amount > 0),
  day_count      integer     check (day_count > 0),
  day_amount     bigint      check (day_amount > 0),
  version        integer     not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null
);

-- What an account has taken on since its day began: every payin on an own account claims its reference.
create index claim_of_account_by_time on claim (owner, at) where scope = 'reference';

-- Whose clearing account the money of a case came in on; null in cases from before: then of the payment's processor.
alter table case_file add column processor text;
-- Operators know a case by its id alone.
create unique index case_file_by_key on case_file (key);

-- What operators have decided about a case, in parts that add up to its money; the last one closes it.
create table case_decision (
  merchant_id  text        not null,
  case_key     uuid        not null,
  part         smallint    not null check (part > 0),
  action       text        not null,
  currency     text,
  amount       bigint      check (amount <> 0),
  detail       jsonb       not null,
  operator     text        not null,
  at           timestamptz not null,
  primary key (merchant_id, case_key, part)
);
