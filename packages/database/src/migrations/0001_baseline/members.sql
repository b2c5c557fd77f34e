-- Merchants' own people.

create table merchant_person (
  id          uuid         primary key,
  name        text         not null unique,
  created_at  timestamptz  not null
);
comment on table merchant_person is 'A team member of a merchant, who signs in. A person can belong to several merchants. Belongs to the installation.';
comment on column merchant_person.name is 'the user name for signing in with a one-time code, and the name in logs';

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
comment on column merchant_member.rights is 'restrictions of the role: capabilities and limits of amounts; null: none';
comment on column merchant_member.mail is 'the email address for notices to an owner about changes of keys, secrets and people; null: none';
comment on column merchant_member.mail_before is 'the owner''s previous address, which also gets notices until `mail_before_until`; after several changes, the first one';
comment on column merchant_member.revision is 'new with each change of role or rights; null: unchanged since before there were revisions';

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
comment on table merchant_invitation is 'Links by which a person joins a merchant''s team or recovers the account. Each works once. Belongs to a merchant.';
comment on column merchant_invitation.hash is 'SHA-256 of the secret in the link';
comment on column merchant_invitation.person is 'the ID that a new person will have, or that of the person who recovers the account';
comment on column merchant_invitation.made_by is 'name of a team member or operator';
comment on column merchant_invitation.maker is 'who requested it: a team member or an operator';
comment on column merchant_invitation.maker_revision is 'revision of the maker when the link was created; the link is invalid if it has changed';
comment on column merchant_invitation.approver is 'the operator who approved it; null: no approval was needed';
comment on column merchant_invitation.approver_name is 'by name';
comment on column merchant_invitation.approver_revision is 'revision of the approver when the link was created; the link is invalid if it has changed';
comment on column merchant_invitation.memberships is 'for a recovery: every merchant, role and right at the time, as JSON; the link is invalid if they differ';

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
comment on table merchant_activity is 'What a merchant''s team members did, written before it is done. Belongs to a merchant.';
comment on column merchant_activity.person is 'null: unknown person';
comment on column merchant_activity.name is 'name of the person at that time';

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
comment on table merchant_mail is 'Mails to owners that are not sent yet, written in the commit of the change they report. Contains no secret. Belongs to a merchant.';
comment on column merchant_mail.next_at is 'when it is retried; until then the node that claimed it sends it';
