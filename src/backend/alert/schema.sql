-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- A contract without a row has the default settings.
create table alert_setting (
  contract_id text,
  channel text not null,
  thresholds jsonb not null,
  changed_at timestamptz not null,
  -- The message that the data is used up: it has no value to reach.
  used_up boolean not null default true,
  primary key (contract_id),
  check (channel in ('mail', 'none')),
  foreign key (contract_id) references contract(contract_id)
);

-- Contracts whose data has changed so that a threshold may be reached: what the hourly alerts look at, instead of
-- every contract (docs/decisions/070). Rows are only inserted and deleted: nobody waits for anybody.
create table alert_due (
  contract_id text,
  due_id text,
  primary key (contract_id, due_id)
);

-- One row a threshold and month: writing it is what sends one notice only.
create table alert_notice (
  contract_id text,
  notice_key text,
  unit text not null,
  value bigint not null,
  message text not null,
  raised_at timestamptz not null,
  primary key (contract_id, notice_key),
  check (unit in ('remainingBytes', 'usedPercent', 'chargesYen', 'usedUp')),
  foreign key (contract_id) references contract(contract_id)
);
create index alert_notice_time on alert_notice (contract_id, raised_at desc);
