-- Refunds that never left are asked for beside those that came back, by the index of all cases of a payment.
drop index case_file_came_back;
