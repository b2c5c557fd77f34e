-- Payment links.

create table payment_link (
  merchant_id   text         not null,
  id            text         not null,
  key           uuid         not null,
  token_hash    text         not null unique,
  token_sealed  text         not null,
  title         text         not null,
  reference     text,
  currency      text         not null,
  amount        bigint       check (amount > 0),
  min_amount    bigint       check (min_amount > 0),
  max_amount    bigint       check (max_amount >= min_amount),
  uses          integer      check (uses > 0),
  expire_at     timestamptz,
  callback_url  text,
  return_url    text,
  is_test       boolean      not null,
  request_hash  text         not null,
  created_at    timestamptz  not null,
  closed_at     timestamptz,
  primary key (merchant_id, id),
  constraint payment_link_names_one_amount check (amount is null or (min_amount is null and max_amount is null))
);
create unique index payment_link_by_key on payment_link (merchant_id, key);
comment on table payment_link is 'A link by which payers pay without a shop. Belongs to a merchant.';
comment on column payment_link.key is 'by time, for pages';
comment on column payment_link.token_hash is 'SHA-256 of the token in the link, to find the link; a copy of the table opens no link';
comment on column payment_link.token_sealed is 'the token, encrypted with the master key, so that its merchant can see the link again';
comment on column payment_link.amount is 'null: the payer chooses the amount between min_amount and max_amount';
comment on column payment_link.uses is 'number of payments that it accepts; null: any number';
comment on column payment_link.callback_url is 'null: the merchant''s default at the time of the payment';

create table payment_link_payin (
  merchant_id  text  not null,
  link_id      text  not null,
  key          uuid  not null,
  primary key (merchant_id, link_id, key)
);
comment on table payment_link_payin is 'A payin created by a payment link, written with its create. Belongs to a merchant.';

create table payment_link_paid (
  merchant_id  text     not null,
  link_id      text     not null,
  paid         integer  not null check (paid > 0),
  primary key (merchant_id, link_id)
);
comment on table payment_link_paid is 'Number of SUCCESS payins of a payment link, including late ones. Written in the commit of the SUCCESS. Belongs to a merchant.';
