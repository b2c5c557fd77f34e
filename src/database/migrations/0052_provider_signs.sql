-- Signs of life of an account with a provider, for the doctor: they change nothing of it.
alter table provider_account add column checked_at timestamptz, add column heard_at timestamptz;
comment on column provider_account.checked_at is 'when an operator had it checked the last time; null: never';
comment on column provider_account.heard_at is 'when a notification came to its address, to the hour; null: never';
