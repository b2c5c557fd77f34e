-- Whether the balances in the statements of an account are true (CHECKED), or made up by its bank (NOT_PROVIDED_BY_BANK).
alter table receiving_account add column balances text not null default 'CHECKED';
alter table receiving_account alter column balances drop default;
