-- Who answers requests right now: each node announces itself every few seconds, and one that has been silent for a while
-- counts as gone. From their number follows each node's share of a rate limit where nothing is shared between them.
create table node (
  id       uuid        primary key,
  seen_at  timestamptz not null
);
