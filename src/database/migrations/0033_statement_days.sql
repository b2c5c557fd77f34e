-- Bank against books: what banks said that an account held, and by what its movements are found.
create table bank_statement_day (
  account    text        not null,
  day        text        not null,
  id         text        not null,
  seq        integer     not null,
  source     text        not null,
  opening    bigint      not null,
  closing    bigint      not null,
  first_day  text        not null,
  last_day   text        not null,
  taken_at   timestamptz not null,
  primary key (account, day, id)
);
comment on table bank_statement_day is 'What a bank''s statement says that a receiving account held before and after a day; several statements may tell of one day. Led by the account. Belongs to the installation.';
comment on column bank_statement_day.day is 'in the account''s zone, as 2026-11-21';
comment on column bank_statement_day.id is 'made of the content: the same statement again is the same row';
comment on column bank_statement_day.seq is 'the order in which a file has them';
comment on column bank_statement_day.opening is 'below zero where the account was overdrawn; of a statement over several days, counted by its entries';
comment on column bank_statement_day.first_day is 'of the whole statement, with `last_day`';

-- The movements of a day. The outcome of an entry is in no index still.
create index bank_entry_by_booking on bank_entry (account, booked_at);
-- The cases that a movement has opened, and what went back out of an account before its bank said so.
create index case_file_by_entry on case_file ((detail -> 'entry' ->> 'account'), (detail -> 'entry' ->> 'reference'))
  where detail -> 'entry' is not null;
create index case_decision_returned on case_decision (at) where action = 'return';
