-- Bills as the month close fixed them, with every line and what it was computed from. One bill a contract and month.
-- contract_id comes first in every key. Rows of a fixed bill never change; its state and payment do.

-- What a row of contract and line was counts until this instant, whenever the change was written down.
alter table contract_version add column counts_from timestamptz;
alter table line_version add column counts_from timestamptz;

-- Options of a line, or of the contract where there is no line; in force from an instant to the end of a day.
create table option_period (
  contract_id text not null references contract,
  period_id text not null,
  line_id text,
  option_code text not null,
  from_on date not null,
  to_on date,
  primary key (contract_id, period_id)
);

create table bill (
  contract_id text not null references contract,
  month text not null,
  bill_id text not null unique,
  state text not null,
  period_from date not null,
  period_to date not null,
  out_of_scope_yen bigint not null,
  total_yen bigint not null,
  fixed_at timestamptz not null,
  charge_on date not null,
  paid_at timestamptz,
  primary key (contract_id, month)
);

create table bill_line (
  contract_id text not null,
  month text not null,
  position integer not null,
  kind text not null,
  line_id text,
  figure_key text,
  rate_valid_from date,
  unit_tenths_yen bigint,
  quantity integer not null,
  days integer,
  of_days integer,
  amount_tenths_yen bigint not null,
  tax text not null check (tax in ('excluded', 'included', 'outOfScope')),
  tax_on date not null,
  origin_month text,
  source_ref text,
  primary key (contract_id, month, position),
  foreign key (contract_id, month) references bill
);

create table bill_rate (
  contract_id text not null,
  month text not null,
  tax_percent integer not null,
  total_yen bigint not null,
  tax_yen bigint not null,
  primary key (contract_id, month, tax_percent),
  foreign key (contract_id, month) references bill
);

create trigger bill_line_append_only before update or delete on bill_line
  for each row execute function refuse_change();
create trigger bill_rate_append_only before update or delete on bill_rate
  for each row execute function refuse_change();

-- The close of a month: begun once, taken up again where it stopped, finished once.
create table month_close (
  month text primary key,
  began_at timestamptz not null,
  finished_at timestamptz,
  -- Contracts up to this id are done.
  done_through text not null default '',
  contracts_done integer not null default 0
);

-- A contract whose bill could not be made: who, why, which fact. Holds up nobody else.
create table close_failure (
  contract_id text not null references contract,
  month text not null,
  reason text not null,
  fact text not null,
  failed_at timestamptz not null,
  resolved_at timestamptz,
  primary key (contract_id, month)
);
