-- High-speed data: the switch, the ledger, usage.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

-- The member's switch. change_id is the id of the exchange with the carrier as well.
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
  -- Two changes may bear the same instant; under the contract's lock this is their order.
  sequence bigint generated always as identity,
  primary key (contract_id, line_id, change_id)
);

-- Our own decisions on a line's speed: pool empty, three-day rule, lifted. decision_id is the exchange's id.
create table speed_decision (
  contract_id text not null,
  line_id text not null,
  decision_id text not null,
  speed text not null check (speed in ('high', 'low', 'throttled')),
  decided_at timestamptz not null,
  carrier_state text not null check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown')),
  carrier_answered_at timestamptz,
  sequence bigint generated always as identity,
  primary key (contract_id, line_id, decision_id)
);
create index speed_decision_order on speed_decision (contract_id, line_id, sequence);

-- A grant is a fact and stands here; a carry-over is what a month's turn left of a base.
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
create index data_bucket_left on data_bucket (expires_at) where remaining_bytes > 0;
create index data_bucket_base on data_bucket (base_month) where kind = 'base';

create table data_entry (
  contract_id text not null,
  -- The order in which the entries of a contract were written.
  position integer not null,
  bucket_id text not null,
  line_id text,
  kind text not null check (kind in ('grant', 'use', 'adjust', 'expire', 'transfer')),
  -- Signed: a grant adds, a use takes.
  bytes bigint not null check (bytes <> 0),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- What it comes from: `grant/<bucket>`, `usage/<record>`, `turn/<bucket>`, `expire/<bucket>`.
  source text not null,
  -- source@bucket#number: unique, so that a second arrival changes nothing.
  source_ref text not null,
  primary key (contract_id, position),
  unique (contract_id, source_ref),
  foreign key (contract_id, bucket_id) references data_bucket
);
create index data_entry_time on data_entry (contract_id, occurred_at);

-- The pool at an instant, so that a replay need not begin with the contract. A cache: it may be deleted any time.
create table data_opening (
  contract_id text not null references contract,
  at timestamptz not null,
  buckets jsonb not null,
  primary key (contract_id, at)
);

-- Facts that came in and are not in the ledger yet. Only ever inserted and deleted: nobody waits for anybody.
create table ledger_due (
  contract_id text not null,
  due_id text not null,
  since timestamptz not null,
  primary key (contract_id, due_id)
);

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

-- Records of a line we do not know (yet): nothing that arrives is dropped.
create table usage_stray (
  line_ref text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  record_id text not null,
  revision integer not null,
  high_bytes bigint not null,
  low_bytes bigint not null,
  received_at timestamptz not null,
  primary key (line_ref, from_at, revision)
);

-- A month of a line where the carrier's total and ours differ; resolved_at once they agree again.
create table usage_finding (
  contract_id text not null,
  line_id text not null,
  month text not null,
  carrier_high_bytes bigint not null,
  carrier_low_bytes bigint not null,
  our_high_bytes bigint not null,
  our_low_bytes bigint not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  primary key (contract_id, line_id, month)
);

create table import_cursor (
  source text primary key,
  cursor text not null,
  -- The last complete hour the carrier has handed out.
  through timestamptz,
  imported_at timestamptz not null
);

create trigger data_entry_append_only before update or delete on data_entry
  for each row execute function refuse_change();
