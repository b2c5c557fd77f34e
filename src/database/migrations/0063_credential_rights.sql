-- Whoever could make a key could do with it what they could not do themselves. So a key or secret carries what its maker may, until an owner
-- confirms it. Those that there are carry everything, as they did.

alter table merchant_credential add column made_by text;
alter table merchant_credential add column carries jsonb;
alter table merchant_credential add column confirmed_at timestamptz;
alter table merchant_credential add column confirmed_by text;
alter table merchant_credential add check ((confirmed_at is null) = (confirmed_by is null));
comment on column merchant_credential.made_by is 'by name: one of the merchant''s people, or an operator; null: before this was kept';
comment on column merchant_credential.carries is 'a list of the capabilities that its maker had; null: everything';
comment on column merchant_credential.confirmed_at is 'since when it carries everything, because an owner has said so; null: nobody has';
comment on column merchant_credential.confirmed_by is 'the owner who said so, by name';
