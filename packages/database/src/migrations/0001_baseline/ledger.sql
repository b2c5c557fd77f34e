-- The double-entry ledger, and the two balances of a merchant that are kept beside it.

create table posting (
  merchant_id  text         not null,
  key          uuid         not null,
  seq          integer      not null,
  line         smallint     not null,
  account      text         not null,
  currency     text         not null,
  amount       bigint       not null check (amount <> 0),
  at           timestamptz  not null,
  primary key (merchant_id, key, seq, line)
);
-- Both accounts of a merchant in the order of a statement. Reads of one of the two use it as well.
create index posting_of_merchant on posting (merchant_id, currency, at, key, seq) where account in ('available', 'reserved');
comment on table posting is 'The lines of the ledger. Those of one event sum to zero in each currency. Never changed. Belongs to a merchant.';
comment on column posting.account is 'available, reserved, clearing:<processor>, fees, vat, differences, suspense, transit or funding';
comment on column posting.amount is 'in minor units; negative if money leaves the account';

create table balance (
  merchant_id  text    not null,
  currency     text    not null,
  account      text    not null check (account in ('available', 'reserved')),
  amount       bigint  not null constraint balance_never_negative check (amount >= 0),
  primary key (merchant_id, currency, account)
) with (fillfactor = 20);
comment on table balance is 'A merchant''s balances: the sums of its postings to `available` and `reserved`, kept because payouts must not exceed them. Belongs to a merchant.';
