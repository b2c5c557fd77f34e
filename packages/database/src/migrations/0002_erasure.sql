-- Erasing personal data: terms, legal holds, what waits for its time, and what persons have requested.

create table erasure_terms (
  merchant_id  text         primary key,
  keep_days    integer      check (keep_days > 0),
  most_days    integer      check (most_days >= keep_days),
  erase_days   integer      check (erase_days > 0),
  version      integer      not null,
  updated_at   timestamptz  not null,
  constraint erasure_terms_bounds_of_all check ((merchant_id = '~gateway') = (keep_days is not null and most_days is not null))
);
comment on table erasure_terms is 'How long personal data of payments is kept. The row `~gateway` has the bounds and the default of all merchants. Belongs to a merchant.';
comment on column erasure_terms.keep_days is 'days after a payment’s close in which nothing is erased';
comment on column erasure_terms.most_days is 'the longest term that a merchant may have';
comment on column erasure_terms.erase_days is 'days after a payment’s close until its personal data is erased; null: the default, or if there is none, only on request';
comment on column erasure_terms.version is 'number of changes';

create table legal_hold (
  id           uuid         primary key,
  merchant_id  text         not null,
  key          uuid,
  kind         text,
  payment_id   text,
  reason       text         not null,
  set_by       text         not null,
  set_at       timestamptz  not null,
  released_by  text,
  released_at  timestamptz,
  constraint legal_hold_names_its_payment check ((key is null) = (kind is null) and (key is null) = (payment_id is null)),
  constraint legal_hold_released_by_somebody check ((released_by is null) = (released_at is null))
);
create index legal_hold_active on legal_hold (merchant_id, key) where released_at is null;
comment on table legal_hold is 'Payments whose personal data must not be erased. Belongs to a merchant.';
comment on column legal_hold.key is 'of the payment; null: all payments of the merchant';

create table erasure_due (
  merchant_id  text         not null,
  key          uuid         not null,
  request_id   uuid         not null,
  due_at       timestamptz  not null,
  primary key (merchant_id, key, request_id)
);
create index erasure_due_by_time on erasure_due (due_at, merchant_id, key);
create index erasure_due_of_request on erasure_due (request_id, due_at);
comment on table erasure_due is 'Closed payments whose personal data cannot be erased yet, each with the time of the next look. Belongs to a merchant.';
comment on column erasure_due.key is 'of the payment';
comment on column erasure_due.request_id is 'the person’s request; zeros: only the term';

create table erasure_cursor (
  merchant_id  text         primary key,
  position     uuid         not null,
  lease        uuid,
  lease_until  timestamptz
);
comment on table erasure_cursor is 'Progress of erasing by term: every payment up to this key is erased or in `erasure_due`. The row `~gateway` has the lease. Belongs to a merchant.';
comment on column erasure_cursor.lease is 'of the node that erases';

-- The lines of cancelled files, which are few; `bank_file_line_once` has all others.
create index bank_file_line_cancelled on bank_file_line (merchant_id, key) where not in_force;

create table erasure_request (
  id             uuid         primary key,
  merchant_id    text,
  hash           text         not null,
  key_sealed     text         not null,
  requested_by   text         not null,
  approved_by    text,
  requested_at   timestamptz  not null,
  found          integer      not null,
  categories     text         not null,
  erased         integer      not null
);
comment on table erasure_request is 'Requests of persons to erase their data. Contains no personal data. Belongs to the installation.';
comment on column erasure_request.merchant_id is 'null: payments of all merchants';
comment on column erasure_request.hash is 'of the person’s identifier, keyed with `key_sealed`';
comment on column erasure_request.key_sealed is 'the key of the hash, sealed with the master key';
comment on column erasure_request.found is 'payments with the identifier at the time of the request';
comment on column erasure_request.categories is 'the kinds of data that these held, with commas between';
comment on column erasure_request.erased is 'those whose personal data is erased';
