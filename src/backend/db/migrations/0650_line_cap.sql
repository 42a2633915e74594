-- Caps of lines (docs/decisions/113): settings, exceptions for today, and when a line was at its cap.
create table line_cap (
  contract_id text not null references contract,
  line_id text not null,
  cap_id text not null,
  -- Without a volume the period has no cap; a row without either ends the caps of the line.
  month_bytes bigint check (month_bytes >= 0),
  day_bytes bigint check (day_bytes >= 0),
  at_cap text not null check (at_cap in ('slow', 'ask')),
  warn_percent smallint check (warn_percent between 1 and 99),
  set_at timestamptz not null,
  actor text not null check (actor in ('member', 'staff', 'system', 'carrier')),
  account_id text,
  sequence bigint generated always as identity,
  primary key (contract_id, cap_id)
);
create index line_cap_newest on line_cap (contract_id, line_id, sequence);

create table line_cap_lift (
  contract_id text not null references contract,
  line_id text not null,
  lift_id text not null,
  -- Up to these volumes; without one the period has no cap while the exception lasts.
  month_bytes bigint check (month_bytes >= 0),
  day_bytes bigint check (day_bytes >= 0),
  lifted_at timestamptz not null,
  until_at timestamptz not null,
  actor text not null check (actor in ('member', 'staff', 'system', 'carrier')),
  account_id text,
  primary key (contract_id, lift_id)
);
create index line_cap_lift_end on line_cap_lift (until_at);

create table line_cap_reach (
  contract_id text not null references contract,
  line_id text not null,
  reach_id text not null,
  state text not null check (state in ('reached', 'lifted')),
  period text not null check (period in ('day', 'month')),
  cap_bytes bigint not null,
  used_bytes bigint not null,
  reached_at timestamptz not null,
  -- When the carrier had confirmed the low speed: from then on nothing of the line is charged.
  slow_from timestamptz,
  ended_at timestamptz,
  primary key (contract_id, reach_id),
  check ((state = 'lifted') = (ended_at is not null))
);
create unique index line_cap_reach_one on line_cap_reach (contract_id, line_id) where state = 'reached';

-- How much a contract can use before a cap of one of its lines can be reached, and until when a line was at its cap.
alter table data_ledger add column cap_room_bytes bigint;
alter table data_ledger add column capped_until timestamptz;
