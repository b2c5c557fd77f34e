-- Search: which payments a scrap of text may be of. Written behind the payments by `search/indexer.ts`, never with them.
create table search_term (
  term         text  collate "C" not null,
  key          uuid  not null,
  merchant_id  text  not null,
  primary key (term, key)
);
comment on table search_term is 'What payments are found by: normalised words of each, led by the word, for the operators'' search asks over all merchants. Made of the payments alone, and made anew from them at any time. Belongs to the installation.';
comment on column search_term.term is 'a letter for its kind, and the normalised text; what a payment holds in the clear, no more';
comment on column search_term.key is 'of the payment: by time';

create table search_cursor (
  name         text        primary key,
  position     text        not null,
  lease        uuid,
  lease_until  timestamptz
);
comment on table search_cursor is 'How far the search has followed the payments. Belongs to the installation.';
comment on column search_cursor.position is 'the key of a payment, or a time: everything before it is found';

-- What a bank calls a movement besides its own reference, for the search.
create index bank_entry_by_utr on bank_entry (utr) where utr is not null;
create index bank_entry_by_end_to_end on bank_entry (end_to_end_id) where end_to_end_id is not null;
