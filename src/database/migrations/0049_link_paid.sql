-- How many payins of a payment link are a SUCCESS: counted with each commit that makes one, where all of them were counted with each read.
create table payment_link_paid (
  merchant_id  text     not null,
  link_id      text     not null,
  paid         integer  not null check (paid > 0),
  primary key (merchant_id, link_id)
);
comment on table payment_link_paid is 'How many payins of a payment link are a SUCCESS, in time or late: written in the commit that makes them so. Belongs to a merchant.';
insert into payment_link_paid (merchant_id, link_id, paid)
  select n.merchant_id, n.link_id, count(*)
    from payment_link_payin n join payment p on p.merchant_id = n.merchant_id and p.key = n.key and p.status = 'SUCCESS'
    group by n.merchant_id, n.link_id;
