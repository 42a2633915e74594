-- Hand-offs of the one-stop port-out: what the receiving carrier's token stood for when the member looked at it.
create table one_stop_handoff (
  contract_id text not null references contract,
  -- The token itself is used once and worth nothing afterwards; it is kept sealed in the exchange only.
  token_hash text not null,
  line_id text not null,
  return_url text not null,
  receiver_name text not null,
  expires_at timestamptz not null,
  -- Set when the member has consented: a token is good for one consent.
  order_no text,
  seen_at timestamptz not null,
  primary key (contract_id, token_hash)
);
