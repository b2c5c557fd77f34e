-- Money that came for a payin, was not credited, and goes back to its sender by the policy of the product.
alter table bank_entry drop constraint bank_entry_outcome_check;
alter table bank_entry add constraint bank_entry_outcome_check
  check (outcome in ('PAID', 'PAID_LATE', 'SENT_BACK', 'DELIVERED', 'RETURNED', 'CASE', 'IGNORED')) not valid;
