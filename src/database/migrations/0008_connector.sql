-- Providers outside of the gateway that it speaks to over HTTP. `name` is the processor's: `http-…`, or `test-…` for tests.
create table connector (
  name        text        primary key,
  is_test     boolean     not null,
  base_url    text        not null,
  status      text        not null check (status in ('ACTIVE', 'PAUSED')),
  services    jsonb,                                     -- what an operator says it serves; null: what it says itself
  secrets     jsonb       not null,                      -- [{ id, sealed, createdAt }], sealed with the master key
  version     integer     not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  constraint connector_test_and_live_never_mix check (is_test = (name like 'test-%'))
);
