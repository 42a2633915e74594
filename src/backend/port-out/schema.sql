-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table one_stop_handoff (
  contract_id text,
  token_hash text,
  line_id text not null,
  return_url text not null,
  receiver_name text not null,
  expires_at timestamptz not null,
  order_no text,
  seen_at timestamptz not null,
  primary key (contract_id, token_hash),
  foreign key (contract_id) references contract(contract_id)
);
