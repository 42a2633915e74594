-- step
-- The use of a line before it became its user's own contract (docs/decisions/114): where the days are read.
create table usage_former (
  contract_id text not null references contract,
  line_id text not null,
  from_contract_id text not null,
  from_line_id text not null,
  -- First and last day of the person's use there.
  since date not null,
  until date not null,
  primary key (contract_id, line_id),
  check (since <= until),
  check (from_contract_id <> contract_id)
);
