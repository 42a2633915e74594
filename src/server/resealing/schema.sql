-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- The keys that have sealed something here, and that of the blind indexes (`index`).
create table sealing_key (
  key_id text,
  -- By it another secret under the same name is noticed.
  fingerprint text not null,
  first_used_at timestamptz not null default now(),
  -- What it had sealed when the whole database was last searched; null while it may seal.
  values_left bigint,
  counted_at timestamptz,
  primary key (key_id)
);

-- How far each table is sealed anew with the key that seals now.
create table resealing (
  table_name text,
  to_key text not null,
  -- The key of the row after which it goes on.
  after text,
  rows_read bigint not null default 0,
  resealed bigint not null default 0,
  unopened bigint not null default 0,
  finished_at timestamptz,
  primary key (table_name)
);
