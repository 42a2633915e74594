-- Read-only cards that a member's phone shows without a login (docs/decisions/109).
create table widget (
  contract_id text not null references contract (contract_id),
  widget_id text not null,
  secret_hash text not null unique,
  prefix text not null,
  name text not null,
  made_at timestamptz not null,
  last_read_at timestamptz,
  primary key (contract_id, widget_id)
);
