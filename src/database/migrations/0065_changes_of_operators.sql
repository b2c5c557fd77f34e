-- When what an operator may do was last changed, which is asked when one approves: without reading the whole audit log.
create index audit_changes_of_operators on audit ((detail ->> 'id'), at) where action = 'person.change';
