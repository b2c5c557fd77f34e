-- What a bank's own connection says is taken at once, and so is a statement that follows from the last one. All else that an operator
-- tells of a bank waits for a second one.
alter table receiving_account add column bank_connection jsonb;
comment on column receiving_account.bank_connection is 'the program that speaks for the account''s bank: an operator with a token, by id and name; null: none, and what is told of the bank is an operator''s word';

create table bank_closing (
  account   text        not null,
  seq       integer     not null,
  day       text        not null,
  closing   bigint      not null,
  taken_at  timestamptz not null,
  primary key (account, seq)
);
comment on table bank_closing is 'What each receiving account held by the last statement that was taken in, and by those before it: the next one follows where it opens with that. Led by the account. Belongs to the installation.';
comment on column bank_closing.seq is 'from 1: of two statements that follow from one, one alone gets the next number';
comment on column bank_closing.day is 'the last that the statement tells of, in the account''s zone, as 2026-11-21';
comment on column bank_closing.closing is 'below zero where the account is overdrawn';

insert into bank_closing (account, seq, day, closing, taken_at)
  select distinct on (account) account, 1, day, closing, taken_at from bank_statement_day order by account, day desc, taken_at desc, seq desc;
