-- Alerts on residual and charges: what the member wants to be told of, and what was told.

-- A contract without a row has the default settings.
create table alert_setting (
  contract_id text primary key references contract,
  channel text not null check (channel in ('mail', 'none')),
  thresholds jsonb not null,
  changed_at timestamptz not null
);

-- One row per threshold and month: writing it is what makes a notice happen once.
create table alert_notice (
  contract_id text not null references contract,
  notice_key text not null,
  unit text not null check (unit in ('remainingBytes', 'usedPercent', 'chargesYen')),
  value bigint not null,
  message text not null,
  raised_at timestamptz not null,
  primary key (contract_id, notice_key)
);
create index alert_notice_time on alert_notice (contract_id, raised_at desc);
