-- Whether a merchant has paid an account before: of no payin, and without the status, which no index knows (0001).
create index payment_to_account on payment (merchant_id, (request ->> 'accountNumber'))
  where kind <> 'payin' and request ->> 'accountNumber' is not null;
