-- step
-- An app of a member's own (docs/decisions/120): its name may be somebody's and is sealed, and it asks for no more than it was registered for.
alter table oauth_client
  add column name_sealed text,
  add column scopes text[];
