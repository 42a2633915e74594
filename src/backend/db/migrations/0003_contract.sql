-- Contracts, lines and the charges booked for the next bill.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table contract (
  contract_id text primary key,
  account_id text not null unique references account,
  plan_code integer not null,
  course text not null check (course in ('single', 'share')),
  status text not null,
  suspension_reason text,
  applied_at timestamptz not null,
  started_on date,
  document_received_on date,
  ends_on date,
  version integer not null default 1
);

create table line (
  contract_id text not null references contract,
  line_id text not null unique,
  carrier_ref text not null unique,
  position integer not null,
  kind text not null check (kind in ('data', 'sms', 'voice')),
  sim_size text not null check (sim_size in ('standard', 'micro', 'nano', 'esim')),
  number_sealed text not null,
  number_index text not null,
  iccid_sealed text not null,
  status text not null,
  suspension_reason text,
  nickname text not null default '',
  activated_on date,
  ends_on date,
  high_speed_on boolean not null default true,
  high_speed_changed_at timestamptz,
  -- What the carrier has been told and has confirmed; differs from the wish while an order is on its way.
  carrier_speed text not null default 'high' check (carrier_speed in ('high', 'low', 'throttled')),
  malware_block boolean not null default true,
  version integer not null default 1,
  primary key (contract_id, line_id)
);

create table booked_charge (
  contract_id text not null references contract,
  charge_id text not null,
  line_id text,
  -- What the charge is: a key of the catalogue, so that the bill can explain and recompute it.
  figure_key text not null,
  quantity integer not null,
  amount_ex_tax_yen integer not null,
  rate_valid_from date not null,
  month text not null,
  booked_at timestamptz not null,
  source_ref text not null,
  primary key (contract_id, charge_id),
  unique (contract_id, source_ref)
);
