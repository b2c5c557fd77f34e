-- Four eyes: acts that wait until another operator approves them.

create table approval (
  id             uuid        primary key,
  operation            text        not null,
  runs           text        not null,
  target         text        not null,
  parameters     text        not null,
  body           text        not null,
  sha256         text        not null,
  summary        text        not null,
  about          text        not null,
  role           text        not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
  requested_by       uuid,
  requested_by_name  text        not null,
  requested_at       timestamptz not null,
  expires_at     timestamptz not null
);
create index approval_by_expiry on approval (expires_at);

comment on table approval is 'An act that somebody asked for, as it was asked, byte for byte; never changed. What became of it is the line of the audit log that names it. Belongs to the installation.';
comment on column approval.operation is 'of the policy: balance.credit';
comment on column approval.runs is 'who does it once it is approved: an operation of the admin API, or another room by its name';
comment on column approval.target is 'path and query as they were sent';
comment on column approval.parameters is 'the same, taken apart: JSON';
comment on column approval.body is 'as it was sent, in base64';
comment on column approval.sha256 is 'of the body, in hexadecimal';
comment on column approval.about is 'what it is about, as it was then: the act is stale where this has changed';
comment on column approval.role is 'the least that could ask for it, and so the least that may approve it';
comment on column approval.requested_by is 'the operator; null: a merchant';

create table approval_policy (
  id          integer     primary key check (id = 1),
  version     integer     not null,
  rules       jsonb       not null,
  changed_at  timestamptz not null,
  changed_by  text        not null
);

comment on table approval_policy is 'Which acts need an approval, where the installation has said so: one row or none. Belongs to the installation.';
comment on column approval_policy.rules is 'by act; an act that is not named follows the default';

create table approval_allowance (
  id        uuid        primary key,
  operation       text        not null,
  requested_by  text        not null,
  currency  text        not null,
  amount    bigint      not null check (amount > 0),
  at        timestamptz not null
);
create index approval_allowance_by_asker on approval_allowance (operation, requested_by, currency, at);

comment on table approval_allowance is 'Money that was moved without an approval because it stayed below a limit of the policy: what counts towards that limit for a day. Belongs to the installation.';
comment on column approval_allowance.requested_by is 'the operator by id, or a merchant';

alter table audit add column approval uuid, add column approved boolean,
  add constraint audit_decides_an_approval check ((approval is null) = (approved is null));
-- An approval is decided once, whoever decides at the same time: the line travels in the very transaction that does the act.
create unique index audit_by_approval on audit (approval) where approval is not null;

comment on column audit.approval is 'the approval that this line decides';
comment on column audit.approved is 'whether it was approved; false: rejected';
