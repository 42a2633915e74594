-- The house itself: clock, idempotency, audit.
-- Every table of member data has contract_id (or account_id) first in its key, so that the database can be
-- spread over machines by that key later. Instants are timestamptz, calendar dates are Japanese dates.

create table clock_setting (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null default 0,
  -- Where the clock is being moved to; the worker walks there so that what falls due runs in order.
  target_offset_ms bigint,
  -- How far the due work has been done (worker's own mark).
  worked_until timestamptz
);
insert into clock_setting default values;

create table idempotency_key (
  account_id text not null,
  operation text not null,
  key text not null,
  body_hash text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null,
  primary key (account_id, operation, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- One hash chain per contract (or account, or the system): appending needs no lock that others wait for.
create table audit_entry (
  chain text not null,
  position integer not null,
  at timestamptz not null,
  actor text not null,
  account_id text,
  action text not null,
  target text not null,
  details jsonb not null,
  trace_key text,
  previous_hash text not null,
  hash text not null,
  primary key (chain, position)
);

-- The ledger and the audit are append-only: whoever tries to change a row is refused by the database itself.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_change();
