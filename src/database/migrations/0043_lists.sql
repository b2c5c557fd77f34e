-- Lists that leave little are read from where that is, and not by walking over all other payments of a merchant. Neither index is written by
-- the create of a payin, nor by its success, and neither knows what changes of a payment.
create index payment_no_payins on payment (merchant_id, kind, key) where kind <> 'payin';
create index event_no_success on event (merchant_id, kind, to_status, key)
  where to_status in ('REFUSED', 'FAILED', 'EXPIRED') and from_status is distinct from to_status;
