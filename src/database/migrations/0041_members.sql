-- Merchants' own people: who signs in for a merchant, with which role, and what they did.
create table merchant_person (
  id          uuid        primary key,
  name        text        not null unique,
  created_at  timestamptz not null
);
comment on table merchant_person is 'One of the merchants'' own people, who signs in. A person may be at several merchants. Belongs to the installation.';
comment on column merchant_person.name is 'what they sign in as with a one-time code, and what logs call them';

create table merchant_member (
  merchant_id  text        not null,
  person       uuid        not null,
  role         text        not null check (role in ('OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER')),
  rights       jsonb,
  joined_at    timestamptz not null,
  primary key (merchant_id, person)
);
create index merchant_member_by_person on merchant_member (person);
comment on table merchant_member is 'What a person may do at a merchant. Belongs to a merchant.';
comment on column merchant_member.rights is 'what narrows the role: capabilities, limits of amounts; null: nothing does';

create table merchant_invitation (
  merchant_id  text        not null,
  id           uuid        not null,
  hash         text        not null unique,
  purpose      text        not null check (purpose in ('INVITE', 'RECOVER')),
  person       uuid        not null,
  name         text        not null,
  role         text        not null check (role in ('OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER')),
  rights       jsonb,
  made_by      text        not null,
  made_at      timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (merchant_id, id)
);
comment on table merchant_invitation is 'Links by which somebody joins a merchant, or comes back to it, once each. Belongs to a merchant.';
comment on column merchant_invitation.hash is 'SHA-256 of the secret in the link';
comment on column merchant_invitation.person is 'the id that a new person will have; of one who comes back, theirs';
comment on column merchant_invitation.made_by is 'by name: one of the merchant''s people, or an operator';

create table merchant_activity (
  merchant_id  text        not null,
  id           uuid        not null,
  at           timestamptz not null,
  person       uuid,
  name         text        not null,
  action       text        not null,
  subject      text        not null,
  detail       jsonb       not null,
  request_id   text,
  primary key (merchant_id, id)
);
comment on table merchant_activity is 'What a merchant''s people did, written before it is done. Belongs to a merchant.';
comment on column merchant_activity.person is 'null: nobody who is known';
comment on column merchant_activity.name is 'as the person was called then';

alter table merchant add column prove_above jsonb;
comment on column merchant.prove_above is 'up to how much a person lets money out without proving again to be there, by currency, as decimal text; null: nothing';
