-- Devices bought with the contract and what is left to pay for them.
create table terminal (
  contract_id text not null references contract,
  device_id text not null,
  name text not null,
  imei_sealed text not null,
  purchased_on date not null,
  price_yen integer not null check (price_yen >= 0),
  -- Absent when it was paid at once.
  instalment_count integer check (instalment_count > 0),
  instalment_yen integer check (instalment_yen > 0),
  first_instalment_month text,
  warranty_until date,
  notice text,
  primary key (contract_id, device_id),
  check ((instalment_count is null) = (instalment_yen is null)),
  check ((instalment_count is null) = (first_instalment_month is null))
);
