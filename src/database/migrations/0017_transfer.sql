-- Of the installation: from which embedded database this one was moved here, one at most; see src/backup/target.ts. Until the move
-- has come to its end no gateway starts on it.
create table transfer (
  one          boolean     primary key check (one),
  source       uuid        not null,
  began_at     timestamptz not null,
  finished_at  timestamptz
);
