-- Figures: what payments and cases come to, kept as the day goes by `figures/counter.ts`, never with the payments themselves. All of it is
-- counted from the payments and cases alone, and can be counted anew at any time.
create table figure_part (
  merchant_id     text        not null,
  begins_at       timestamptz not null,
  kind            text        not null,
  currency        text        not null,
  method          text        not null,
  operator        text        not null,
  is_test         boolean     not null,
  created         integer     not null,
  created_amount  bigint      not null,
  success         integer     not null,
  success_amount  bigint      not null,
  fee             bigint      not null,
  vat             bigint      not null,
  failed          integer     not null,
  refused         integer     not null,
  expired         integer     not null,
  waited_ms       bigint      not null,
  within_10       integer     not null,
  within_30       integer     not null,
  within_60       integer     not null,
  within_120      integer     not null,
  within_300      integer     not null,
  within_900      integer     not null,
  within_3600     integer     not null,
  within_21600    integer     not null,
  within_86400    integer     not null,
  primary key (merchant_id, begins_at, kind, currency, method, operator, is_test)
);
comment on table figure_part is 'What the payments that were made in a quarter of an hour have come to so far, by method and operator. Belongs to a merchant.';
comment on column figure_part.begins_at is 'of the quarter of an hour in which they were made: the days of every time zone consist of whole ones';
comment on column figure_part.operator is 'empty: none';
comment on column figure_part.success is 'how many of them are a SUCCESS by now; fee, vat, waited_ms and within are of these alone';
comment on column figure_part.waited_ms is 'from their creates to their SUCCESS, together';
comment on column figure_part.within_10 is 'how many were a SUCCESS within so many seconds; the same of the others';

create table figure_day (
  merchant_id     text    not null,
  day             text    not null,
  kind            text    not null,
  currency        text    not null,
  method          text    not null,
  operator        text    not null,
  is_test         boolean not null,
  created         bigint  not null,
  created_amount  bigint  not null,
  success         bigint  not null,
  success_amount  bigint  not null,
  fee             bigint  not null,
  vat             bigint  not null,
  failed          bigint  not null,
  refused         bigint  not null,
  expired         bigint  not null,
  waited_ms       bigint  not null,
  within_10       bigint  not null,
  within_30       bigint  not null,
  within_60       bigint  not null,
  within_120      bigint  not null,
  within_300      bigint  not null,
  within_900      bigint  not null,
  within_3600     bigint  not null,
  within_21600    bigint  not null,
  within_86400    bigint  not null,
  primary key (merchant_id, day, kind, currency, method, operator, is_test)
);
create index figure_day_of_all on figure_day (day, merchant_id);
comment on table figure_day is 'The parts of `figure_part`, by the days of the merchant''s zone: what reports read. Belongs to a merchant.';
comment on column figure_day.day is 'as 2026-11-21';

create table figure_case (
  merchant_id  text        not null,
  begins_at    timestamptz not null,
  reason       text        not null,
  opened       integer     not null,
  still_open   integer     not null,
  primary key (merchant_id, begins_at, reason)
);
create index figure_case_open on figure_case (begins_at) where still_open > 0;
comment on table figure_case is 'How many cases were opened in a quarter of an hour, and how many of them are open still. Those of nobody stand under `~gateway`. Belongs to a merchant.';

create table figure_zone (
  merchant_id  text primary key,
  zone         text not null
);
comment on table figure_zone is 'In whose days a merchant''s figures are kept: where its zone changes they are added up anew. Belongs to a merchant.';

create table figure_progress (
  is_the_one   boolean     primary key check (is_the_one),
  round        integer     not null,
  node         uuid,
  lease_until  timestamptz,
  reached      jsonb       not null
);
comment on table figure_progress is 'Who counts the figures, and how far each follower has come. One row at most. Belongs to the installation.';
comment on column figure_progress.round is 'of the lease: what an earlier one would write is not written any more';
comment on column figure_progress.reached is 'by follower: everything before that time is counted';

-- Cases by when they were opened and closed: their figures follow both.
create index case_file_opened on case_file (opened_at);
create index case_file_closed on case_file (closed_at) where closed_at is not null;
