-- Rights are judged when a link or an approval is used, and an operator who came by a link is one person with whoever brought them
-- until somebody else has confirmed them.
alter table operator add column revision uuid;
alter table operator add column brought_by uuid[];
alter table operator add column vouched boolean;
alter table operator add column confirmed_at timestamptz;
alter table operator add column confirmed_by text;
comment on column operator.revision is 'another one with each change of role or rights; null: never changed';
comment on column operator.brought_by is 'the operators who invited and approved this one, and those who had brought them and were not confirmed then; null: nobody';
comment on column operator.vouched is 'whether an identity provider let this person in: they may be one of those who came by a link';
comment on column operator.confirmed_at is 'when another operator confirmed face to face that this is a person of their own; null: not yet';
comment on column operator.confirmed_by is 'by name';

alter table sign_in_link add column id uuid;
alter table sign_in_link add column maker uuid;
alter table sign_in_link add column maker_revision uuid;
alter table sign_in_link add column approver uuid;
alter table sign_in_link add column approver_name text;
alter table sign_in_link add column approver_revision uuid;
alter table sign_in_link add column replaces_revision uuid;
comment on column sign_in_link.id is 'as it is listed';
comment on column sign_in_link.maker is 'the operator who asked for it; null: the gateway, for the first person';
comment on column sign_in_link.maker_revision is 'of the maker when the link was made: the link is over where it has changed';
comment on column sign_in_link.approver is 'the operator who approved it; null: nobody was asked';
comment on column sign_in_link.approver_name is 'by name';
comment on column sign_in_link.approver_revision is 'of the approver when the link was made: the link is over where it has changed';
comment on column sign_in_link.replaces_revision is 'of the replaced operator when the link was made: the link is over where it has changed';

alter table merchant_member add column revision uuid;
comment on column merchant_member.revision is 'another one with each change of role or rights; null: unchanged since before there were revisions';

alter table merchant_invitation add column maker uuid;
alter table merchant_invitation add column maker_is_operator boolean;
alter table merchant_invitation add column maker_revision uuid;
alter table merchant_invitation add column approver uuid;
alter table merchant_invitation add column approver_name text;
alter table merchant_invitation add column approver_revision uuid;
alter table merchant_invitation add column memberships text;
comment on column merchant_invitation.maker is 'who asked for it: one of the merchant''s people, or an operator';
comment on column merchant_invitation.maker_revision is 'of the maker when the link was made: the link is over where it has changed';
comment on column merchant_invitation.approver is 'the operator who approved it; null: nobody was asked';
comment on column merchant_invitation.approver_name is 'by name';
comment on column merchant_invitation.approver_revision is 'of the approver when the link was made: the link is over where it has changed';
comment on column merchant_invitation.memberships is 'of who comes back: every merchant, role and right that the link was made for, as JSON; the link is over where they differ';

alter table approval add column requested_by_revision uuid;
comment on column approval.requested_by_revision is 'of who asked, when they asked: it may not be approved where it has changed';

create table approval_answer (
  approval  uuid        primary key,
  sealed    text        not null,
  until     timestamptz not null
);
comment on table approval_answer is 'What an approved operation answered that only who asked for it may read: a link, a token, a secret. Gone once it is collected. Belongs to the installation.';
comment on column approval_answer.sealed is 'JSON, sealed under the master key';
comment on column approval_answer.until is 'from then on it is thrown away';
