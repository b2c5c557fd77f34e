-- Callbacks across payments by the time of their change: for operators, and for a merchant. Creates write nothing into them, for only what
-- was announced is in them.
create index event_announced on event (at, key, announced) where announced is not null;
create index event_announced_of_merchant on event (merchant_id, at, key, announced) where announced is not null;
comment on column callback.at is 'of the change it tells of; of one that is sent again by hand, when it was asked for';
