-- Reporting: totals of payments and cases, updated after them. All of it can be counted again from payments and cases alone.

create table reporting_quarter (
  merchant_id     text         not null,
  begins_at       timestamptz  not null,
  kind            text         not null,
  currency        text         not null,
  method          text         not null,
  operator        text         not null,
  is_test         boolean      not null,
  created         integer      not null,
  created_amount  bigint       not null,
  success         integer      not null,
  success_amount  bigint       not null,
  fee             bigint       not null,
  vat             bigint       not null,
  failed          integer      not null,
  refused         integer      not null,
  expired         integer      not null,
  waited_ms       bigint       not null,
  within_10       integer      not null,
  within_30       integer      not null,
  within_60       integer      not null,
  within_120      integer      not null,
  within_300      integer      not null,
  within_900      integer      not null,
  within_3600     integer      not null,
  within_21600    integer      not null,
  within_86400    integer      not null,
  primary key (merchant_id, begins_at, kind, currency, method, operator, is_test)
);
comment on table reporting_quarter is 'What the payments that were made in a quarter of an hour have come to so far, by method and operator. Belongs to a merchant.';
comment on column reporting_quarter.begins_at is 'of the quarter of an hour in which they were made: the days of every time zone consist of whole ones';
comment on column reporting_quarter.operator is 'empty: none';
comment on column reporting_quarter.success is 'how many of them are a SUCCESS by now; fee, vat, waited_ms and within are of these alone';
comment on column reporting_quarter.waited_ms is 'from their creates to their SUCCESS, together';
comment on column reporting_quarter.within_10 is 'how many were a SUCCESS within so many seconds; the same of the others';

create table reporting_day (
  merchant_id     text     not null,
  day             text     not null,
  kind            text     not null,
  currency        text     not null,
  method          text     not null,
  operator        text     not null,
  is_test         boolean  not null,
  created         bigint   not null,
  created_amount  bigint   not null,
  success         bigint   not null,
  success_amount  bigint   not null,
  fee             bigint   not null,
  vat             bigint   not null,
  failed          bigint   not null,
  refused         bigint   not null,
  expired         bigint   not null,
  waited_ms       bigint   not null,
  within_10       bigint   not null,
  within_30       bigint   not null,
  within_60       bigint   not null,
  within_120      bigint   not null,
  within_300      bigint   not null,
  within_900      bigint   not null,
  within_3600     bigint   not null,
  within_21600    bigint   not null,
  within_86400    bigint   not null,
  primary key (merchant_id, day, kind, currency, method, operator, is_test)
);
create index reporting_day_of_all on reporting_day (day, merchant_id);
comment on table reporting_day is 'The parts of `reporting_quarter`, by the days of the merchant''s zone: what reports read. Belongs to a merchant.';
comment on column reporting_day.day is 'as 2026-11-21';

create table reporting_case (
  merchant_id  text         not null,
  begins_at    timestamptz  not null,
  reason       text         not null,
  opened       integer      not null,
  still_open   integer      not null,
  primary key (merchant_id, begins_at, reason)
);
create index reporting_case_open on reporting_case (begins_at) where still_open > 0;
comment on table reporting_case is 'How many cases were opened in a quarter of an hour, and how many of them are open still. Those of nobody stand under `~gateway`. Belongs to a merchant.';

create table reporting_zone (
  merchant_id  text  primary key,
  zone         text  not null
);
comment on table reporting_zone is 'In whose days a merchant''s reports are kept: where its zone changes they are added up again. Belongs to a merchant.';

create table reporting_progress (
  is_the_one   boolean      primary key check (is_the_one),
  round        integer      not null,
  node         uuid,
  lease_until  timestamptz,
  reached      jsonb        not null
);
comment on table reporting_progress is 'Who counts, and how far each follower has come. One row at most. Belongs to the installation.';
comment on column reporting_progress.round is 'of the lease: what an earlier one would write is not written any more';
comment on column reporting_progress.reached is 'by follower: everything before that time is counted';
