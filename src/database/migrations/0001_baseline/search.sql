-- Search: terms that payments are found by, written after the payments.

create table search_term (
  term         text  collate "C"  not null,
  key          uuid               not null,
  merchant_id  text               not null,
  primary key (term, key) include (merchant_id)
);
comment on table search_term is 'What payments are found by: normalised words of each, led by the word, for the operators'' search asks over all merchants. Made of the payments alone, and made anew from them at any time. Belongs to the installation.';
comment on column search_term.term is 'a letter for its kind, and the normalised text; what a payment holds in the clear, no more';
comment on column search_term.key is 'of the payment: by time';

create table merchant_search_term (
  merchant_id  text               not null,
  kind         text               not null,
  term         text  collate "C"  not null,
  key          uuid               not null,
  primary key (merchant_id, kind, term, key)
);
comment on table merchant_search_term is 'What a merchant''s own people find its payments by: what they may read of them, and whole what payers have in hand. Made of the payments alone, and made anew from them at any time. Belongs to a merchant.';
comment on column merchant_search_term.kind is 'of the payment: what somebody may not read is not looked through';
comment on column merchant_search_term.term is 'as in search_term; after a w what is found only by the whole of it';
comment on column merchant_search_term.key is 'of the payment: by time';

create table search_cursor (
  name         text         primary key,
  position     text         not null,
  lease        uuid,
  lease_until  timestamptz
);
comment on table search_cursor is 'How far the search has followed the payments. Belongs to the installation.';
comment on column search_cursor.position is 'the key of a payment, or a time: everything before it is found';
