-- Wrong one-time codes were counted by person alone, so whoever knew a name could keep that person out, and from proving anew in a session
-- that was open. A browser that has signed in before, and each session, now has a counter of its own.

create table person_device (
  hash          text        not null,
  person        uuid        not null,
  failures      integer     not null,
  locked_until  timestamptz,
  created_at    timestamptz not null,
  seen_at       timestamptz not null,
  primary key (person, hash)
);
create index person_device_by_hash on person_device (hash);
create index person_device_by_seen on person_device (seen_at);
comment on table person_device is 'A browser in which a person has signed in before: its wrong one-time codes are counted apart from those of strangers. It opens nothing. Belongs to the installation.';
comment on column person_device.hash is 'SHA-256 of what the browser''s cookie holds, which is kept nowhere; another one with each sign-in, and the same for all who have signed in there';
comment on column person_device.failures is 'wrong codes since the last sign-in there';
comment on column person_device.seen_at is 'when the person signed in there last';

alter table person_session add column wrong_codes integer;
comment on column person_session.wrong_codes is 'one-time codes that did not fit; the fifth ends the session; null: none';
