-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table procedure_order (
  contract_id text,
  order_no text,
  line_id text,
  procedure text not null,
  state text not null,
  details jsonb not null,
  requested_at timestamptz not null,
  changed_at timestamptz not null,
  closed_at timestamptz,
  version integer not null default 1,
  -- First day under the new conditions, or the last day of service for what ends.
  effective_on date,
  -- Until then (exclusive) it can be undone.
  undo_until timestamptz,
  -- When the step that is under way is expected to be over.
  expected_on date,
  -- Nothing of it goes to the carrier until then: it followed a login from a new device.
  held_until timestamptz,
  primary key (contract_id, order_no),
  unique (order_no),
  foreign key (contract_id) references contract(contract_id)
);
create index procedure_order_claims on procedure_order (changed_at) where procedure = 'deviceClaim'
  and (state in ('assessing', 'repairing', 'repair_shipped', 'exchange_preparing', 'exchange_shipped',
    'return_missing'));
create index procedure_order_due on procedure_order (procedure, effective_on) where closed_at is null;
create index procedure_order_eid on procedure_order ((details ->> 'eidIndex')) where closed_at is null
  and details ? 'eidIndex';
create index procedure_order_open on procedure_order (changed_at) where closed_at is null;
create index procedure_order_recent on procedure_order (contract_id, requested_at desc);
create index procedure_order_undo on procedure_order (undo_until) where closed_at is null;

create table order_event (
  contract_id text,
  order_no text,
  sequence integer,
  at timestamptz not null,
  actor text not null,
  event text not null,
  state text not null,
  details jsonb not null,
  -- The member reads the case; the house knows the person.
  staff_id text,
  case_no text,
  primary key (contract_id, order_no, sequence),
  check (actor in ('member', 'staff', 'system', 'carrier')),
  foreign key (contract_id, order_no) references procedure_order(contract_id, order_no)
);
create trigger order_event_append_only before delete or update on order_event for each row
  execute function refuse_change();
create trigger order_event_not_emptied before truncate on order_event for each statement
  execute function refuse_emptying();

-- Requests that wait until what blocks them is over.
create table procedure_queue (
  contract_id text,
  queue_id text,
  operation text not null,
  line_id text,
  -- What the form would have asked.
  wish jsonb not null,
  state text not null,
  -- Why it waited last, or why it could not be begun.
  reason_code text,
  free_from timestamptz,
  queued_at timestamptz not null,
  changed_at timestamptz not null,
  order_no text,
  primary key (contract_id, queue_id),
  check (state in ('waiting', 'ready', 'started', 'refused', 'withdrawn')),
  foreign key (contract_id) references contract(contract_id)
);
create unique index procedure_queue_one on procedure_queue (contract_id, operation, coalesce(line_id, ''))
  where state in ('waiting', 'ready');
create index procedure_queue_waiting on procedure_queue (queued_at) where state in ('waiting', 'ready');
