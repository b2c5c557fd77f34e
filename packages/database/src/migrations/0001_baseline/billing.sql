-- Statements of merchants, and invoices for their fees.

create table billing (
  is_the_one     boolean      primary key check (is_the_one),
  zone           text         not null,
  monthly        boolean      not null,
  series         text         not null,
  issuer         jsonb,
  updated_at     timestamptz  not null,
  credit_series  text
);
comment on table billing is 'The issuer details on statements and invoices, and when they are issued. At most one row. Belongs to the installation.';
comment on column billing.zone is 'the time zone of the months for merchants without their own';
comment on column billing.monthly is 'whether statements are issued automatically after the end of a month';
comment on column billing.series is 'the prefix of invoice numbers';
comment on column billing.issuer is 'name, address and tax number';
comment on column billing.credit_series is 'the prefix of credit note numbers; null: CN';

create table merchant_billing (
  merchant_id  text         primary key,
  zone         text,
  recipient    jsonb,
  updated_at   timestamptz  not null
);
comment on table merchant_billing is 'A merchant''s details on statements and invoices. Belongs to a merchant.';
comment on column merchant_billing.zone is 'null: that of the installation';
comment on column merchant_billing.recipient is 'name, address and tax number';

create table statement (
  merchant_id        text         not null,
  currency           text         not null,
  number             integer      not null check (number > 0),
  is_test            boolean      not null,
  from_at            timestamptz  not null,
  until_at           timestamptz  not null check (from_at < until_at),
  zone               text         not null,
  opening_available  bigint       not null,
  opening_reserved   bigint       not null,
  closing_available  bigint,
  closing_reserved   bigint,
  entries            integer      not null,
  parties            jsonb,
  begun_at           timestamptz  not null,
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
comment on table statement is 'Statements of a merchant in a currency, numbered without gaps. Each opens with the closing balance of the previous one and never changes after it is issued. Belongs to a merchant.';
comment on column statement.until_at is 'events before this time are in this or an earlier statement; events committed later are in the next one';
comment on column statement.zone is 'the time zone of its period';
comment on column statement.entries is 'number of events so far';
comment on column statement.parties is 'names and tax data at the time it was issued';
comment on column statement.issued_at is 'null while its events are collected';
comment on column statement.gathered_at is 'progress: the last event read, with `gathered_key` and `gathered_seq`';
comment on column statement.lease is 'of the node that collects them';

create table statement_entry (
  merchant_id  text         not null,
  key          uuid         not null,
  seq          integer      not null,
  currency     text         not null,
  number       integer      not null,
  at           timestamptz  not null,
  primary key (merchant_id, key, seq, currency)
);
create index statement_entry_of_statement on statement_entry (merchant_id, currency, number, at, key, seq);
comment on table statement_entry is 'The one statement that contains an event of the ledger. Its amounts are in `posting`. Belongs to a merchant.';
comment on column statement_entry.key is 'of the payment, or of the funding';
comment on column statement_entry.seq is 'of the event';
comment on column statement_entry.number is 'of the statement';
comment on column statement_entry.at is 'time of the event; the order of the lines';

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
comment on table statement_total is 'Totals of the lines of a statement by kind and VAT rate of their fees. Belongs to a merchant.';
comment on column statement_total.number is 'of the statement';
comment on column statement_total.vat_rate is 'a share of the fee, such as `0.07`; empty: lines without a fee; other: a rate that the merchant''s products no longer have';
comment on column statement_total.available is 'change of `available`';
comment on column statement_total.reserved is 'change of `reserved`';

create table invoice_series (
  series  text     primary key,
  last    integer  not null check (last > 0)
);
comment on table invoice_series is 'The last number of each series of invoices and credit notes. Issuing the next one locks its row, so that there are no gaps. Belongs to the installation.';

create table invoice (
  merchant_id      text         not null,
  series           text         not null,
  number           integer      not null check (number > 0),
  currency         text         not null,
  month            text         not null,
  first_statement  integer      not null,
  last_statement   integer      not null,
  is_test          boolean      not null,
  parties          jsonb        not null,
  lines            jsonb        not null,
  fee              bigint       not null,
  vat              bigint       not null,
  issued_at        timestamptz  not null,
  corrects         jsonb,
  primary key (merchant_id, series, number),
  check (first_statement <= last_statement)
);
create unique index invoice_by_number on invoice (series, number);
create unique index invoice_of_month on invoice (merchant_id, currency, month, (corrects is not null));
comment on table invoice is 'Invoices for the fees of a month, and credit notes for fees that were refunded. Never changed. Belongs to a merchant.';
comment on column invoice.month is 'such as `2026-11`, in the time zone of its statements';
comment on column invoice.first_statement is 'it contains the fees of the statements from this one to `last_statement`';
comment on column invoice.parties is 'names and tax data at the time it was issued';
comment on column invoice.lines is 'fee and VAT by rate, in minor units as text';
comment on column invoice.corrects is 'for a credit note: the numbers of the invoices whose fees it refunds, possibly none; null: an invoice';
