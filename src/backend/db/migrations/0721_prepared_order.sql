-- step
-- Drafts that programs have made of procedures: nothing is ordered until the member confirms one on my page.
create table prepared_order (
  contract_id text not null references contract,
  prepared_id text not null,
  connection_id text not null,
  procedure text not null,
  -- The page of my page on which it is confirmed, with what was chosen.
  address text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (contract_id, prepared_id)
);
