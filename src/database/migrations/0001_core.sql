-- The tables of the gateway. Rules that hold for all of them:
--   * every key is led by the merchant, so that the data can later be spread by merchant;
--   * times, keys and randomness come from the program: no now(), no gen_random_uuid(), no default, sequence, trigger or foreign key;
--   * only `payments/journal` writes the tables of the first part; only the delivery of callbacks and the runner of steps finish
--     their own rows in `callback`, `attempt` and `step`.

-- ── Payments and their ledger ───────────────────────────────────────────────────────────────────────────────────────

create table payment (
  merchant_id         text        not null,
  kind                text        not null check (kind in ('payin', 'payout')),
  id                  text        not null,
  key                 uuid        not null,
  status              text        not null check (status in ('NEW', 'PENDING', 'SUCCESS', 'REFUSED', 'FAILED', 'EXPIRED')),
  seq                 integer     not null,              -- of the last event
  announced           integer     not null,              -- callbacks made so far
  change_id           uuid        not null,              -- of the last change
  is_test             boolean     not null,
  currency            text        not null,
  amount              bigint      not null check (amount > 0),
  fee                 bigint      not null check (fee >= 0),
  vat                 bigint      not null check (vat >= 0),
  money_required      bigint      check (money_required > 0),
  method              text        not null,
  operator            text,
  processor           text        not null,
  processor_ref       text,
  processor_status    text,
  request             jsonb       not null,
  request_hash        text        not null,
  response            jsonb,                             -- the method's instructions, once the processor has given them
  payer_account       jsonb,                             -- what the payment showed of the customer's account
  external_reference  text,
  external_changes    smallint    not null,
  confirmation        text,                              -- the processor's name for the money that made it a SUCCESS
  callback_url        text        not null,
  api_version         smallint    not null,
  created_at          timestamptz not null,
  expire_at           timestamptz,
  processed_at        timestamptz,
  failure_reason      text,
  primary key (merchant_id, kind, id),
  -- Test payments are served by the sandbox or by processors marked as made for tests, live ones never.
  constraint payment_test_and_live_never_mix check (is_test = (processor = 'sandbox' or processor like 'test-%'))
) with (fillfactor = 70);
-- By our own key: which is also by time, for pages of a merchant's payments.
create unique index payment_by_key on payment (merchant_id, key);
-- No index knows the status: a change of it then stays on the row's own page (HOT) and touches no index, at half the cost. Of
-- payments that were paid in any order 86 % found room there with a fill factor of 85, all with 70; of payments paid in the very
-- order of their creates 10 % and a third. Open payments stay cheap to find however many closed ones there are: each open payin has a row in `step`.

-- What happened to a payment, and to a merchant's funds: history and audit in one.
create table event (
  merchant_id  text        not null,
  key          uuid        not null,
  seq          integer     not null,
  change_id    uuid        not null,
  kind         text        not null check (kind in ('payin', 'payout', 'funding')),
  from_status  text,
  to_status    text,
  announced    integer,                                  -- the number of the callback that tells of it
  reason       text,
  actor        text        not null,
  at           timestamptz not null,
  primary key (merchant_id, key, seq)
);

create table posting (
  merchant_id  text        not null,
  key          uuid        not null,
  seq          integer     not null,
  line         smallint    not null,
  account      text        not null,
  currency     text        not null,
  amount       bigint      not null check (amount <> 0),
  at           timestamptz not null,
  primary key (merchant_id, key, seq, line)
);
-- The merchant's statement, and the sums over accounts.
create index posting_by_time on posting (merchant_id, currency, at) where account = 'available';

create table balance (
  merchant_id  text    not null,
  currency     text    not null,
  account      text    not null check (account in ('available', 'reserved')),
  amount       bigint  not null constraint balance_never_negative check (amount >= 0),
  primary key (merchant_id, currency, account)
) with (fillfactor = 20);

-- Every uniqueness besides the payment's own: references, top-ups, confirmations. `owner` is a merchant or a receiving account.
create table claim (
  owner        text        not null,
  scope        text        not null,
  value        text        not null,
  merchant_id  text        not null,
  key          uuid        not null,
  at           timestamptz not null,
  primary key (owner, scope, value)
);

-- Money or reports that no rule settles: an operator's work.
create table case_file (
  merchant_id  text        not null,
  key          uuid        not null,
  payment_key  uuid,
  reason       text        not null,
  currency     text,
  amount       bigint,
  detail       jsonb       not null,
  opened_at    timestamptz not null,
  closed_at    timestamptz,
  primary key (merchant_id, key)
);
create index case_file_open on case_file (opened_at) where closed_at is null;

-- ── Work that waits: both tables hold only what is still to be done ────────────────────────────────────────────────

create table callback (
  merchant_id  text        not null,
  key          uuid        not null,
  seq          integer     not null,                     -- counts this payment's callbacks from 1 without gaps
  kind         text        not null,
  id           text        not null,
  url          text        not null,
  api_version  smallint    not null,
  at           timestamptz not null,                     -- of the change it tells of
  attempt      smallint    not null,                     -- attempts made so far
  next_at      timestamptz not null,
  lease        uuid,
  primary key (merchant_id, key, seq)
) with (fillfactor = 70);
create index callback_due on callback (next_at);

create table attempt (
  merchant_id  text        not null,
  key          uuid        not null,
  seq          integer     not null,
  attempt      smallint    not null,
  at           timestamptz not null,
  outcome      text        not null check (outcome in ('DELIVERED', 'RETRY', 'GONE', 'ABANDONED', 'SUPERSEDED')),
  status       smallint,
  duration_ms  integer,
  answer       text,
  primary key (merchant_id, key, seq, attempt)
);

create table step (
  merchant_id  text        not null,
  key          uuid        not null,
  purpose      text        not null,
  kind         text        not null,
  id           text        not null,
  due_at       timestamptz not null,
  tries        smallint    not null,
  lease        uuid,
  primary key (merchant_id, key, purpose)
) with (fillfactor = 70);
create index step_due on step (due_at);

-- What a processor said of a payment that is not committed yet: kept, and applied after it.
create table status_update (
  merchant_id  text        not null,
  kind         text        not null,
  id           text        not null,
  status_update_id    text        not null,
  body         jsonb       not null,
  received_at  timestamptz not null,
  due_at       timestamptz not null,
  tries        smallint    not null,
  primary key (merchant_id, kind, id, status_update_id)
);
create index status_update_due on status_update (due_at);

-- ── Merchants, operators and settings ──────────────────────────────────────────────────────────────────────────────

create table merchant (
  merchant_id            text        primary key,
  name                   text        not null,
  is_test                boolean     not null,
  status                 text        not null check (status in ('ACTIVE', 'SUSPENDED')),
  callback_url           text,
  rate_limit_per_second  integer     not null check (rate_limit_per_second > 0),
  return_schemes         jsonb       not null,
  products               jsonb       not null,
  version                integer     not null,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);

-- Public keys (PEM), secrets (SHA-256 of the random secret) and callback secrets (sealed with the master key).
create table merchant_credential (
  merchant_id  text        not null,
  id           text        not null,
  purpose      text        not null check (purpose in ('PUBLIC_KEY', 'SECRET', 'CALLBACK_SECRET')),
  value        text        not null,
  created_at   timestamptz not null,
  removed_at   timestamptz,
  primary key (merchant_id, id)
);

create table operator (
  id          uuid        primary key,
  name        text        not null,
  role        text        not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
  token_hash  text        not null unique,
  created_at  timestamptz not null,
  revoked_at  timestamptz
);
create unique index operator_by_name on operator (name) where revoked_at is null;

create table audit (
  id        uuid        primary key,
  at        timestamptz not null,
  operator  text        not null,
  action    text        not null,
  subject   text        not null,
  detail    jsonb       not null
);

create table signing_key (
  kid                text        primary key,
  purpose            text        not null check (purpose in ('token', 'callback')),
  public_jwk         jsonb       not null,
  private_encrypted  text        not null,
  created_at         timestamptz not null,
  retired_at         timestamptz
);

create table setting (
  name   text primary key,
  value  text not null
);

create table fx_rate_pair (
  base_currency   text        not null,
  quote_currency  text        not null,
  rate            text        not null,
  valid_from      timestamptz not null,
  valid_to        timestamptz not null,
  primary key (base_currency, quote_currency, valid_from)
);
