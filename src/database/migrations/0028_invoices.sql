-- Invoices for the fees of a month. They are drawn from statements, so that they come to the same to the last unit.

create table invoice_series (
  series  text     primary key,
  last    integer  not null check (last > 0)
);
create table invoice (
  merchant_id      text        not null,
  series           text        not null,
  number           integer     not null check (number > 0),
  currency         text        not null,
  month            text        not null,
  first_statement  integer     not null,
  last_statement   integer     not null,
  is_test          boolean     not null,
  parties          jsonb       not null,
  lines            jsonb       not null,
  fee              bigint      not null,
  vat              bigint      not null,
  issued_at        timestamptz not null,
  primary key (merchant_id, series, number),
  unique (merchant_id, currency, month),
  check (first_statement <= last_statement)
);
create unique index invoice_by_number on invoice (series, number);

comment on table invoice_series is 'The last number of each series of invoices: whoever makes the next one holds its row, so that there are no gaps. Belongs to the installation.';
comment on table invoice is 'Invoices for the fees of a month. Never changed. Belongs to a merchant.';
comment on column invoice.month is 'as `2026-11`, in the zone of its statements';
comment on column invoice.first_statement is 'the fees are those of the statements from this one to `last_statement`';
comment on column invoice.parties is 'names and tax data as they were when it was issued';
comment on column invoice.lines is 'fee and VAT by rate, in minor units as text';
