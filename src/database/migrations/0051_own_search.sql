-- What a merchant's own people find their payments by: not all that operators do, and each merchant's by itself, so that nobody's search
-- reads past another's rows. Written with `search_term`, by the same indexer.
create table merchant_search_term (
  merchant_id  text  not null,
  kind         text  not null,
  term         text  collate "C" not null,
  key          uuid  not null,
  primary key (merchant_id, kind, term, key)
);
comment on table merchant_search_term is 'What a merchant''s own people find its payments by: what they may read of them, and whole what payers have in hand. Made of the payments alone, and made anew from them at any time. Belongs to a merchant.';
comment on column merchant_search_term.kind is 'of the payment: what somebody may not read is not looked through';
comment on column merchant_search_term.term is 'as in search_term; after a w what is found only by the whole of it';
comment on column merchant_search_term.key is 'of the payment: by time';

-- Whoever follows what was missed goes over all payments once more, and makes the older ones ready, too; new ones do not wait for that.
delete from search_cursor where name = 'missed';

-- The number that a payer has told, of one merchant, the newest first.
drop index payment_by_external_reference;
create index payment_by_external_reference on payment (external_reference, merchant_id, key) where external_reference is not null;
