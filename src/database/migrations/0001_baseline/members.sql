-- Merchants' own people.

create table merchant_person (
  id          uuid         primary key,
  name        text         not null unique,
  created_at  timestamptz  not null
);
comment on table merchant_person is 'One of the merchants'' own people, who signs in. A person may be at several merchants. Belongs to the installation.';
comment on column merchant_person.name is 'what they sign in as with a one-time code, and what logs call them';

create table merchant_member (
  merchant_id        text         not null,
  person             uuid         not null,
  role               text         not null check (role in ('OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER')),
  rights             jsonb,
  joined_at          timestamptz  not null,
  mail               text,
  mail_before        text,
  mail_before_until  timestamptz,
  revision           uuid,
  primary key (merchant_id, person)
);
create index merchant_member_by_person on merchant_member (person);
comment on table merchant_member is 'What a person may do at a merchant. Belongs to a merchant.';
comment on column merchant_member.rights is 'what narrows the role: capabilities, limits of amounts; null: nothing does';
comment on column merchant_member.mail is 'where an owner is notified of changes of keys, secrets and people; null: nowhere';
comment on column merchant_member.mail_before is 'the address that an owner had before, notified of the same until `mail_before_until`; of several changes meanwhile the first';
comment on column merchant_member.revision is 'another one with each change of role or rights; null: unchanged since before there were revisions';

create table merchant_invitation (
  merchant_id        text         not null,
  id                 uuid         not null,
  hash               text         not null unique,
  purpose            text         not null check (purpose in ('INVITE', 'RECOVER')),
  person             uuid         not null,
  name               text         not null,
  role               text         not null check (role in ('OWNER', 'FINANCE', 'SUPPORT', 'DEVELOPER')),
  rights             jsonb,
  made_by            text         not null,
  made_at            timestamptz  not null,
  expires_at         timestamptz  not null,
  used_at            timestamptz,
  maker              uuid,
  maker_is_operator  boolean,
  maker_revision     uuid,
  approver           uuid,
  approver_name      text,
  approver_revision  uuid,
  memberships        text,
  primary key (merchant_id, id)
);
comment on table merchant_invitation is 'Links by which somebody joins a merchant, or comes back to it, once each. Belongs to a merchant.';
comment on column merchant_invitation.hash is 'SHA-256 of the secret in the link';
comment on column merchant_invitation.person is 'the id that a new person will have; of one who comes back, theirs';
comment on column merchant_invitation.made_by is 'by name: one of the merchant''s people, or an operator';
comment on column merchant_invitation.maker is 'who asked for it: one of the merchant''s people, or an operator';
comment on column merchant_invitation.maker_revision is 'of the maker when the link was made: the link is over where it has changed';
comment on column merchant_invitation.approver is 'the operator who approved it; null: nobody was asked';
comment on column merchant_invitation.approver_name is 'by name';
comment on column merchant_invitation.approver_revision is 'of the approver when the link was made: the link is over where it has changed';
comment on column merchant_invitation.memberships is 'of who comes back: every merchant, role and right that the link was made for, as JSON; the link is over where they differ';

create table merchant_activity (
  merchant_id  text         not null,
  id           uuid         not null,
  at           timestamptz  not null,
  person       uuid,
  name         text         not null,
  action       text         not null,
  subject      text         not null,
  detail       jsonb        not null,
  request_id   text,
  primary key (merchant_id, id)
);
comment on table merchant_activity is 'What a merchant''s people did, written before it is done. Belongs to a merchant.';
comment on column merchant_activity.person is 'null: nobody who is known';
comment on column merchant_activity.name is 'as the person was called then';

create table merchant_mail (
  merchant_id  text         not null,
  id           uuid         not null,
  recipient    text         not null,
  at           timestamptz  not null,
  what         text         not null,
  by_whom      text         not null,
  about        text         not null,
  attempt      integer      not null,
  next_at      timestamptz  not null,
  primary key (merchant_id, id, recipient)
);
create index merchant_mail_due on merchant_mail (next_at);
comment on table merchant_mail is 'Mails to owners that are not sent yet, written in the commit of what they report. Holds no secret. Belongs to a merchant.';
comment on column merchant_mail.next_at is 'when it is tried next: until then whoever has claimed it sends it';
