-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Options of a line, or of the contract where there is no line; in force from an instant to the end of a day.
create table option_period (
  contract_id text,
  period_id text,
  -- None for an option of the contract.
  line_id text,
  option_code text not null,
  -- The last day; none while it runs.
  to_on date,
  -- The flat rate covers calls from this moment, not from the day's start (billing rule 10); the fee counts days.
  joined_at timestamptz not null,
  -- Set where it ended at once, before its last day was over.
  left_at timestamptz,
  -- The order it was joined by, and the version of the terms that was agreed to with it; none of before orders.
  join_order_no text,
  terms_version text,
  -- What the member chose (a number to forward to) and what the provider handed over, sealed.
  settings_sealed text,
  -- ID and password of the provider's service: they open it.
  activation_sealed text,
  primary key (contract_id, period_id),
  foreign key (contract_id) references contract(contract_id)
);
create index option_period_line on option_period (line_id, option_code);
create unique index option_period_once on option_period (contract_id, coalesce(line_id, ''), option_code)
  where to_on is null;
create unique index option_period_order on option_period (contract_id, join_order_no) where join_order_no is not null;
