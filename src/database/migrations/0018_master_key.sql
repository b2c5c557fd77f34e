-- The keys that secrets are sealed with. Of the installation: one key seals the secrets of all merchants. The keys themselves are in
-- no table; a fingerprint says which is meant.
create table master_key (
  fingerprint  text        primary key,
  seals        boolean     not null,                     -- what is new is sealed with it: one of them at a time
  begun_at     timestamptz not null,                     -- when it began to seal, the last time
  finished_at  timestamptz,                              -- everything was sealed with it by then
  emptied_at   timestamptz,                              -- nothing is sealed with it any more
  retired_at   timestamptz                               -- and it never seals again
);
create unique index master_key_sealing on master_key (seals) where seals;

-- Which keys a node knows, and with which it seals. A node that only works is not counted where requests are shared out.
alter table node add column answers boolean;
alter table node add column knows text;
alter table node add column seals text;

-- Ended before its time, because somebody else may have it: from then on it neither signs nor verifies.
alter table signing_key add column ended_at timestamptz;
