-- What a member was told when something was bought: 完了 shows it again, whatever has become of it since.
create table receipt (
  contract_id text not null references contract,
  order_no text not null,
  details jsonb not null,
  issued_at timestamptz not null,
  primary key (contract_id, order_no)
);
