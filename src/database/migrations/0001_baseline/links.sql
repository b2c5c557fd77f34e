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
comment on column payment_link.token_hash is 'SHA-256 of the token in the link: whoever opens it is found by this, and a copy of the table opens nothing';
comment on column payment_link.token_sealed is 'the token under the master key: its merchant sees the link again for as long as it likes';
comment on column payment_link.amount is 'null: the payer says how much, between min_amount and max_amount';
comment on column payment_link.uses is 'how many payments it takes; null: any number';
comment on column payment_link.callback_url is 'null: the merchant''s default, as it is when a payment begins';

create table payment_link_payin (
  merchant_id  text  not null,
  link_id      text  not null,
  key          uuid  not null,
  primary key (merchant_id, link_id, key)
);
comment on table payment_link_payin is 'A payin that was begun by a payment link, written with its create. Belongs to a merchant.';

create table payment_link_paid (
  merchant_id  text     not null,
  link_id      text     not null,
  paid         integer  not null check (paid > 0),
  primary key (merchant_id, link_id)
);
comment on table payment_link_paid is 'How many payins of a payment link are a SUCCESS, in time or late: written in the commit that makes them so. Belongs to a merchant.';
