-- Locks a member has set on the contract. A row stays when the lock is lifted; what happened to it is in the audit.
create table contract_lock (
  contract_id text not null references contract,
  kind text not null check (kind in ('portOut', 'simChange', 'topUp')),
  state text not null check (state in ('off', 'on', 'lifting')),
  wait_hours integer not null check (wait_hours in (0, 24, 72)),
  -- A shorter wait that was asked for counts from shorter_from on.
  shorter_wait_hours integer check (shorter_wait_hours < wait_hours),
  shorter_from timestamptz,
  -- From then on it no longer locks, whether or not a job has written so.
  lifts_at timestamptz,
  changed_at timestamptz not null,
  version integer not null default 1,
  primary key (contract_id, kind),
  check ((shorter_wait_hours is null) = (shorter_from is null)),
  check ((state = 'lifting') = (lifts_at is not null))
);
create index contract_lock_lifting on contract_lock (lifts_at) where state = 'lifting';
