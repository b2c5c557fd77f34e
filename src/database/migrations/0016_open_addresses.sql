-- Where the payer of an address came from, as `payment.payer`: null where no payer made the payin by himself. Addresses are kept by
-- network, for the whole installation.
alter table chain_address add column payer text;
-- What one merchant, or one payer, has open.
create index chain_address_open on chain_address (merchant_id, watch_until) where paid_by is null;
create index chain_address_open_of_payer on chain_address (payer, watch_until) where paid_by is null and payer is not null;
