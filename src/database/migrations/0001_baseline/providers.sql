-- Processors outside of the gateway: connectors, and providers whose APIs the gateway uses directly.

create table connector (
  name        text         primary key,
  is_test     boolean      not null,
  base_url    text         not null,
  status      text         not null check (status in ('ACTIVE', 'PAUSED')),
  services    jsonb,
  secrets     jsonb        not null,
  version     integer      not null,
  created_at  timestamptz  not null,
  updated_at  timestamptz  not null,
  constraint connector_test_and_live_never_mix check (is_test = (name like 'test-%'))
);
comment on table connector is 'Providers outside of the gateway that it speaks to over HTTP. Belongs to the installation.';
comment on column connector.name is 'the processor''s: http-…, or test-… for tests';
comment on column connector.services is 'what an operator says it serves; null: what it says itself';
comment on column connector.secrets is '[{ id, sealed, createdAt }], sealed with the master key';

create table provider_account (
  name        text         primary key,
  provider    text         not null,
  is_test     boolean      not null,
  status      text         not null check (status in ('ACTIVE', 'PAUSED')),
  settings    jsonb        not null,
  secrets     jsonb        not null,
  version     integer      not null,
  created_at  timestamptz  not null,
  updated_at  timestamptz  not null,
  checked_at  timestamptz,
  heard_at    timestamptz,
  identity    uuid,
  constraint provider_account_test_and_live_never_mix check (is_test = (name like 'test-%'))
);
comment on table provider_account is 'Accounts with providers that the gateway speaks to by itself. Belongs to the installation.';
comment on column provider_account.name is 'the processor''s: native-…, or test-native-… for tests';
comment on column provider_account.settings is 'what may be shown, by name';
comment on column provider_account.secrets is '{ name: { sealed, setAt, endsAt } }, sealed with the master key';
comment on column provider_account.checked_at is 'when an operator had it checked the last time; null: never';
comment on column provider_account.heard_at is 'when a notification came to its address, to the hour; null: never';
comment on column provider_account.identity is 'another one with each change of the settings that say which account at the provider it is; null: none was changed since this is noted';

create table provider_order (
  processor        text         not null,
  reference        text         not null,
  merchant_id      text         not null,
  kind             text         not null,
  payment_id       text         not null,
  begun_at         timestamptz  not null,
  tries            integer      not null,
  is_closed        boolean      not null,
  identity         uuid,
  tried_at         timestamptz,
  tried_before_at  timestamptz,
  primary key (processor, reference)
);
comment on table provider_order is 'Whose each reference is that was sent to a provider, written before the first call: which try is the first, and what a notification is about. Belongs to the installation.';
comment on column provider_order.is_closed is 'its only try left nothing behind, and nothing is ever sent under it';
comment on column provider_order.identity is 'that of the account when the reference was first sent';
comment on column provider_order.tried_at is 'when it was tried last; null: before this was noted';
comment on column provider_order.tried_before_at is 'when it was tried before that; null: never';

create table provider_call (
  merchant_id  text         not null,
  kind         text         not null,
  payment_id   text         not null,
  processor    text         not null,
  operation    text         not null,
  outcome      text         not null,
  status_code         text         not null,
  times        integer      not null,
  first_at     timestamptz  not null,
  last_at      timestamptz  not null,
  slowest_ms   integer      not null,
  primary key (merchant_id, kind, payment_id, processor, operation, outcome, status_code)
);
comment on table provider_call is 'The calls to providers about a payment, those with the same outcome as one row. Belongs to a merchant.';
comment on column provider_call.operation is 'what the call was for: create, read, refund';
comment on column provider_call.outcome is 'an HTTP status, or why there was none';
comment on column provider_call.status_code is 'the provider''s status or error code; empty: it named none';
