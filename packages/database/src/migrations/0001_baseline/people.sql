-- How operators who are people sign in.

create table person (
  id          uuid         primary key,
  issuer      text,
  subject     text,
  created_at  timestamptz  not null,
  check ((issuer is null) = (subject is null))
);
create unique index person_by_subject on person (issuer, subject) where issuer is not null;
comment on table person is 'An operator who is a person. Belongs to the installation.';
comment on column person.issuer is 'the identity provider; null: this gateway itself';
comment on column person.subject is 'the person''s subject at that provider; stays reserved when the person is removed';

create table passkey (
  id            text         primary key,
  person        uuid         not null,
  public_key    text         not null,
  counter       bigint       not null,
  transports    jsonb        not null,
  label         text         not null,
  is_synced     boolean      not null,
  created_at    timestamptz  not null,
  last_used_at  timestamptz
);
create index passkey_by_person on passkey (person);
comment on table passkey is 'A public key that a person signs in with. Belongs to the installation.';
comment on column passkey.id is 'the credential''s, as the authenticator made it';
comment on column passkey.public_key is 'COSE, in base64url';
comment on column passkey.counter is 'last signature counter of the authenticator; 0: it has no counter';
comment on column passkey.is_synced is 'whether a provider synchronises it across devices';

create table authenticator_app (
  person        uuid         primary key,
  secret        text         not null,
  last_step     bigint       not null,
  failures      integer      not null,
  locked_until  timestamptz,
  created_at    timestamptz  not null
);
comment on table authenticator_app is 'The secret of a person''s one-time codes (TOTP). Belongs to the installation.';
comment on column authenticator_app.secret is 'sealed under the master key';
comment on column authenticator_app.last_step is 'time step of the last accepted code; no code is accepted twice, and no earlier one';
comment on column authenticator_app.failures is 'wrong codes since the last right one';

create table recovery_code (
  hash        text         primary key,
  person      uuid         not null,
  created_at  timestamptz  not null,
  used_at     timestamptz
);
create index recovery_code_by_person on recovery_code (person);
comment on table recovery_code is 'Recovery codes. Each signs a person in once. Belongs to the installation.';
comment on column recovery_code.hash is 'SHA-256 of the code, which is not stored';

create table person_session (
  hash         text         primary key,
  id           uuid         not null unique,
  person       uuid         not null,
  sign_in_method          text         not null check (sign_in_method in ('PASSKEY', 'TOTP', 'RECOVERY', 'OIDC', 'LINK')),
  device       text         not null,
  created_at   timestamptz  not null,
  seen_at      timestamptz  not null,
  ends_at      timestamptz  not null,
  proved_at    timestamptz,
  wrong_codes  integer
);
create index person_session_by_person on person_session (person);
create index person_session_by_end on person_session (ends_at);
comment on table person_session is 'A session of a person in a browser. Removed when it ends. Belongs to the installation.';
comment on column person_session.hash is 'SHA-256 of the cookie';
comment on column person_session.id is 'its ID in lists; it grants no access';
comment on column person_session.sign_in_method is 'how the person signed in';
comment on column person_session.device is 'the browser, according to itself';
comment on column person_session.seen_at is 'the latest request, to the minute';
comment on column person_session.ends_at is 'the absolute end';
comment on column person_session.proved_at is 'when the person was last verified; null: never, signed in only with a recovery code';
comment on column person_session.wrong_codes is 'number of wrong one-time codes; the fifth ends the session; null: none';

create table person_device (
  hash          text         not null,
  person        uuid         not null,
  failures      integer      not null,
  locked_until  timestamptz,
  created_at    timestamptz  not null,
  seen_at       timestamptz  not null,
  primary key (person, hash)
);
create index person_device_by_hash on person_device (hash);
create index person_device_by_seen on person_device (seen_at);
comment on table person_device is 'A browser in which a person has signed in before. Its wrong one-time codes are counted separately from those of strangers. It grants no access. Belongs to the installation.';
comment on column person_device.hash is 'SHA-256 of the browser''s cookie, which is not stored; new with each sign-in, and shared by all who have signed in there';
comment on column person_device.failures is 'wrong codes since the last sign-in there';
comment on column person_device.seen_at is 'when the person signed in there last';

create table sign_in_link (
  hash               text         primary key,
  person             uuid         not null,
  purpose            text         not null check (purpose in ('FIRST', 'INVITE', 'RECOVER')),
  name               text,
  role               text         not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
  rights             jsonb,
  replaces           uuid,
  made_by            text         not null,
  made_at            timestamptz  not null,
  expires_at         timestamptz  not null,
  used_at            timestamptz,
  id                 uuid,
  maker              uuid,
  maker_revision     uuid,
  approver           uuid,
  approver_name      text,
  approver_revision  uuid,
  replaces_revision  uuid,
  check ((purpose = 'RECOVER') = (replaces is not null)),
  check ((purpose = 'FIRST') = (name is null))
);
comment on table sign_in_link is 'Links by which a person becomes an operator. Each works once. Belongs to the installation.';
comment on column sign_in_link.hash is 'SHA-256 of the secret in the link';
comment on column sign_in_link.person is 'the id that the operator will have';
comment on column sign_in_link.name is 'null: the first person chooses it';
comment on column sign_in_link.replaces is 'the operator of the same name who is revoked when the link is used';
comment on column sign_in_link.made_by is 'the operator, by name; or the gateway';
comment on column sign_in_link.id is 'its ID in lists';
comment on column sign_in_link.maker is 'the operator who requested it; null: the gateway, for the first person';
comment on column sign_in_link.maker_revision is 'revision of the maker when the link was created; the link is invalid if it has changed';
comment on column sign_in_link.approver is 'the operator who approved it; null: no approval was needed';
comment on column sign_in_link.approver_name is 'by name';
comment on column sign_in_link.approver_revision is 'revision of the approver when the link was created; the link is invalid if it has changed';
comment on column sign_in_link.replaces_revision is 'revision of the replaced operator when the link was created; the link is invalid if it has changed';

create table link_mail (
  id         uuid         primary key,
  recipient  text         not null,
  sealed     text         not null,
  at         timestamptz  not null,
  attempt    integer      not null,
  next_at    timestamptz  not null
);
create index link_mail_due on link_mail (next_at);
comment on table link_mail is 'Links to be sent by mail that are not sent yet. Belongs to the installation.';
comment on column link_mail.sealed is 'the link and the content of the mail, as JSON, encrypted with the master key';
comment on column link_mail.next_at is 'when it is retried; until then the node that claimed it sends it';

create table spent_proof (
  hash   text         primary key,
  until  timestamptz  not null
);
create index spent_proof_by_until on spent_proof (until);
comment on table spent_proof is 'Used challenges and sign-in states, so that none is accepted twice. Belongs to the installation.';
comment on column spent_proof.until is 'when it expires anyway';
