-- What merchants asked of their API lately, and when each of their keys and secrets was last used.
create table request_log (
  merchant_id  text        not null,
  id           uuid        not null,
  at           timestamptz not null,
  method       text        not null,
  route        text        not null,
  status       smallint    not null,
  code         text,
  subject      text,
  duration_ms  integer     not null,
  made_by      text        not null,
  primary key (merchant_id, id)
);
comment on table request_log is 'A merchant''s last requests, written behind: some days of them, and so many of each merchant. Belongs to a merchant.';
comment on column request_log.id is 'of the request, as its answer says it; by time';
comment on column request_log.route is 'the path''s template, never the path';
comment on column request_log.code is 'of the refusal; null: it was none';
comment on column request_log.subject is 'the ID in the path; null: there is none, or none that can be an ID';
comment on column request_log.made_by is 'key, secret, link, trial or person, a colon, and its ID or the person''s name';

alter table merchant_credential add column used_at timestamptz;
comment on column merchant_credential.used_at is 'when it last opened anything, to a minute or so; null: not since this is kept';
