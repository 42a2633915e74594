-- The last check of the laws of the house (docs/operations.md). By the database's clock, whatever time a demo shows.
create table law_check (
  singleton boolean primary key default true check (singleton),
  checked_at timestamptz not null,
  took_ms integer not null,
  -- How often the tables had changed when it began: unchanged, nothing is asked again before a day has gone by.
  changes bigint not null,
  -- What was found: law, contract_id, what, found.
  broken jsonb not null,
  -- Laws that were not done in their time.
  unfinished text[] not null
);
