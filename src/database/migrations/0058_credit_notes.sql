-- Credit notes: a month may give back more fees than it charges, at one rate of VAT or at all. Their amounts are positive, and they have a
-- series of numbers of their own.

alter table invoice add column corrects jsonb;
alter table invoice drop constraint invoice_merchant_id_currency_month_key;
create unique index invoice_of_month on invoice (merchant_id, currency, month, (corrects is not null));
comment on column invoice.corrects is 'of a credit note: the numbers of the invoices whose fees it gives back, perhaps none; null: an invoice';
comment on table invoice is 'Invoices for the fees of a month, and credit notes for those given back. Never changed. Belongs to a merchant.';
comment on table invoice_series is 'The last number of each series of invoices and credit notes: whoever makes the next one holds its row, so that there are no gaps. Belongs to the installation.';

alter table billing add column credit_series text;
comment on column billing.credit_series is 'what the numbers of credit notes begin with; null: CN';
