-- What operators have noted as sent back, by the bank's reference of that transfer: for the debit that proves it.
create index case_decision_noted on case_decision ((detail ->> 'reference')) where action = 'return' and detail ->> 'reference' is not null;
