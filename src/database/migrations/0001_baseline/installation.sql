-- The installation itself: nodes, settings, keys.

create table node (
  id       uuid         primary key,
  seen_at  timestamptz  not null,
  answers  boolean,
  knows    text,
  seals    text
);
comment on table node is 'Who serves right now: each node announces itself every few seconds. From their number follows each one''s share of a rate limit where nothing is shared. Belongs to the installation.';
comment on column node.answers is 'false: it only works, and is not counted where requests are shared out';
comment on column node.knows is 'fingerprints of the master keys it has';
comment on column node.seals is 'that of the key it seals with';

create table setting (
  name   text  primary key,
  value  text  not null
);
comment on table setting is 'Single values that a process leaves to those after it: when the last backup was made. Belongs to the installation.';

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
comment on column signing_key.retired_at is 'from then on it signs nothing new';
comment on column signing_key.ended_at is 'from then on it neither signs nor verifies: somebody else may have it';

create table master_key (
  fingerprint  text         primary key,
  seals        boolean      not null,
  begun_at     timestamptz  not null,
  finished_at  timestamptz,
  emptied_at   timestamptz,
  retired_at   timestamptz
);
create unique index master_key_sealing on master_key (seals) where seals;
comment on table master_key is 'Which keys secrets are sealed with. The keys themselves are in no table; a fingerprint says which is meant. Belongs to the installation.';
comment on column master_key.seals is 'what is new is sealed with it: one of them at a time';
comment on column master_key.begun_at is 'when it began to seal, the last time';
comment on column master_key.finished_at is 'everything was sealed with it by then';
comment on column master_key.emptied_at is 'nothing is sealed with it any more';
comment on column master_key.retired_at is 'and it never seals again';

create table transfer (
  one          boolean      primary key check (one),
  source       uuid         not null,
  began_at     timestamptz  not null,
  finished_at  timestamptz
);
comment on table transfer is 'From which embedded database this one was moved here. One row at most; until the move has come to its end no gateway starts on it. Belongs to the installation.';

comment on table schema_migration is 'Which migrations were applied. Belongs to the installation.';
