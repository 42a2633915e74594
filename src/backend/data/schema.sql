-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table usage_record (
  contract_id text,
  line_id text,
  from_at timestamptz,
  to_at timestamptz not null,
  record_id text not null,
  revision integer not null,
  high_bytes bigint not null,
  low_bytes bigint not null,
  uncovered_bytes bigint not null default 0,
  received_at timestamptz not null,
  primary key (contract_id, line_id, from_at)
) partition by range (from_at);
create table usage_record_default partition of usage_record default;

create table usage_day (
  contract_id text,
  line_id text,
  day date,
  high_bytes bigint not null,
  low_bytes bigint not null,
  as_of timestamptz not null,
  primary key (contract_id, line_id, day)
) with (fillfactor=90);

create table usage_uncovered (
  contract_id text,
  line_id text,
  day date,
  uncovered_bytes bigint not null,
  primary key (contract_id, line_id, day)
);

create table usage_finding (
  contract_id text,
  line_id text,
  month text,
  carrier_high_bytes bigint not null,
  carrier_low_bytes bigint not null,
  our_high_bytes bigint not null,
  our_low_bytes bigint not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  primary key (contract_id, line_id, month)
);

create table data_bucket (
  contract_id text,
  bucket_id text,
  kind text not null,
  base_month text,
  granted_bytes bigint not null,
  remaining_bytes bigint not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (contract_id, bucket_id),
  check (kind in ('base', 'carry', 'topup', 'topup_no_carry', 'gift', 'bonus')),
  check (granted_bytes >= 0),
  check (remaining_bytes >= 0),
  foreign key (contract_id) references contract(contract_id)
) with (fillfactor=45);
create index data_bucket_ends on data_bucket (expires_at) where kind <> 'base' and kind <> 'carry';

create table data_entry (
  bytes bigint not null,
  occurred_at timestamptz,
  recorded_at timestamptz not null,
  -- When its bucket is over: entries are kept by the month of it.
  ends_at timestamptz,
  position integer,
  -- How often the source has spoken of the bucket.
  number smallint not null,
  contract_id text,
  bucket_id text not null,
  line_id text,
  kind text not null,
  source text not null,
  primary key (contract_id, occurred_at, "position", ends_at),
  check (bytes <> 0),
  check (kind in ('grant', 'use', 'adjust', 'expire', 'transfer'))
) partition by range (ends_at);
create table data_entry_default partition of data_entry default;
create unique index data_entry_source on only data_entry (contract_id, ends_at,
  hashtextextended((source || '@') || bucket_id, number::bigint));
create unique index data_entry_default_source on data_entry_default (contract_id, ends_at,
  hashtextextended((source || '@') || bucket_id, number::bigint));
alter index data_entry_source attach partition data_entry_default_source;
create trigger data_entry_append_only before delete or update on data_entry for each row
  execute function refuse_change();
create trigger data_entry_not_emptied before truncate on data_entry for each statement
  execute function refuse_emptying();
create trigger data_entry_default_not_emptied before truncate on data_entry_default for each statement
  execute function refuse_emptying();

create table data_ledger (
  contract_id text,
  -- Of the last entry.
  position integer not null,
  recorded_at timestamptz not null,
  -- The latest moment that an entry is about.
  latest_at timestamptz not null,
  primary key (contract_id)
) with (fillfactor=45);

create table data_opening (
  contract_id text,
  at timestamptz,
  buckets jsonb not null,
  primary key (contract_id, at),
  foreign key (contract_id) references contract(contract_id)
);

create table ledger_due (
  contract_id text not null,
  due_id text,
  since timestamptz not null,
  -- These four only for a record that came in for the first time.
  line_id text,
  record_id text,
  bytes bigint,
  received_at timestamptz,
  check (num_nulls(line_id, record_id, bytes, received_at) in (0, 4))
);
create index ledger_due_contract on ledger_due (contract_id);

-- Contracts that have changed since then.
create table calendar_note (
  contract_id text not null
);
create index calendar_note_contract on calendar_note (contract_id);

create table high_speed_change (
  contract_id text,
  line_id text,
  change_id text,
  turned_on boolean not null,
  actor text not null,
  account_id text,
  reason text not null,
  changed_at timestamptz not null,
  carrier_state text not null,
  carrier_answered_at timestamptz,
  sequence bigint generated always as identity,
  primary key (contract_id, line_id, change_id),
  check (actor in ('member', 'staff', 'system', 'carrier')),
  check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown'))
);

create table speed_decision (
  contract_id text,
  line_id text,
  decision_id text,
  speed text not null,
  decided_at timestamptz not null,
  carrier_state text not null,
  carrier_answered_at timestamptz,
  sequence bigint generated always as identity,
  primary key (contract_id, line_id, decision_id),
  check (speed in ('high', 'low', 'throttled')),
  check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown'))
);
create index speed_decision_order on speed_decision (contract_id, line_id, sequence);

-- One row: the moment up to which the calendar's look has seen every contract.
create table calendar_look (
  singleton boolean default true,
  through timestamptz not null,
  primary key (singleton),
  check (singleton)
);

create table month_turn (
  month text,
  began_at timestamptz not null,
  finished_at timestamptz,
  contracts_done integer not null default 0,
  primary key (month)
);

create table month_turn_part (
  month text,
  from_id text,
  until_id text,
  primary key (month, from_id),
  foreign key (month) references month_turn(month) on delete cascade
);

-- One row: days before `before` are written in usage_day, those before `writing` are being written.
create table usage_day_end (
  singleton boolean default true,
  before date not null,
  writing date not null,
  primary key (singleton),
  check (singleton),
  check (writing >= before)
);

insert into usage_day_end (singleton, before, writing) values
  (true, '-infinity', '-infinity');

-- Records of lines that we do not know: as long as those of the ones we do.
create table usage_stray (
  line_ref text,
  from_at timestamptz,
  to_at timestamptz not null,
  record_id text not null,
  revision integer,
  high_bytes bigint not null,
  low_bytes bigint not null,
  received_at timestamptz not null,
  primary key (line_ref, from_at, revision)
);

create table usage_late (
  line_ref text,
  from_at timestamptz,
  to_at timestamptz not null,
  record_id text not null,
  revision integer,
  high_bytes bigint not null,
  low_bytes bigint not null,
  received_at timestamptz not null,
  primary key (line_ref, from_at, revision)
);

create table usage_let_go (
  singleton boolean default true,
  before timestamptz not null,
  primary key (singleton),
  check (singleton)
);

create view usage_by_day as
select usage_day.contract_id,
    usage_day.line_id,
    usage_day.day,
    usage_day.high_bytes,
    usage_day.low_bytes
   from usage_day
  where usage_day.day < (( select usage_day_end.before
           from usage_day_end)) or usage_day.day >= (( select usage_day_end.writing
           from usage_day_end))
union all
 select usage_record.contract_id,
    usage_record.line_id,
    (usage_record.from_at at time zone 'Asia/Tokyo')::date as day,
    sum(usage_record.high_bytes)::bigint as high_bytes,
    sum(usage_record.low_bytes)::bigint as low_bytes
   from usage_record
  where usage_record.from_at >= (( select (usage_day_end.before::timestamp without time zone at time zone 'Asia/Tokyo') as timezone
           from usage_day_end))
  group by usage_record.contract_id, usage_record.line_id, ((usage_record.from_at at time zone 'Asia/Tokyo')::date);
