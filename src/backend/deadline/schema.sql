-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- The secret address under which the member's dates can be read as a calendar.
create table calendar_link (
  contract_id text,
  secret_hash text not null,
  -- Anybody who has the address can read the dates.
  secret_sealed text not null,
  created_at timestamptz not null,
  last_read_at timestamptz,
  primary key (contract_id),
  unique (secret_hash),
  foreign key (contract_id) references contract(contract_id)
);
