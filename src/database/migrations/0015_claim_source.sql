-- Who told an external reference, in the claim of it, which is of its merchant: a keyed hash of a payer's network address, never the
-- address. Null where the merchant's own server may have told it, and of every other claim.
alter table claim add column source text;
-- How many a merchant, or a payer, has told in a while.
create index claim_of_external_reference_by_time on claim (owner, at) include (source, key) where scope = 'external-reference';
