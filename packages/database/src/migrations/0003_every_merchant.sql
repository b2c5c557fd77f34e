-- In a bucket this is a table instead: the merchants of the bucket, who themselves are known at home.
create view every_merchant as select merchant_id from merchant;
comment on view every_merchant is 'The merchants whose rows are here, for statements that go through all of them.';
