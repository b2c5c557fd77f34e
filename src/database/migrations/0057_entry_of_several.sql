-- A batch that the bank books in one sum and does not divide: what its words name is one of its transfers.
alter table bank_entry add column of_several boolean;
comment on column bank_entry.of_several is 'null: one transfer; true: several transfers in one sum, of which nobody says how much each is: it pays nothing by itself';
