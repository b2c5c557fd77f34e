-- Merchants, their credentials, their recent requests, and exchange rates.

create table merchant (
  merchant_id            text         primary key,
  name                   text         not null,
  is_test                boolean      not null,
  status                 text         not null check (status in ('ACTIVE', 'SUSPENDED')),
  callback_url           text,
  rate_limit_per_second  integer      not null check (rate_limit_per_second > 0),
  return_schemes         jsonb        not null,
  products               jsonb        not null,
  version                integer      not null,
  created_at             timestamptz  not null,
  updated_at             timestamptz  not null,
  checkout               jsonb,
  prove_above            jsonb
);
-- `merchants/finding.ts` has the same expression.
create index merchant_by_words on merchant using gin (to_tsvector('simple', translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))));
comment on table merchant is 'Merchants, with their products and limits. Belongs to a merchant.';
comment on column merchant.callback_url is 'for payments without one';
comment on column merchant.return_schemes is 'schemes that return URLs of payers may use';
comment on column merchant.products is 'the methods that it may use, and through which processors';
comment on column merchant.version is 'number of changes';
comment on column merchant.checkout is 'appearance of its checkout page and who may embed it; null: the default';
comment on column merchant.prove_above is 'unused, and always null; a later release drops it';

create table merchant_credential (
  merchant_id   text         not null,
  id            text         not null,
  purpose       text         not null check (purpose in ('PUBLIC_KEY', 'SECRET', 'CALLBACK_SECRET')),
  value         text         not null,
  created_at    timestamptz  not null,
  removed_at    timestamptz,
  used_at       timestamptz,
  made_by       text,
  carries       jsonb,
  confirmed_at  timestamptz,
  confirmed_by  text,
  primary key (merchant_id, id),
  check ((confirmed_at is null) = (confirmed_by is null))
);
comment on table merchant_credential is 'Keys and secrets of a merchant. Removed ones are kept without effect. Belongs to a merchant.';
comment on column merchant_credential.value is 'a public key (PEM), the SHA-256 of a random secret, or a callback secret sealed with the master key';
comment on column merchant_credential.used_at is 'when it was last used, to about a minute; null: no use was recorded';
comment on column merchant_credential.made_by is 'name of a team member or operator; null: before this was recorded';
comment on column merchant_credential.carries is 'the capabilities that its creator had; null: all';
comment on column merchant_credential.confirmed_at is 'when an owner confirmed it for all rights; null: not confirmed';
comment on column merchant_credential.confirmed_by is 'name of the owner who confirmed it';

create table request_log (
  merchant_id  text         not null,
  id           uuid         not null,
  at           timestamptz  not null,
  method       text         not null,
  route        text         not null,
  status       smallint     not null,
  code         text,
  subject      text,
  duration_ms  integer      not null,
  made_by      text         not null,
  primary key (merchant_id, id)
);
comment on table request_log is 'A merchant''s recent requests, written asynchronously; limited in days and in number for each merchant. Belongs to a merchant.';
comment on column request_log.id is 'request ID as in the response; ordered by time';
comment on column request_log.route is 'the template of the path, never the path itself';
comment on column request_log.code is 'problem code; null: it was not refused';
comment on column request_log.subject is 'the ID in the path; null: none, or not a valid ID';
comment on column request_log.made_by is 'key, secret, link, trial or person, a colon, and its ID or the person''s name';

create table fx_rate_pair (
  base_currency   text         not null,
  quote_currency  text         not null,
  rate            text         not null,
  valid_from      timestamptz  not null,
  valid_to        timestamptz  not null,
  primary key (base_currency, quote_currency, valid_from)
);
comment on table fx_rate_pair is 'Exchange rates, each for a time. Belongs to the installation.';
comment on column fx_rate_pair.rate is 'a decimal number, as text';
