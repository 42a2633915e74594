-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table law_check (
  singleton boolean default true,
  checked_at timestamptz not null,
  took_ms integer not null,
  changes bigint not null,
  broken jsonb not null,
  unfinished text[] not null,
  primary key (singleton),
  check (singleton)
);
