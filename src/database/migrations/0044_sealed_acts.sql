-- What waits for an approval may hold secrets: then the body that is shown has none of them, and the whole of it is sealed.
alter table approval add column sealed text;
create index approval_by_sealed on approval (id) where sealed is not null;

comment on column approval.body is 'as it was sent, in base64; where it is sealed, as JSON without its secrets';
comment on column approval.sha256 is 'of the body, in hexadecimal; where it is sealed, of the whole of it as JSON with its names sorted and no spaces';
comment on column approval.sealed is 'the body as it was sent, sealed by the master key, where it holds secrets; gone once it is decided or over';
