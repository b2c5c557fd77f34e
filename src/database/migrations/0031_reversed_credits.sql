-- Before a refund it is asked whether the bank has taken the payin's credit back: among all cases there ever were, closed ones too.
create index case_file_reversed on case_file using gin ((detail -> 'candidates') jsonb_path_ops) where reason = 'CREDIT_REVERSED';
