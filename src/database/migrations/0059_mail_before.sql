-- Whoever gets hold of an owner's session for five minutes can change where that owner is told of things. The address before is told of
-- everything for a while longer, and not of the change alone.

alter table merchant_member add column mail_before text;
alter table merchant_member add column mail_before_until timestamptz;
comment on column merchant_member.mail_before is 'the address that an owner had before, told of the same until `mail_before_until`; of several changes meanwhile the first';
