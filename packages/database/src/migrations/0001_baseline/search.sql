-- Search: terms that payments are found by, written after the payments.

create table search_term (
  term         text  collate "C"  not null,
  key          uuid               not null,
  merchant_id  text               not null,
  primary key (term, key) include (merchant_id)
);
comment on table search_term is 'Search index of payments for operators: normalised words, across all merchants. Derived from the payments and can be rebuilt at any time. Belongs to the installation.';
comment on column search_term.term is 'a letter for its kind and the normalised text; only data that a payment contains unencrypted';
comment on column search_term.key is 'of the payment; ordered by time';

create table merchant_search_term (
  merchant_id  text               not null,
  kind         text               not null,
  term         text  collate "C"  not null,
  key          uuid               not null,
  primary key (merchant_id, kind, term, key)
);
comment on table merchant_search_term is 'Search index of payments for a merchant''s team: data that they may read, and complete values that payers have. Derived from the payments and can be rebuilt at any time. Belongs to a merchant.';
comment on column merchant_search_term.kind is 'of the payment; kinds that a person may not read are not searched';
comment on column merchant_search_term.term is 'as in search_term; values after a w are found only by the complete value';
comment on column merchant_search_term.key is 'of the payment; ordered by time';

create table search_cursor (
  name         text         primary key,
  position     text         not null,
  lease        uuid,
  lease_until  timestamptz
);
comment on table search_cursor is 'Progress of the search index. Belongs to the installation.';
comment on column search_cursor.position is 'the key of a payment, or a time; everything before it is indexed';
