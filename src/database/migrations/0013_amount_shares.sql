-- How much of an account's unique amounts and days one merchant may have: see src/payments/amount-claims.ts. Null: half, or all where there
-- is one merchant only.
alter table receiving_account add column merchant_share text check (merchant_share in ('ALL', 'HALF', 'QUARTER'));

-- The order's own amounts of payins that were given another one, of all merchants of an account, to be found by amount.
create index claim_of_account_by_ordered on claim (owner, split_part(value, '/', 1)) where scope = 'ordered';

-- Where a payin came from that a payer made with a checkout's token: a keyed hash of the network address, never the address. Null
-- for all others. It belongs to the payment, and so to its merchant.
alter table payment add column payer text;
