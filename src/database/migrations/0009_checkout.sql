-- How a merchant's checkout page looks and who may frame it; null: as it comes.
alter table merchant add column checkout jsonb;
