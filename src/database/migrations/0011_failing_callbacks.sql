-- Callbacks that were given up, for operators: few among all attempts, and asked for by what they are. Of a merchant, led by its key.
create index attempt_abandoned on attempt (merchant_id, at) where outcome = 'ABANDONED';
