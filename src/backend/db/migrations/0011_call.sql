-- Calls and messages as the carrier reports them, rated on arrival with the row of the price list in force.

-- The other party is kept with its last digits hidden only: the full number is not stored.
create table call_record (
  contract_id text not null,
  line_id text not null,
  record_id text not null,
  kind text not null check (kind in ('voice', 'talk', 'sms', 'smsAbroad')),
  started_at timestamptz not null,
  duration_seconds integer,
  characters integer,
  to_masked text not null,
  -- What it was computed from, so that every yen can be explained and recomputed.
  units integer not null,
  free_seconds integer not null,
  figure_key text not null,
  rate_valid_from date not null,
  unit_tenths_yen integer not null,
  amount_tenths_yen integer not null,
  tax text not null check (tax in ('excluded', 'included', 'outOfScope')),
  received_at timestamptz not null,
  -- The carrier repeats records; a call is never corrected, so the same one again changes nothing.
  primary key (contract_id, line_id, started_at, record_id)
) partition by range (started_at);
create table call_record_default partition of call_record default;

-- Records of a line we do not know (yet): nothing that arrives is dropped.
create table call_stray (
  line_ref text not null,
  record_id text not null,
  record jsonb not null,
  received_at timestamptz not null,
  primary key (line_ref, record_id)
);
