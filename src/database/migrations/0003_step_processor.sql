-- Whose work a step is: so that a processor that hangs can be kept from taking every place of the workers. Steps written
-- before have none, and count for nobody.
alter table step add column processor text;
