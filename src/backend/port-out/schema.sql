-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What the receiving carrier's token stood for when the member looked at it.
create table one_stop_handoff (
  contract_id text,
  -- The token is used once; it lies sealed in the exchange only.
  token_hash text,
  line_id text not null,
  return_url text not null,
  receiver_name text not null,
  expires_at timestamptz not null,
  -- Set when the member has consented: a token is good for one consent.
  order_no text,
  seen_at timestamptz not null,
  primary key (contract_id, token_hash),
  foreign key (contract_id) references contract(contract_id)
);
