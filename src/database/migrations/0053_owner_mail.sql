-- Owners of merchants are told by mail of what opens a door to their money: keys, secrets, people.
alter table merchant_member add column mail text;
comment on column merchant_member.mail is 'where an owner is told of changes of keys, secrets and people; null: nowhere';

create table merchant_mail (
  merchant_id  text        not null,
  id           uuid        not null,
  recipient    text        not null,
  at           timestamptz not null,
  what         text        not null,
  by_whom      text        not null,
  about        text        not null,
  attempt      integer     not null,
  next_at      timestamptz not null,
  primary key (merchant_id, id, recipient)
);
create index merchant_mail_due on merchant_mail (next_at);
comment on table merchant_mail is 'Mails to owners that are not sent yet, written with what they tell of. Holds no secret. Belongs to a merchant.';
comment on column merchant_mail.next_at is 'when it is tried next: until then whoever has claimed it sends it';
