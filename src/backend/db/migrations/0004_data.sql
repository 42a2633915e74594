-- High-speed data: the switch, the ledger, usage.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table high_speed_change (
  contract_id text not null,
  line_id text not null,
  change_id text not null,
  turned_on boolean not null,
  actor text not null check (actor in ('member', 'staff', 'system', 'carrier')),
  account_id text,
  reason text not null,
  changed_at timestamptz not null,
  carrier_state text not null check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown')),
  carrier_answered_at timestamptz,
  primary key (contract_id, line_id, change_id)
);

create table data_bucket (
  contract_id text not null references contract,
  bucket_id text not null,
  kind text not null check (kind in ('base', 'carry', 'topup', 'topup_no_carry', 'gift', 'bonus')),
  -- The month of the base grant this bucket is, or carries from; null where it has none.
  base_month text,
  granted_bytes bigint not null check (granted_bytes >= 0),
  -- A cache of the entries' sum: the invariant job proves it.
  remaining_bytes bigint not null check (remaining_bytes >= 0),
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (contract_id, bucket_id)
);

create table data_entry (
  contract_id text not null,
  entry_id text not null,
  bucket_id text not null,
  line_id text,
  kind text not null check (kind in ('grant', 'use', 'adjust', 'expire', 'transfer')),
  -- Signed: a grant adds, a use takes.
  bytes bigint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  source_ref text not null,
  primary key (contract_id, entry_id),
  unique (contract_id, source_ref),
  foreign key (contract_id, bucket_id) references data_bucket
);
create index data_entry_time on data_entry (contract_id, occurred_at);

create table usage_record (
  contract_id text not null,
  line_id text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  record_id text not null,
  revision integer not null,
  high_bytes bigint not null,
  low_bytes bigint not null,
  -- High-speed volume that no bucket could pay: a balance never goes below zero.
  uncovered_bytes bigint not null default 0,
  received_at timestamptz not null,
  primary key (contract_id, line_id, from_at)
) partition by range (from_at);
create table usage_record_default partition of usage_record default;

create table usage_day (
  contract_id text not null,
  line_id text not null,
  day date not null,
  high_bytes bigint not null,
  low_bytes bigint not null,
  as_of timestamptz not null,
  primary key (contract_id, line_id, day)
);

create table import_cursor (
  source text primary key,
  cursor text not null,
  imported_at timestamptz not null
);

create trigger data_entry_append_only before update or delete on data_entry
  for each row execute function refuse_change();
