-- Whether any entry waits for a claim, which each look at what is due asks: without reading those that are to be matched.
create index bank_entry_work_waiting on bank_entry_work (due_at) where state = 'WAITING' and lease is null;
