-- What the carrier reported of our orders, by callback or found by polling: each event once.
create table carrier_report (
  contract_id text not null references contract,
  order_no text not null,
  exchange_id text not null,
  -- The carrier's own id of the event: the same again when it is sent again.
  event_id text not null,
  state text not null,
  at timestamptz not null,
  -- Numbers, SIM serials, activation codes, MNP numbers.
  facts_sealed text not null,
  received_at timestamptz not null,
  primary key (contract_id, exchange_id, event_id)
);
create index carrier_report_order on carrier_report (contract_id, order_no, at);

-- An eSIM chip takes one order at a time, whoever orders.
create index procedure_order_eid on procedure_order ((details ->> 'eidIndex'))
  where closed_at is null and details ? 'eidIndex';
