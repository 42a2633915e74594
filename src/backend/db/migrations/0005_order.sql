-- Procedures under way and what is asked of the carrier.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table procedure_order (
  contract_id text not null references contract,
  order_no text not null unique,
  line_id text,
  procedure text not null,
  state text not null,
  details jsonb not null,
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  version integer not null default 1,
  primary key (contract_id, order_no)
);
create index procedure_order_open on procedure_order (changed_at) where closed_at is null;

create table order_event (
  contract_id text not null,
  order_no text not null,
  sequence integer not null,
  at timestamptz not null,
  actor text not null check (actor in ('member', 'staff', 'system', 'carrier')),
  event text not null,
  state text not null,
  details jsonb not null,
  primary key (contract_id, order_no, sequence),
  foreign key (contract_id, order_no) references procedure_order
);

create table carrier_exchange (
  contract_id text not null,
  -- Our id for the request: the carrier's idempotency id.
  exchange_id text primary key,
  order_no text,
  line_id text,
  request jsonb not null,
  state text not null check (state in ('requested', 'sent', 'accepted', 'rejected', 'unknown')),
  attempts integer not null default 0,
  answer jsonb,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index carrier_exchange_open on carrier_exchange (changed_at) where state in ('requested', 'sent', 'unknown');
