-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- The other party is shown with its last digits hidden, the whole number only to the member who asks for it.
create table call_record (
  contract_id text,
  line_id text,
  record_id text,
  kind text not null,
  started_at timestamptz,
  duration_seconds integer,
  characters integer,
  to_masked text not null,
  -- What it was worked out from, so that every yen can be explained.
  units integer not null,
  free_seconds integer not null,
  figure_key text not null,
  rate_valid_from date not null,
  unit_tenths_yen integer not null,
  amount_tenths_yen integer not null,
  tax text not null,
  received_at timestamptz not null,
  -- The carrier corrects records. Each revision stays; the newest counts from the moment it came, so that the bill
  -- of a month that was closed before asks only the difference (billing rule 12).
  revision integer default 1,
  -- When a newer revision came; a revision that came after its own correction never counts.
  superseded_at timestamptz,
  -- Whether 10分かけ放題 made it free, or why not; unknown for early records.
  flat_rate text,
  to_sealed text,
  primary key (contract_id, line_id, started_at, record_id, revision),
  check (kind in ('voice', 'talk', 'voiceAbroad', 'sms', 'smsAbroad')),
  check (tax in ('excluded', 'included', 'outOfScope')),
  check (flat_rate in ('applied', 'notJoined', 'excludedNumber', 'otherTariff'))
) partition by range (started_at);
create table call_record_default partition of call_record default;
create index call_record_of_record on call_record (contract_id, record_id);
create index call_record_received on call_record using brin (received_at);
create index call_record_superseded on call_record (superseded_at) where superseded_at is not null;

create table line_device (
  contract_id text,
  line_id text,
  device_id text,
  maker text not null,
  name text not null,
  imei_sealed text not null,
  first_seen_on date not null,
  last_seen_at timestamptz not null,
  primary key (contract_id, line_id, device_id)
);

create table malware_block_change (
  contract_id text,
  line_id text,
  -- Also the id of the exchange with the carrier.
  change_id text,
  turned_on boolean not null,
  account_id text not null,
  changed_at timestamptz not null,
  carrier_state text not null,
  carrier_answered_at timestamptz,
  primary key (contract_id, line_id, change_id),
  check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown'))
);

-- Records of lines that we do not know; stored as long as those of the others.
create table call_stray (
  line_ref text,
  record_id text,
  revision integer,
  record_sealed text not null,
  received_at timestamptz not null,
  primary key (line_ref, record_id, revision)
);

-- A record that cannot be rated. Tried again at every import; a corrected record resolves it.
create table call_fault (
  line_ref text,
  record_id text,
  revision integer,
  reason text not null,
  -- The row of the price list, or the fact, that is missing.
  fact text not null,
  record_sealed text not null,
  failed_at timestamptz not null,
  resolved_at timestamptz,
  primary key (line_ref, record_id, revision)
);
create index call_fault_open on call_fault (failed_at) where resolved_at is null;
