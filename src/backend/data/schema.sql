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
  -- High-speed volume that no bucket could pay: a balance never goes below zero.
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

-- High-speed volume of a day that no bucket could pay, so that what is shown as used is what was taken from the
-- data. Derived from the usage records, and written with them under the contract's lock: no column of usage_day,
-- whose rows the import locks for a whole batch.
create table usage_uncovered (
  contract_id text,
  line_id text,
  day date,
  uncovered_bytes bigint not null,
  primary key (contract_id, line_id, day)
);

-- Where the use of a line lies from before it became its user's own contract: of the days on which the person was
-- the line's user (docs/decisions/114). The records stay at the contract that paid for them.
create table usage_former (
  contract_id text,
  line_id text,
  from_contract_id text not null,
  from_line_id text not null,
  since date not null,
  until date not null,
  primary key (contract_id, line_id),
  constraint usage_former_check1 check (from_contract_id <> contract_id),
  check (since <= until),
  foreign key (contract_id) references contract(contract_id)
);

-- A month of a line in which the carrier's total and ours differ.
create table usage_finding (
  contract_id text,
  line_id text,
  month text,
  carrier_high_bytes bigint not null,
  carrier_low_bytes bigint not null,
  our_high_bytes bigint not null,
  our_low_bytes bigint not null,
  found_at timestamptz not null,
  -- Once they agree again.
  resolved_at timestamptz,
  primary key (contract_id, line_id, month)
);

-- A grant is a fact and stands here; a carry-over is what a month rollover left of a base.
create table data_bucket (
  contract_id text,
  bucket_id text,
  kind text not null,
  -- The month of the base grant that it is, or carries from.
  base_month text,
  granted_bytes bigint not null,
  -- Derived: the sum of its entries, as a law proves.
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

-- What has left the pool for another contract, by the bucket it is taken from; a fact. Deleted where it comes
-- back.
create table data_transfer (
  contract_id text,
  transfer_id text,
  bucket_id text,
  bytes bigint not null,
  ends_at timestamptz not null,
  moved_at timestamptz not null,
  primary key (contract_id, transfer_id, bucket_id),
  check (bytes > 0),
  check (moved_at < ends_at),
  foreign key (contract_id) references contract(contract_id)
);
create index data_transfer_moved on data_transfer (contract_id, moved_at);

create table data_entry (
  -- Signed: a grant adds, a use takes.
  bytes bigint not null,
  occurred_at timestamptz,
  recorded_at timestamptz not null,
  -- When its bucket ends: the table is partitioned by the month of it.
  ends_at timestamptz,
  -- The order in which the entries of a contract were written.
  position integer,
  -- How often the source has spoken of the bucket.
  number smallint not null,
  contract_id text,
  bucket_id text not null,
  line_id text,
  kind text not null,
  -- What it comes from: the kind and the id of the fact.
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

-- The last entry of each ledger: asked for with every hour charged, and otherwise to be looked for in all months.
create table data_ledger (
  contract_id text,
  -- Of the last entry.
  position integer not null,
  recorded_at timestamptz not null,
  -- The latest moment that an entry is about.
  latest_at timestamptz not null,
  -- Derived: what the lines can use before a cap or a warning of one of them can be reached (`roomOf`), at most.
  -- None without caps.
  cap_room_bytes bigint,
  -- Derived: until when a line of the contract was at its cap; far ahead while one is (`CAPPED`).
  capped_until timestamptz,
  primary key (contract_id)
) with (fillfactor=45);

-- The pool at an instant, so that a replay need not begin with the contract. Derived: it may be deleted at any
-- time.
create table data_opening (
  contract_id text,
  at timestamptz,
  buckets jsonb not null,
  primary key (contract_id, at),
  foreign key (contract_id) references contract(contract_id)
);

-- Facts that came in and are not in the ledger yet. Rows are only inserted and deleted: nobody waits for anybody.
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

-- The member's switch.
create table high_speed_change (
  contract_id text,
  line_id text,
  -- Also the id of the exchange with the carrier.
  change_id text,
  turned_on boolean not null,
  actor text not null,
  account_id text,
  -- The member's own press, as `actor` says.
  reason text not null,
  changed_at timestamptz not null,
  carrier_state text not null,
  carrier_answered_at timestamptz,
  -- Two changes may bear the same instant; under the contract's lock this is their order.
  sequence bigint generated always as identity,
  -- Of a member of the family who switched at the contract of another.
  family_role_id text,
  primary key (contract_id, line_id, change_id),
  check (actor in ('member', 'staff', 'system', 'carrier')),
  check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown'))
);

-- Our own decisions on a line's speed: pool empty, three-day limit, lifted.
create table speed_decision (
  contract_id text,
  line_id text,
  -- Also the id of the exchange with the carrier.
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

-- A cap as it was set; the newest of a line is in force.
create table line_cap (
  contract_id text,
  line_id text not null,
  cap_id text,
  -- Without a volume the period has no cap; a row without either ends the caps of the line.
  month_bytes bigint,
  day_bytes bigint,
  at_cap text not null,
  warn_percent smallint,
  set_at timestamptz not null,
  actor text not null,
  account_id text,
  sequence bigint generated always as identity,
  primary key (contract_id, cap_id),
  check (month_bytes >= 0),
  check (day_bytes >= 0),
  check (at_cap in ('slow', 'ask')),
  check (warn_percent >= 1 and warn_percent <= 99),
  check (actor in ('member', 'staff', 'system', 'carrier')),
  foreign key (contract_id) references contract(contract_id)
);
create index line_cap_newest on line_cap (contract_id, line_id, sequence);

-- An exception for today; what answers a request writes one too.
create table line_cap_lift (
  contract_id text,
  line_id text not null,
  lift_id text,
  -- Up to these volumes; without one the period has no cap while the exception lasts.
  month_bytes bigint,
  day_bytes bigint,
  lifted_at timestamptz not null,
  until_at timestamptz not null,
  actor text not null,
  account_id text,
  primary key (contract_id, lift_id),
  check (month_bytes >= 0),
  check (day_bytes >= 0),
  check (actor in ('member', 'staff', 'system', 'carrier')),
  foreign key (contract_id) references contract(contract_id)
);
create index line_cap_lift_end on line_cap_lift (until_at);

-- A time in which a line was at its cap (`data/steps.ts`).
create table line_cap_reach (
  contract_id text,
  line_id text not null,
  reach_id text,
  state text not null,
  period text not null,
  cap_bytes bigint not null,
  used_bytes bigint not null,
  reached_at timestamptz not null,
  -- When the carrier had confirmed the low speed: from then on nothing of the line is charged.
  slow_from timestamptz,
  ended_at timestamptz,
  primary key (contract_id, reach_id),
  check (state in ('reached', 'lifted')),
  check ((state = 'lifted') = (ended_at is not null)),
  check (period in ('day', 'month')),
  foreign key (contract_id) references contract(contract_id)
);
create unique index line_cap_reach_one on line_cap_reach (contract_id, line_id) where state = 'reached';

-- One row: the moment up to which the calendar's look has seen every contract.
create table calendar_look (
  singleton boolean default true,
  through timestamptz not null,
  primary key (singleton),
  check (singleton)
);

-- How far the ledgers' month rollover is, and the parts that are left of it: as with a month's close
-- (docs/decisions/058 and 070).
create table month_turn (
  month text,
  began_at timestamptz not null,
  finished_at timestamptz,
  contracts_done integer not null default 0,
  primary key (month)
);

create table month_turn_part (
  month text,
  -- The part's first contract; it goes on to the first contract of the next part.
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

-- Records of lines that we do not know; stored as long as those of the others.
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

-- Records of a month that is rolled up already (docs/decisions/070): they change nothing any more, and a person
-- looks at them.
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

-- One row: records of use before it are deleted; the ledger's entries of them stay while the contract runs.
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
