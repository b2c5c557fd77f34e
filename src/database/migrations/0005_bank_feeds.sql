-- What banks say moved on receiving accounts. Written by `feeds/` alone; what an entry means for a payment goes through reports
-- and the journal like everything else.

create table bank_entry (
  account             text        not null,
  reference           text        not null,              -- the bank's, or derived from the content
  key                 uuid        not null,              -- ours, by time of arrival
  reference_derived   boolean     not null,
  source              text        not null,
  booked_at           timestamptz not null,
  booked_precision    text        not null check (booked_precision in ('day', 'time')),
  value_date          text,
  direction           text        not null check (direction in ('credit', 'debit')),
  reversal            boolean     not null,
  currency            text        not null,
  amount              bigint      not null check (amount > 0),
  remittance          text        not null,
  end_to_end_id       text,
  utr                 text,
  utrs                jsonb       not null,              -- the numbers in it that a customer may claim
  sender              jsonb,
  raw                 text        not null,
  received_at         timestamptz not null,
  outcome             text        check (outcome in ('PAID', 'PAID_LATE', 'DELIVERED', 'RETURNED', 'CASE', 'IGNORED')),
  detail              jsonb,
  applied_at          timestamptz,
  primary key (account, reference)
  -- Its outcome is written once, and no index knows it: then the row stays on its page.
) with (fillfactor = 85);
create index bank_entry_by_key on bank_entry (account, key);

-- What is still to be done for an entry; gone when it has its outcome. Narrow, for it is written three times.
create table bank_entry_work (
  account    text        not null,
  reference  text        not null,
  key        uuid        not null,
  -- NEW: to be matched. WAITING: nobody claims it yet.
  state      text        not null check (state in ('NEW', 'WAITING')),
  due_at     timestamptz not null,
  lease      uuid,
  tries      integer     not null,
  decision   jsonb,                                      -- fixed before it is applied, so that a crash cannot change it
  primary key (account, reference)
) with (fillfactor = 70);
create index bank_entry_work_due on bank_entry_work (due_at, key);

-- How the bank of an account writes its CSV.
create table bank_csv_mapping (
  account     text        primary key,
  mapping     jsonb       not null,
  updated_at  timestamptz not null
);

-- Customers' claims on transfers, across merchants.
create index payment_by_external_reference on payment (external_reference) where external_reference is not null;
