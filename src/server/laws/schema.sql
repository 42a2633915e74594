-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- The last check of the laws of the house (docs/operations.md), by the database's clock, whatever time a demo
-- shows.
create table law_check (
  singleton boolean default true,
  checked_at timestamptz not null,
  took_ms integer not null,
  -- How often the tables had changed when it began: unchanged, nothing is asked again before a day has gone by.
  changes bigint not null,
  broken jsonb not null,
  -- Laws that were not done in their time.
  unfinished text[] not null,
  primary key (singleton),
  check (singleton)
);
