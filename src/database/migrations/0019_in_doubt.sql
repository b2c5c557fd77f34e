-- Payouts of which nobody can say whether the bank was asked for them since: they were not in its hands when a backup was made, and
-- that backup was restored. Until an operator has looked they go into no file, and files that hold one go nowhere. Belongs to the
-- payout's merchant.
alter table bank_file_payout add column in_doubt_since timestamptz;
create index bank_file_payout_in_doubt on bank_file_payout (reference) where in_doubt_since is not null;
