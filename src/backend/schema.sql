-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What of a contract has been deleted; the rest is looked at every night.
create table let_go (
  contract_id text,
  kept_for text,
  at timestamptz not null,
  primary key (contract_id, kept_for),
  foreign key (contract_id) references contract(contract_id)
);

create function move_audit_head()
returns trigger language plpgsql as $$
begin
  insert into audit_head (chain, position, hash, moved_at) values (new.chain, new.position, new.hash, clock_timestamp())
  on conflict (chain) do update set position = excluded.position, hash = excluded.hash, moved_at = excluded.moved_at
    where audit_head.position < excluded.position;
  return null;
end $$;

-- One hash chain a contract, an account or the system: appending needs no lock that others wait for.
create table audit_entry (
  chain text,
  position integer,
  at timestamptz not null,
  actor text not null,
  account_id text,
  action text not null,
  target text not null,
  details jsonb not null,
  trace_key text,
  previous_hash text not null,
  hash text not null,
  -- What is hashed: 2 covers the trace key and the version itself too.
  hash_version smallint not null default 1,
  primary key (chain, "position")
);
create index audit_entry_by_case on audit_entry ((details ->> 'caseNo'), at) where (details ->> 'caseNo') is not null;
create index audit_entry_by_staff on audit_entry ((details ->> 'staff'), at) where (details ->> 'staff') is not null;
create trigger audit_entry_append_only before delete or update on audit_entry for each row
  execute function refuse_change();
create trigger audit_entry_moves_head after insert on audit_entry for each row execute function move_audit_head();
create trigger audit_entry_not_emptied before truncate on audit_entry for each statement
  execute function refuse_emptying();

create function refuse_head_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.chain) then
    return old;
  end if;
  if tg_op = 'UPDATE' and new.chain = old.chain
    and (new.position > old.position or (new.position = old.position and new.hash = old.hash)) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- How long each chain is and how it ends, apart from the entries: a tail that was cut off shows
-- (docs/decisions/061).
create table audit_head (
  chain text,
  position integer not null,
  hash text not null,
  -- When the worker last worked out every hash of the chain.
  checked_at timestamptz,
  -- When it last moved, by the database's clock: what is sealed is found by it.
  moved_at timestamptz not null default now(),
  primary key (chain)
);
create index audit_head_moved on audit_head (moved_at);
create index audit_head_unchecked on audit_head (checked_at nulls first);
create trigger audit_head_moves_on before delete or update on audit_head for each row
  execute function refuse_head_change();
create trigger audit_head_not_emptied before truncate on audit_head for each statement
  execute function refuse_emptying();

create table idempotency_key (
  account_id text,
  operation text,
  key text,
  body_hash text not null,
  status integer,
  created_at timestamptz not null,
  -- The answer as it was given, with what it may have opened.
  answer_sealed text,
  primary key (account_id, operation, key)
);
create index idempotency_key_age on idempotency_key (created_at);

-- Findings that nothing puts right by itself, ticked off by staff as they were seen: what has changed since is
-- listed again (npm run findings).
create table finding_settled (
  finding text,
  ref text,
  detail text not null,
  case_no text not null,
  settled_at timestamptz not null,
  primary key (finding, ref)
);

-- Counted by the machine's clock, which nobody moves.
create unlogged table request_count (
  key varchar(255),
  points integer not null default 0,
  -- Milliseconds since 1970.
  expire bigint,
  primary key (key)
);
create index request_count_expire on request_count (expire);

create table schema_migration (
  name text,
  checksum text not null,
  applied_at timestamptz not null default now(),
  primary key (name)
);

create table schema_migration_step (
  name text,
  step integer,
  done_at timestamptz not null default now(),
  primary key (name, step)
);
