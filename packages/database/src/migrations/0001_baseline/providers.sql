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
comment on table connector is 'Connectors: providers outside the gateway that it calls over HTTP. Belongs to the installation.';
comment on column connector.name is 'the processor''s: http-…, or test-… for tests';
comment on column connector.services is 'the services set by an operator; null: those that it declares itself';
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
comment on table provider_account is 'Accounts with the built-in providers. Belongs to the installation.';
comment on column provider_account.name is 'the processor''s: native-…, or test-native-… for tests';
comment on column provider_account.settings is 'settings that are not secret, by name';
comment on column provider_account.secrets is '{ name: { sealed, setAt, endsAt } }, sealed with the master key';
comment on column provider_account.checked_at is 'when an operator last checked it; null: never';
comment on column provider_account.heard_at is 'when the last notification arrived, to the hour; null: never';
comment on column provider_account.identity is 'new with each change of the settings that identify the account at the provider; null: none was changed since this is recorded';

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
comment on table provider_order is 'The payment of each reference sent to a provider, written before the first call. It shows which attempt is the first and which payment a notification is about. Belongs to the installation.';
comment on column provider_order.is_closed is 'its only attempt had no effect, and nothing is ever sent with it';
comment on column provider_order.identity is 'identity of the account when the reference was first sent';
comment on column provider_order.tried_at is 'the last attempt; null: before this was recorded';
comment on column provider_order.tried_before_at is 'the attempt before the last one; null: none';

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
comment on table provider_call is 'Calls to providers about a payment. Calls with the same outcome share a row. Belongs to a merchant.';
comment on column provider_call.operation is 'what the call was for: create, read, refund';
comment on column provider_call.outcome is 'an HTTP status, or why there was none';
comment on column provider_call.status_code is 'the provider''s status or error code; empty: none';
