-- A search of a name reads fifty terms that lie all over the table; with the merchant in its index it reads the index alone.
alter table search_term drop constraint search_term_pkey;
alter table search_term add primary key (term, key) include (merchant_id);
