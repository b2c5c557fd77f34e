-- Callbacks to merchants: the queue, the attempts, and listeners used during development.

create table callback (
  merchant_id  text         not null,
  key          uuid         not null,
  seq          integer      not null,
  kind         text         not null,
  id           text         not null,
  url          text         not null,
  api_version  smallint     not null,
  at           timestamptz  not null,
  attempt      smallint     not null,
  next_at      timestamptz  not null,
  lease        uuid,
  primary key (merchant_id, key, seq)
) with (fillfactor = 70);
-- In the order of claims: only due callbacks are read, however many wait, and nothing is sorted.
create index callback_due on callback (next_at, merchant_id, key, seq);
comment on table callback is 'Callbacks that are not delivered yet. Belongs to a merchant.';
comment on column callback.key is 'of the payment';
comment on column callback.seq is 'sequence number of the callback within the payment, from 1 without gaps';
comment on column callback.at is 'time of the change it reports; for a callback resent by hand, when that was requested';
comment on column callback.attempt is 'attempts made so far';
comment on column callback.lease is 'of the node that sends it now';

create table attempt (
  merchant_id  text         not null,
  key          uuid         not null,
  seq          integer      not null,
  attempt      smallint     not null,
  at           timestamptz  not null,
  outcome      text         not null check (outcome in ('DELIVERED', 'RETRY', 'GONE', 'ABANDONED', 'SUPERSEDED')),
  status       smallint,
  duration_ms  integer,
  answer       text,
  primary key (merchant_id, key, seq, attempt)
);
-- Callbacks that were given up: few among all attempts.
create index attempt_abandoned on attempt (merchant_id, at) where outcome = 'ABANDONED';
comment on table attempt is 'Attempts to deliver callbacks, kept permanently. Belongs to a merchant.';
comment on column attempt.seq is 'of the callback';
comment on column attempt.answer is 'the beginning of the receiver''s answer';

create table callback_listener (
  merchant_id  text         not null,
  id           uuid         not null,
  until        timestamptz  not null,
  primary key (merchant_id, id)
);
comment on table callback_listener is 'Developers who listen to the callbacks of a test merchant. Empty without listeners. Belongs to a merchant.';
comment on column callback_listener.until is 'extended while the connection is open';

create table heard_callback (
  merchant_id  text         not null,
  id           uuid         not null,
  at           timestamptz  not null,
  kind         text         not null,
  payment_id   text         not null,
  status       text,
  attempt      smallint     not null,
  headers      text         not null,
  body         text         not null,
  primary key (merchant_id, id)
);
comment on table heard_callback is 'Callbacks to show to listeners, kept for ten minutes. Empty without listeners. Belongs to a merchant.';
comment on column heard_callback.id is 'UUID version 7: later ones are greater, apart from clock differences between nodes';
comment on column heard_callback.status is 'the status of the payment that it reports';
comment on column heard_callback.headers is 'JSON; as they were sent';

create table proxy_sign (
  id       smallint     primary key check (id = 1),
  sign     text         not null,
  seen_at  timestamptz  not null
);
comment on table proxy_sign is 'The first sign of a proxy in front of this gateway, which ends the trial permanently. At most one row. Belongs to the installation.';
comment on column proxy_sign.sign is 'the name of a header';
