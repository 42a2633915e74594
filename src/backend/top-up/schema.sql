-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table spending_limit (
  contract_id text,
  version integer,
  -- With tax; null is no ceiling.
  limit_yen integer,
  account_id text not null,
  set_at timestamptz not null,
  primary key (contract_id, version),
  check (limit_yen >= 500 and limit_yen <= 100000),
  foreign key (contract_id) references contract(contract_id)
);
create trigger spending_limit_append_only before delete or update on spending_limit for each row
  execute function refuse_change();
create trigger spending_limit_not_emptied before truncate on spending_limit for each statement
  execute function refuse_emptying();

-- Messages about the ceiling and automatic top-up. Writing the row is what sends one only.
create table spending_notice (
  contract_id text,
  notice_key text,
  month text not null,
  message text not null,
  raised_at timestamptz not null,
  primary key (contract_id, notice_key),
  foreign key (contract_id) references contract(contract_id)
);
create index spending_notice_month on spending_notice (contract_id, month);
create trigger spending_notice_append_only before delete or update on spending_notice for each row
  execute function refuse_change();
create trigger spending_notice_not_emptied before truncate on spending_notice for each statement
  execute function refuse_emptying();

create table auto_top_up_setting (
  contract_id text,
  version integer,
  -- Null is switched off.
  pack_code text,
  at_bytes bigint,
  times_a_month integer,
  -- The price agreed to, with tax: at another one nothing is bought.
  price_yen integer,
  account_id text not null,
  set_at timestamptz not null,
  primary key (contract_id, version),
  check (num_nulls(pack_code, at_bytes, times_a_month, price_yen) in (0, 4)),
  check (at_bytes >= 0),
  check (times_a_month >= 1 and times_a_month <= 10),
  check (price_yen > 0),
  foreign key (contract_id) references contract(contract_id)
);
create trigger auto_top_up_setting_append_only before delete or update on auto_top_up_setting for each row
  execute function refuse_change();
create trigger auto_top_up_setting_not_emptied before truncate on auto_top_up_setting for each statement
  execute function refuse_emptying();

-- The nth automatic purchase of a month: the key makes it one effect however often the job runs.
create table auto_top_up (
  contract_id text,
  month text,
  nth integer,
  order_no text not null,
  pack_code text not null,
  price_yen integer not null,
  setting_version integer not null,
  bought_at timestamptz not null,
  primary key (contract_id, month, nth),
  unique (order_no),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, setting_version) references auto_top_up_setting(contract_id, version)
);
create trigger auto_top_up_append_only before delete or update on auto_top_up for each row
  execute function refuse_change();
create trigger auto_top_up_not_emptied before truncate on auto_top_up for each statement
  execute function refuse_emptying();

-- What a member was shown when something was bought.
create table receipt (
  contract_id text,
  order_no text,
  details jsonb not null,
  issued_at timestamptz not null,
  primary key (contract_id, order_no),
  foreign key (contract_id) references contract(contract_id)
);
create trigger receipt_append_only before delete or update on receipt for each row execute function refuse_change();
create trigger receipt_not_emptied before truncate on receipt for each statement execute function refuse_emptying();
