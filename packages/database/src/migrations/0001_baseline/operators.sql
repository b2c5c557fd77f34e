-- Operators, their audit log, and dual approval.

create table operator (
  id            uuid         primary key,
  name          text         not null,
  role          text         not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
  token_hash    text         unique,
  created_at    timestamptz  not null,
  revoked_at    timestamptz,
  rights        jsonb,
  revision      uuid,
  brought_by    uuid[],
  vouched       boolean,
  confirmed_at  timestamptz,
  confirmed_by  text
);
create unique index operator_by_name on operator (name) where revoked_at is null;
comment on table operator is 'Who can use the back office: people and programs. Belongs to the installation.';
comment on column operator.token_hash is 'SHA-256 of a program''s token, which is not stored; null: a person, who signs in';
comment on column operator.rights is 'restrictions of the role: capabilities, merchants and limits of amounts; null: none';
comment on column operator.revision is 'new with each change of role or rights; null: never changed';
comment on column operator.brought_by is 'the operators who invited and approved this one, and those behind them who were not confirmed then; null: none';
comment on column operator.vouched is 'whether the person signed in through an identity provider, and so may be the same person as one who joined by a link';
comment on column operator.confirmed_at is 'when another operator confirmed face to face that this is a separate person; null: not yet';
comment on column operator.confirmed_by is 'by name';

create table audit (
  id        uuid         primary key,
  at        timestamptz  not null,
  operator  text         not null,
  action    text         not null,
  subject   text         not null,
  detail    jsonb        not null,
  approval  uuid,
  approved  boolean,
  constraint audit_decides_an_approval check ((approval is null) = (approved is null))
);
-- An approval is decided once, however many operators decide at the same time: the transaction that runs the operation writes
-- this line.
create unique index audit_by_approval on audit (approval) where approval is not null;
-- When an operator's rights last changed, read at each approval without scanning the whole audit log.
create index audit_changes_of_operators on audit ((detail ->> 'id'), at) where action = 'person.change';
comment on table audit is 'What operators did, written in the transaction that does it. Never changed. Belongs to the installation.';
comment on column audit.operator is 'by name';
comment on column audit.subject is 'the target';
comment on column audit.approval is 'the approval that this line decides';
comment on column audit.approved is 'whether it was approved; false: rejected';

create table approval (
  id                 uuid         primary key,
  operation                text         not null,
  runs               text         not null,
  target             text         not null,
  parameters         text         not null,
  body               text         not null,
  sha256             text         not null,
  summary            text         not null,
  about              text         not null,
  role               text         not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
  requested_by           uuid,
  requested_by_name      text         not null,
  requested_at           timestamptz  not null,
  expires_at         timestamptz  not null,
  sealed             text,
  requested_by_revision  uuid
);
create index approval_by_expiry on approval (expires_at);
create index approval_by_sealed on approval (id) where sealed is not null;
comment on table approval is 'A requested operation, exactly as it was sent; never changed. The line of the audit log that names it has the decision. Belongs to the installation.';
comment on column approval.operation is 'of the policy: balance.credit';
comment on column approval.runs is 'what runs it after approval: an operation of the admin API, or another module by name';
comment on column approval.target is 'path and query as they were sent';
comment on column approval.parameters is 'the same, taken apart: JSON';
comment on column approval.body is 'as it was sent, in base64; if it is encrypted, as JSON without its secrets';
comment on column approval.sha256 is 'SHA-256 of the body, in hexadecimal; if it is encrypted, of its JSON with sorted names and no spaces';
comment on column approval.about is 'state of the subject at that time; the request is stale if it has changed';
comment on column approval.role is 'the lowest role that could request it, and so the lowest that may approve it';
comment on column approval.requested_by is 'the operator; null: a merchant';
comment on column approval.sealed is 'the body as it was sent, encrypted with the master key, if it contains secrets; removed when it is decided or expired';
comment on column approval.requested_by_revision is 'revision of the requester at that time; it cannot be approved if it has changed';

create table approval_policy (
  id          integer      primary key check (id = 1),
  version     integer      not null,
  rules       jsonb        not null,
  changed_at  timestamptz  not null,
  changed_by  text         not null
);
comment on table approval_policy is 'The approval policy of the installation, if it was changed: at most one row. Belongs to the installation.';
comment on column approval_policy.rules is 'by operation; one that is not named follows the default';

create table approval_allowance (
  id        uuid         primary key,
  operation       text         not null,
  requested_by  text         not null,
  currency  text         not null,
  amount    bigint       not null check (amount > 0),
  at        timestamptz  not null
);
create index approval_allowance_by_asker on approval_allowance (operation, requested_by, currency, at);
comment on table approval_allowance is 'Money moved without an approval because it was below a limit of the policy. It counts towards that limit for a day. Belongs to the installation.';
comment on column approval_allowance.requested_by is 'the operator by id, or a merchant';

create table approval_answer (
  approval  uuid         primary key,
  sealed    text         not null,
  until     timestamptz  not null
);
comment on table approval_answer is 'Results of approved operations that only the requester may read: a link, a token, a secret. Removed when collected. Belongs to the installation.';
comment on column approval_answer.sealed is 'JSON, sealed under the master key';
comment on column approval_answer.until is 'when it is deleted';
