-- Statements: which of the ledger's events each one holds is stored when it is issued, so that it never depends on when a commit came.

create table statement (
  merchant_id        text        not null,
  currency           text        not null,
  number             integer     not null check (number > 0),
  is_test            boolean     not null,
  from_at            timestamptz not null,
  until_at           timestamptz not null check (from_at < until_at),
  zone               text        not null,
  opening_available  bigint      not null,
  opening_reserved   bigint      not null,
  closing_available  bigint,
  closing_reserved   bigint,
  entries            integer     not null,
  parties            jsonb,
  begun_at           timestamptz not null,
  issued_at          timestamptz,
  gathered_at        timestamptz,
  gathered_key       uuid,
  gathered_seq       integer,
  lease              uuid,
  lease_until        timestamptz,
  primary key (merchant_id, currency, number),
  check ((issued_at is null) = (closing_available is null) and (issued_at is null) = (closing_reserved is null)
    and (issued_at is null) = (parties is null))
);
create index statement_by_end on statement (until_at, merchant_id, currency, number);

create table statement_entry (
  merchant_id  text        not null,
  key          uuid        not null,
  seq          integer     not null,
  currency     text        not null,
  number       integer     not null,
  at           timestamptz not null,
  primary key (merchant_id, key, seq, currency)
);
create index statement_entry_of_statement on statement_entry (merchant_id, currency, number, at, key, seq);

create table statement_total (
  merchant_id  text     not null,
  currency     text     not null,
  number       integer  not null,
  kind         text     not null,
  vat_rate     text     not null,
  entries      integer  not null,
  gross        bigint   not null,
  fee          bigint   not null,
  vat          bigint   not null,
  available    bigint   not null,
  reserved     bigint   not null,
  primary key (merchant_id, currency, number, kind, vat_rate)
);

-- Both accounts of a merchant in the order of a statement; what asks for one of them takes this, too.
create index posting_of_merchant on posting (merchant_id, currency, at, key, seq) where account in ('available', 'reserved');
drop index posting_by_time;

comment on table statement is 'Statements of a merchant in a currency, numbered without gaps; each opens with what the one before closed with, and never changes once it is issued. Belongs to a merchant.';
comment on column statement.until_at is 'events of before this time are in it, or in an earlier one; what was committed later is in the next';
comment on column statement.zone is 'whose days and months its period is counted in';
comment on column statement.entries is 'how many events it holds, so far';
comment on column statement.parties is 'names and tax data as they were when it was issued';
comment on column statement.issued_at is 'null while its events are gathered';
comment on column statement.gathered_at is 'how far they are: the last event that was looked at, with `gathered_key` and `gathered_seq`';
comment on column statement.lease is 'of who gathers them';

comment on table statement_entry is 'Which statement an event of the ledger is in: one, for ever. What it moved stands in `posting`. Belongs to a merchant.';
comment on column statement_entry.key is 'of the payment, or of the funding';
comment on column statement_entry.seq is 'of the event';
comment on column statement_entry.number is 'of the statement';
comment on column statement_entry.at is 'of the event: the order of the lines';

comment on table statement_total is 'What the lines of a statement come to, by kind and by the VAT rate of their fees. Belongs to a merchant.';
comment on column statement_total.number is 'of the statement';
comment on column statement_total.vat_rate is 'a share of the fee, as `0.07`; empty: lines without a fee; other: a rate that the merchant''s products do not have any more';
comment on column statement_total.available is 'how much `available` has moved';
comment on column statement_total.reserved is 'how much `reserved` has moved';

-- Whose terms statements and invoices are made by.

create table billing (
  is_the_one  boolean     primary key check (is_the_one),
  zone        text        not null,
  monthly     boolean     not null,
  series      text        not null,
  issuer      jsonb,
  updated_at  timestamptz not null
);
create table merchant_billing (
  merchant_id  text        primary key,
  zone         text,
  recipient    jsonb,
  updated_at   timestamptz not null
);

comment on table billing is 'What statements and invoices say of who runs the gateway, and when they are made. One row at most. Belongs to the installation.';
comment on column billing.zone is 'whose months they are, where the merchant has none of its own';
comment on column billing.monthly is 'statements are issued by themselves when a month is over';
comment on column billing.series is 'what the numbers of invoices begin with';
comment on column billing.issuer is 'name, address and tax number';

comment on table merchant_billing is 'What statements and invoices say of a merchant. Belongs to a merchant.';
comment on column merchant_billing.zone is 'null: the installation''s';
comment on column merchant_billing.recipient is 'name, address and tax number';
