-- Who works on a case, until when, and what was noted about it meanwhile.
alter table case_file add column owner text;
alter table case_file add column due_at timestamptz;
create index case_file_due on case_file (due_at) where closed_at is null and due_at is not null;
create index case_file_owner on case_file (owner, opened_at) where closed_at is null;
comment on column case_file.owner is 'the operator who works on it, by name; null: nobody yet';
comment on column case_file.due_at is 'when it is to be settled, as an operator has said; null: nobody has';

create table case_note (
  merchant_id  text        not null,
  case_key     uuid        not null,
  id           uuid        not null,                     -- version 7: by time
  note         text        not null,
  operator     text        not null,
  at           timestamptz not null,
  primary key (merchant_id, case_key, id)
);
comment on table case_note is 'What operators have noted about a case, beside their decisions. Never changed. Belongs to a merchant.';
comment on column case_note.operator is 'by name';
