-- "Then do it for me": wishes that wait until what blocks them is over.
create table procedure_queue (
  contract_id text not null references contract,
  queue_id text not null,
  operation text not null,
  line_id text,
  -- What the form would have asked.
  wish jsonb not null,
  state text not null check (state in ('waiting', 'ready', 'started', 'refused', 'withdrawn')),
  -- Why it waited last, or why it could not be begun.
  reason_code text,
  free_from timestamptz,
  queued_at timestamptz not null,
  changed_at timestamptz not null,
  order_no text,
  primary key (contract_id, queue_id)
);
create index procedure_queue_waiting on procedure_queue (queued_at) where state in ('waiting', 'ready');
-- One wish of a kind at a time, for the contract or for a line.
create unique index procedure_queue_one on procedure_queue (contract_id, operation, coalesce(line_id, ''))
  where state in ('waiting', 'ready');

-- The secret address under which the member's dates can be read as a calendar.
create table calendar_link (
  contract_id text primary key references contract,
  secret_hash text not null unique,
  secret_sealed text not null,
  created_at timestamptz not null,
  last_read_at timestamptz
);
