-- Search: merchants by the words of their names, cases by what they are about.
create index merchant_by_words on merchant using gin (to_tsvector('simple', translate(name, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32))));

-- Whatever a processor calls the money of a case, and the cases of a payment: those of a busy merchant were looked through one by one.
create index case_file_by_status_update on case_file ((detail ->> 'statusUpdate')) where detail ->> 'statusUpdate' is not null;
create index case_file_of_payment on case_file (merchant_id, payment_key) where payment_key is not null;
