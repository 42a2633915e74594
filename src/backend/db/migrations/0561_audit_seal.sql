-- When a head last moved, by the database's own clock: each hour those that have moved are sealed (docs/decisions/099).
-- Heads of before count as moved now, so that the first seals take all of them in.
alter table audit_head add column moved_at timestamptz not null default now();
create or replace function move_audit_head() returns trigger language plpgsql as $$
begin
  insert into audit_head (chain, position, hash, moved_at) values (new.chain, new.position, new.hash, clock_timestamp())
  on conflict (chain) do update set position = excluded.position, hash = excluded.hash, moved_at = excluded.moved_at
    where audit_head.position < excluded.position;
  return null;
end $$;

-- What was sealed, so that it can be worked out again. Who is given a database to change can change these too: the digest of
-- each seal lies with somebody else.
create table audit_seal (
  number integer primary key,
  digest text not null,
  previous_digest text not null,
  heads integer not null,
  -- Heads that moved before this are in it or in one before.
  moved_until timestamptz not null,
  sealed_at timestamptz not null,
  posted_at timestamptz
);
create index audit_seal_unposted on audit_seal (number) where posted_at is null;

create table audit_seal_head (
  -- The audit's chain.
  head_of text not null,
  position integer not null,
  hash text not null,
  number integer not null references audit_seal (number),
  primary key (head_of, position)
);
create index audit_seal_head_number on audit_seal_head (number, head_of, position);

create trigger audit_seal_head_append_only before update or delete on audit_seal_head
  for each row execute function refuse_change();
create trigger audit_seal_head_not_emptied before truncate on audit_seal_head
  for each statement execute function refuse_emptying();

-- A seal is only ever marked as posted.
create function refuse_seal_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.posted_at is null and to_jsonb(new) - 'posted_at' = to_jsonb(old) - 'posted_at' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_seal_final before update or delete on audit_seal
  for each row execute function refuse_seal_change();
create trigger audit_seal_not_emptied before truncate on audit_seal
  for each statement execute function refuse_emptying();
-- step: alone
create index concurrently audit_head_moved on audit_head (moved_at);
-- step: alone
create index concurrently audit_entry_by_staff on audit_entry ((details ->> 'staff'), at) where details ->> 'staff' is not null;
-- step: alone
create index concurrently audit_entry_by_case on audit_entry ((details ->> 'caseNo'), at) where details ->> 'caseNo' is not null;
