-- formerly 4fa04851a8d68e3393a353e661b8900ee441e61459b2c10181b6fac4b7534831
-- step
-- An option is joined and left by orders (decision 045): what was agreed to and chosen with it stays with its period.
alter table option_period add column left_at timestamptz;
alter table option_period add column join_order_no text;
alter table option_period add column terms_version text;
alter table option_period add column settings_sealed text;
alter table option_period add column activation_sealed text;

-- step: alone
-- However often an answer comes: an option runs once on a line, and once for the contract.
create unique index concurrently option_period_once on option_period (contract_id, coalesce(line_id, ''), option_code)
  where to_on is null;

-- step: alone
create unique index concurrently option_period_order on option_period (contract_id, join_order_no) where join_order_no is not null;
