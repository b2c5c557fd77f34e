-- The installation itself: nodes, settings, keys.

create table node (
  id       uuid         primary key,
  seen_at  timestamptz  not null,
  answers  boolean,
  knows    text,
  seals    text
);
comment on table node is 'The running nodes. Each announces itself every few seconds. Without shared rate limits, their number determines each node''s share. Belongs to the installation.';
comment on column node.answers is 'false: it only does background work and does not count for shares of rate limits';
comment on column node.knows is 'fingerprints of the master keys that it has';
comment on column node.seals is 'fingerprint of the key that it encrypts with';

create table setting (
  name   text  primary key,
  value  text  not null
);
comment on table setting is 'Single values kept across restarts, such as when the last backup was created. Belongs to the installation.';

create table signing_key (
  kid                text         primary key,
  purpose            text         not null check (purpose in ('token', 'callback')),
  public_jwk         jsonb        not null,
  private_encrypted  text         not null,
  created_at         timestamptz  not null,
  retired_at         timestamptz,
  ended_at           timestamptz
);
comment on table signing_key is 'The gateway''s own keys, for tokens and callbacks. Belongs to the installation.';
comment on column signing_key.private_encrypted is 'sealed with the master key';
comment on column signing_key.retired_at is 'it signs nothing after this time';
comment on column signing_key.ended_at is 'after this time it neither signs nor verifies, because it may be compromised';

create table master_key (
  fingerprint  text         primary key,
  seals        boolean      not null,
  begun_at     timestamptz  not null,
  finished_at  timestamptz,
  emptied_at   timestamptz,
  retired_at   timestamptz
);
create unique index master_key_sealing on master_key (seals) where seals;
comment on table master_key is 'The keys that encrypt secrets. The keys themselves are in no table; fingerprints identify them. Belongs to the installation.';
comment on column master_key.seals is 'it encrypts new values; only one key at a time';
comment on column master_key.begun_at is 'when it last started to encrypt';
comment on column master_key.finished_at is 'when everything was encrypted with it';
comment on column master_key.emptied_at is 'when nothing was encrypted with it any more';
comment on column master_key.retired_at is 'when it was retired; it never encrypts again';

create table transfer (
  one          boolean      primary key check (one),
  source       uuid         not null,
  began_at     timestamptz  not null,
  finished_at  timestamptz
);
comment on table transfer is 'The embedded database that this one was moved from. At most one row. No gateway starts on it until the move has finished. Belongs to the installation.';

comment on table schema_migration is 'Which migrations were applied. Belongs to the installation.';
