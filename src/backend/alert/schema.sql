-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table alert_setting (
  contract_id text,
  channel text not null,
  thresholds jsonb not null,
  changed_at timestamptz not null,
  used_up boolean not null default true,
  primary key (contract_id),
  check (channel in ('mail', 'none')),
  foreign key (contract_id) references contract(contract_id)
);

create table alert_due (
  contract_id text,
  due_id text,
  primary key (contract_id, due_id)
);

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
