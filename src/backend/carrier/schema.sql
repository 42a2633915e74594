-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table carrier_exchange (
  contract_id text not null,
  -- Our id for the request: the carrier's idempotency id.
  exchange_id text,
  order_no text,
  line_id text,
  -- Addresses are in the profile; codes of SIMs and tokens open doors.
  request jsonb not null,
  state text not null,
  attempts integer not null default 0,
  answer jsonb,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (exchange_id),
  check (state in ('held', 'requested', 'sent', 'accepted', 'rejected', 'unknown'))
);
create index carrier_exchange_line on carrier_exchange (contract_id, line_id, created_at);
create index carrier_exchange_open on carrier_exchange (changed_at) where state in ('requested', 'sent', 'unknown');
create index carrier_exchange_rejected on carrier_exchange (changed_at) where state = 'rejected';

-- Every event the carrier reported of one of our orders, stored once, by the carrier's own id.
create table carrier_report (
  contract_id text,
  order_no text not null,
  exchange_id text,
  -- The carrier's own id of the event: the same when it is sent again.
  event_id text,
  state text not null,
  at timestamptz not null,
  -- Activation codes and MNP numbers.
  facts_sealed text not null,
  received_at timestamptz not null,
  primary key (contract_id, exchange_id, event_id),
  foreign key (contract_id) references contract(contract_id)
);
create index carrier_report_order on carrier_report (contract_id, order_no, at);
create trigger carrier_report_final before update on carrier_report for each row
  when (old.contract_id is distinct from new.contract_id or old.order_no is distinct from new.order_no
    or old.exchange_id is distinct from new.exchange_id or old.event_id is distinct from new.event_id
    or old.state is distinct from new.state or old.at is distinct from new.at
    or old.received_at is distinct from new.received_at) execute function refuse_change();
create trigger carrier_report_kept before delete on carrier_report for each row execute function refuse_change();
create trigger carrier_report_not_emptied before truncate on carrier_report for each statement
  execute function refuse_emptying();

create table import_cursor (
  source text,
  cursor text not null,
  -- The last complete hour that the carrier has handed out.
  through timestamptz,
  imported_at timestamptz not null,
  primary key (source)
);
