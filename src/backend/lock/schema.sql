-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Locks that a member has set. A row stays when the lock is lifted; what happened to it is in the audit.
create table contract_lock (
  contract_id text,
  kind text,
  state text not null,
  wait_hours integer not null,
  -- A shorter wait that the member requested, and from when it applies.
  shorter_wait_hours integer,
  shorter_from timestamptz,
  -- From then on it no longer locks, whether or not a job has written so.
  lifts_at timestamptz,
  changed_at timestamptz not null,
  -- One more with each change: part of the notification's name.
  version integer not null default 1,
  primary key (contract_id, kind),
  check (kind in ('numberTransfer', 'simChange', 'topUp')),
  check (state in ('off', 'on', 'lifting')),
  constraint contract_lock_check2 check ((state = 'lifting') = (lifts_at is not null)),
  check (wait_hours in (0, 24, 72)),
  check (shorter_wait_hours < wait_hours),
  constraint contract_lock_check1 check ((shorter_wait_hours is null) = (shorter_from is null)),
  foreign key (contract_id) references contract(contract_id)
);
create index contract_lock_lifting on contract_lock (lifts_at) where state = 'lifting';
