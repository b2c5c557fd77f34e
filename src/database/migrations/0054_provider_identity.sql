-- With which identity each reference was sent to a provider, and when it was tried the last two times: an account that was changed since may
-- be another one, which has never heard of it.
alter table provider_account add column identity uuid;
alter table provider_order add column identity uuid, add column tried_at timestamptz, add column tried_before_at timestamptz;
comment on column provider_account.identity is 'another one with each change of the settings that say which account at the provider it is; null: none was changed since this is noted';
comment on column provider_order.identity is 'that of the account when the reference was first sent';
comment on column provider_order.tried_at is 'when it was tried last; null: before this was noted';
comment on column provider_order.tried_before_at is 'when it was tried before that; null: never';
