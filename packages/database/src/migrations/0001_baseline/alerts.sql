-- Alerts: which problem was measured, since when, and who was notified.

create table alert (
  id            uuid         not null primary key,
  rule          text         not null,
  subject       text         not null,
  detail        text         not null,
  began_at      timestamptz  not null,
  absent_since  timestamptz,
  ended_at      timestamptz
);
create unique index alert_open on alert (rule, subject) where ended_at is null;
comment on table alert is 'A problem found by an alert rule: one row from its beginning to its end. Belongs to the installation.';
comment on column alert.subject is 'what it is about: a check, a processor, a merchant';
comment on column alert.absent_since is 'since when the problem was no longer found; the alert ends if it does not return';

create table alert_message (
  alert_id    uuid         not null,
  notice        text         not null check (notice in ('BEGAN', 'ENDED')),
  channel         text         not null check (channel in ('mail', 'webhook')),
  state       text         not null check (state in ('WAITING', 'SENT', 'ABANDONED')),
  attempt     integer      not null,
  created_at  timestamptz  not null,
  next_at     timestamptz  not null,
  failure     text,
  primary key (alert_id, notice, channel)
);
create index alert_message_due on alert_message (next_at) where state = 'WAITING';
comment on table alert_message is 'One message about an alert: that it began or ended, over one channel. Belongs to the installation.';
comment on column alert_message.next_at is 'when it is retried; while it is being sent, when another node may retry it';
comment on column alert_message.failure is 'why the last attempt failed';

create table alert_rule (
  rule           text         not null primary key,
  enabled        boolean      not null,
  after_minutes  integer,
  limits         jsonb        not null,
  changed_at     timestamptz  not null
);
comment on table alert_rule is 'Alert rules that an operator has changed; all others have their defaults. Belongs to the installation.';
comment on column alert_rule.limits is 'for balance-below: merchant, currency and minimum amount';

create table alert_look (
  rule  text         not null primary key,
  at    timestamptz  not null
);
comment on table alert_look is 'When a rule was last checked by any node, so that the others skip it. Belongs to the installation.';
