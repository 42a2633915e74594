-- A due that is a record come in for the first time carries what charging it needs, so that thousands of contracts can be
-- charged in one statement (docs/decisions/066). Dues without it, those of before too, are left to the replay.
alter table ledger_due
  add column line_id text,
  add column record_id text,
  add column bytes bigint,
  add column received_at timestamptz,
  add check (num_nulls(line_id, record_id, bytes, received_at) in (0, 4));
