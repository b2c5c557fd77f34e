-- The first sign that something stands in front of this gateway: a trial on one's own machine ends with it, also after a restart.
-- One row at most. Belongs to the installation.
create table proxy_sign (
  id       smallint    primary key check (id = 1),
  sign     text        not null,                         -- the name of a header
  seen_at  timestamptz not null
);
