-- Whoever lets money out on a screen shows each time that it is really them: nothing ever set the amount up to which nobody had to.
-- A node of the release before still writes the column while it is replaced, so a later release drops it.
comment on column merchant.prove_above is 'unused, and always null; a later release drops it';
