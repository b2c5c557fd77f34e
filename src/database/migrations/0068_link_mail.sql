-- Links that go to the mail address of whom they are for.
create table link_mail (
  id         uuid        primary key,
  recipient  text        not null,
  sealed     text        not null,
  at         timestamptz not null,
  attempt    integer     not null,
  next_at    timestamptz not null
);
create index link_mail_due on link_mail (next_at);
comment on table link_mail is 'Links that are to be mailed to whom they are for and are not sent yet. Belongs to the installation.';
comment on column link_mail.sealed is 'the link and what the mail says, as JSON, sealed under the master key';
comment on column link_mail.next_at is 'when it is tried next: until then whoever has claimed it sends it';
