-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Where the clock of a demo is: one row.
create table clock_setting (
  singleton boolean default true,
  offset_ms bigint not null default 0,
  -- Where the clock is being moved to; the worker walks there, so that what falls due runs in order.
  target_offset_ms bigint,
  -- How far the worker has done what was due.
  worked_until timestamptz,
  -- Only a demo's time may be moved.
  is_demo boolean not null default false,
  -- By the machine's clock.
  worker_seen_at timestamptz,
  primary key (singleton),
  check (singleton)
);

insert into clock_setting (singleton, offset_ms, target_offset_ms, worked_until, is_demo, worker_seen_at) values
  (true, 0, null, null, false, null);
