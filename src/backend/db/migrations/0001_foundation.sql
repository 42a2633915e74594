-- Foundation: accounts and sessions, contracts and lines, the data ledger, usage, orders, audit, idempotency.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table clock_setting (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null default 0,
  -- Where the clock is being moved to; the worker walks there so that what falls due runs in order.
  target_offset_ms bigint,
  -- How far the due work has been done (worker's own mark).
  worked_until timestamptz
);
insert into clock_setting default values;

create table account (
  account_id text primary key,
  subject text not null unique,
  login_name_sealed text not null,
  profile_sealed text not null,
  email_index text not null,
  staff boolean not null default false,
  created_at timestamptz not null
);

create table session (
  session_hash text primary key,
  account_id text not null references account,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the member last typed the password at the provider (OIDC auth_time): gates fresh-login procedures.
  authenticated_at timestamptz not null,
  id_token_sealed text not null,
  user_agent text not null,
  ended_at timestamptz
);
create index session_account on session (account_id, created_at desc);

create table login_attempt (
  attempt_hash text primary key,
  state text not null,
  nonce text not null,
  verifier_sealed text not null,
  back_path text not null,
  created_at timestamptz not null,
  used_at timestamptz
);

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
  sim_kind text not null check (sim_kind in ('physical', 'esim')),
  sim_size text not null check (sim_size in ('standard', 'micro', 'nano', 'multi', 'esim')),
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

create table notice (
  account_id text not null references account,
  notice_id text not null,
  kind text not null,
  title text not null,
  body text not null,
  href text,
  raised_at timestamptz not null,
  read_at timestamptz,
  source_ref text not null,
  primary key (account_id, notice_id),
  unique (account_id, source_ref)
);

create table mail_message (
  mail_id text primary key,
  account_id text not null references account,
  subject text not null,
  body_sealed text not null,
  address_sealed text not null,
  state text not null check (state in ('queued', 'sent', 'failed')),
  queued_at timestamptz not null,
  sent_at timestamptz,
  source_ref text not null unique
);

create table idempotency_key (
  account_id text not null,
  operation text not null,
  key text not null,
  body_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  primary key (account_id, operation, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- One hash chain per contract (or account, or the system): appending needs no lock that others wait for.
create table audit_entry (
  chain text not null,
  position integer not null,
  at timestamptz not null,
  actor text not null,
  account_id text,
  action text not null,
  target text not null,
  details jsonb not null,
  trace_key text,
  previous_hash text not null,
  hash text not null,
  primary key (chain, position)
);

-- The ledger and the audit are append-only: whoever tries to change a row is refused by the database itself.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger data_entry_append_only before update or delete on data_entry
  for each row execute function refuse_change();
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
