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
comment on table reporting_quarter is 'Totals of the payments created in a quarter of an hour, by method and operator. Belongs to a merchant.';
comment on column reporting_quarter.begins_at is 'start of the quarter of an hour of their create; the days of every time zone consist of whole quarters';
comment on column reporting_quarter.operator is 'empty: none';
comment on column reporting_quarter.success is 'number of these with status SUCCESS; fee, vat, waited_ms and within are only of these';
comment on column reporting_quarter.waited_ms is 'sum of the times from create to SUCCESS';
comment on column reporting_quarter.within_10 is 'number that succeeded within this number of seconds; the same for the other columns';

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
comment on table reporting_day is '`reporting_quarter` summed by the days of the merchant''s time zone. Reports read this table. Belongs to a merchant.';
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
comment on table reporting_case is 'Number of cases opened in a quarter of an hour, and how many of them are still open. Cases without a known merchant are under `~gateway`. Belongs to a merchant.';

create table reporting_zone (
  merchant_id  text  primary key,
  zone         text  not null
);
comment on table reporting_zone is 'The time zone of a merchant''s reports. When it changes, they are summed up again. Belongs to a merchant.';

create table reporting_progress (
  is_the_one   boolean      primary key check (is_the_one),
  round        integer      not null,
  node         uuid,
  lease_until  timestamptz,
  reached      jsonb        not null
);
comment on table reporting_progress is 'The lease and progress of counting. At most one row. Belongs to the installation.';
comment on column reporting_progress.round is 'number of the lease; writes of an earlier lease are rejected';
comment on column reporting_progress.reached is 'by follower: everything before this time is counted';
