-- In the order in which they are claimed: what is due first is read and no more, however much waits, and nothing is sorted.
drop index callback_due;
create index callback_due on callback (next_at, merchant_id, key, seq);
drop index step_due;
create index step_due on step (due_at, merchant_id, key, purpose);
