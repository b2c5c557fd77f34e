-- What came back of a refund counts no more against its payin: asked of each refund, among all cases there ever were.
create index case_file_came_back on case_file (merchant_id, payment_key) where reason = 'RETURNED_AFTER_SUCCESS';
