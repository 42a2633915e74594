-- The carrier corrects records. Each revision is kept; the newest counts from the moment it came, so that the bill of a
-- month that was closed before asks only the difference (billing rule 12).
alter table call_record add column revision integer not null default 1;
-- When a newer revision came; a revision that came after its own correction never counts.
alter table call_record add column superseded_at timestamptz;
-- Whether 10分かけ放題 made it free, or why not; unknown for records of before.
alter table call_record add column flat_rate text
  check (flat_rate in ('applied', 'notJoined', 'excludedNumber', 'otherTariff'));
-- The complete number, sealed: shown to the member who asks for it, never otherwise.
alter table call_record add column to_sealed text;
alter table call_record drop constraint call_record_pkey;
alter table call_record add primary key (contract_id, line_id, started_at, record_id, revision);
create index call_record_of_record on call_record (contract_id, record_id);

-- A record that cannot be rated: who, why, which fact. Tried again at every import; a corrected record resolves it.
create table call_fault (
  line_ref text not null,
  record_id text not null,
  revision integer not null,
  reason text not null,
  -- The row of the price list, or the fact, that is missing.
  fact text not null,
  record_sealed text not null,
  failed_at timestamptz not null,
  resolved_at timestamptz,
  primary key (line_ref, record_id, revision)
);
create index call_fault_open on call_fault (failed_at) where resolved_at is null;

-- Strays keep the record as it came, sealed, and are rated once their line is known. Those of before were rated without
-- their line's options: the feed is read again from its beginning, which changes nothing but brings them back.
update import_cursor set cursor = '' where source = 'calls' and exists (select from call_stray);
drop table call_stray;
create table call_stray (
  line_ref text not null,
  record_id text not null,
  revision integer not null,
  record_sealed text not null,
  received_at timestamptz not null,
  primary key (line_ref, record_id, revision)
);
