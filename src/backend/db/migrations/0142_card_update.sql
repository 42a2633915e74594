-- A visit to the provider's page for a new card: who went, and where to go back to. The state is the page's to carry.
create table card_update (
  contract_id text not null references contract,
  state_hash text not null unique,
  back_path text not null,
  begun_at timestamptz not null,
  ended_at timestamptz,
  primary key (contract_id, state_hash)
);
