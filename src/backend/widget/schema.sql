-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Anybody who has the address reads how much data is left; the address itself is stored nowhere.
create table widget (
  contract_id text,
  widget_id text,
  secret_hash text not null,
  -- How the address begins, by which the member tells it from others.
  prefix text not null,
  name text not null,
  made_at timestamptz not null,
  last_read_at timestamptz,
  primary key (contract_id, widget_id),
  unique (secret_hash),
  foreign key (contract_id) references contract(contract_id)
);
