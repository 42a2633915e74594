-- Ceilings and automatic top-up (issue 11.7). Settings are dated rows: the newest version counts, nothing is changed.

create table spending_limit (
  contract_id text not null references contract,
  version integer not null,
  -- With tax; null is no ceiling. The bounds are those of vocabulary/spending.ts.
  limit_yen integer check (limit_yen between 500 and 100000),
  account_id text not null,
  set_at timestamptz not null,
  primary key (contract_id, version)
);
create trigger spending_limit_append_only before update or delete on spending_limit
  for each row execute function refuse_change();

create table auto_top_up_setting (
  contract_id text not null references contract,
  version integer not null,
  -- Null is switched off.
  pack_code text,
  at_bytes bigint check (at_bytes >= 0),
  times_a_month integer check (times_a_month between 1 and 10),
  -- The price agreed to, with tax: at another one nothing is bought.
  price_yen integer check (price_yen > 0),
  account_id text not null,
  set_at timestamptz not null,
  primary key (contract_id, version),
  check (num_nulls(pack_code, at_bytes, times_a_month, price_yen) in (0, 4))
);
create trigger auto_top_up_setting_append_only before update or delete on auto_top_up_setting
  for each row execute function refuse_change();

-- The nth automatic purchase of a month: the key makes it one effect however often the job runs.
create table auto_top_up (
  contract_id text not null references contract,
  month text not null,
  nth integer not null,
  order_no text not null unique,
  pack_code text not null,
  price_yen integer not null,
  setting_version integer not null,
  bought_at timestamptz not null,
  primary key (contract_id, month, nth),
  foreign key (contract_id, setting_version) references auto_top_up_setting (contract_id, version)
);
create trigger auto_top_up_append_only before update or delete on auto_top_up
  for each row execute function refuse_change();

-- What was told of ceiling and automatic top-up: a level reached, a purchase that was not made. Writing the row is
-- what makes it happen once.
create table spending_notice (
  contract_id text not null references contract,
  notice_key text not null,
  month text not null,
  message text not null,
  raised_at timestamptz not null,
  primary key (contract_id, notice_key)
);
create index spending_notice_month on spending_notice (contract_id, month);
create trigger spending_notice_append_only before update or delete on spending_notice
  for each row execute function refuse_change();
