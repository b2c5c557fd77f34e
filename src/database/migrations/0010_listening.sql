-- Developers who listen to the callbacks of a test merchant, and what they have yet to hear. Both are empty while nobody listens.
create table callback_listener (
  merchant_id  text        not null,
  id           uuid        not null,
  until        timestamptz not null,                     -- renewed while the connection is there
  primary key (merchant_id, id)
);

create table heard_callback (
  merchant_id  text        not null,
  id           uuid        not null,                     -- version 7: later ones are greater, but for the nodes' clocks
  at           timestamptz not null,
  kind         text        not null,
  payment_id   text        not null,
  status       text,                                     -- what the payment had become
  attempt      smallint    not null,
  headers      text        not null,                     -- JSON; as they were sent
  body         text        not null,
  primary key (merchant_id, id)
);
