-- Money given back for an outage, as an operator decides it (npm run compensation): the worker books it line by line, and
-- finishes what a lost worker began, each line and month once.
create table compensation (
  compensation_id text primary key,
  -- Of the outage board, or a name of the operator's for what never stood on it.
  outage_id text not null unique,
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  -- Nothing: every line.
  line_ids text[],
  reason text not null,
  entered_at timestamptz not null,
  done_at timestamptz
);
