-- Settlement: terms agreed with merchants, and the runs that pay them out.

create table settlement_calendar (
  code             text         primary key,
  closed_weekdays  jsonb        not null,
  holidays         jsonb        not null,
  updated_at       timestamptz  not null
);
comment on table settlement_calendar is 'Business-day calendars for settlement, maintained by operators. Belongs to the installation.';
comment on column settlement_calendar.closed_weekdays is 'a list; 0 is Sunday';
comment on column settlement_calendar.holidays is 'a list of days, YYYY-MM-DD';

create table settlement_terms (
  merchant_id  text         not null,
  currency     text         not null,
  terms        jsonb        not null,
  version      integer      not null,
  since        timestamptz  not null,
  updated_at   timestamptz  not null,
  primary key (merchant_id, currency)
);
comment on table settlement_terms is 'Settlement terms of a merchant in a currency: schedule, reserve and payee. Belongs to a merchant.';
comment on column settlement_terms.version is 'number of changes';
comment on column settlement_terms.since is 'periods that ended before this time are not settled';

create table settlement_run (
  id            uuid         primary key,
  state         text         not null check (state in ('PREPARED', 'RUNNING', 'STOPPED', 'DONE')),
  prepared_by   text         not null,
  prepared_at   timestamptz  not null,
  started_by    text,
  started_at    timestamptz,
  finished_at   timestamptz,
  stopped_why   text,
  lease         uuid,
  leased_until  timestamptz
);
create index settlement_run_open on settlement_run (id) where state <> 'DONE';
comment on table settlement_run is 'Settlement runs. Their items have the merchants and results. Belongs to the installation.';
comment on column settlement_run.prepared_by is 'an operator, or gateway for a scheduled run';
comment on column settlement_run.lease is 'of the node that is running it';

create table settlement_item (
  merchant_id  text         not null,
  currency     text         not null,
  day          text         not null,
  run_id       uuid         not null,
  cut_off      timestamptz  not null,
  terms        jsonb        not null,
  available    bigint       not null,
  held_back    bigint       not null,
  planned      bigint       not null,
  state        text         not null check (state in ('WAITING', 'PAID', 'BELOW_MINIMUM', 'SETTLED_BEFORE', 'REFUSED')),
  id           text,
  paid         bigint,
  detail       text,
  primary key (merchant_id, currency, day, run_id)
);
create index settlement_item_of_run on settlement_item (run_id, merchant_id, currency);
comment on table settlement_item is 'An item of a settlement run: one merchant in one currency, with the terms at the time of preparation. Belongs to a merchant.';
comment on column settlement_item.available is 'available at the cut-off and still available';
comment on column settlement_item.held_back is 'the reserve according to the terms';
comment on column settlement_item.planned is 'the maximum that is paid out';
comment on column settlement_item.id is 'ID of the settlement';
comment on column settlement_item.detail is 'why it was refused';
