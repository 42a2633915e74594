-- formerly f6551681d4626fca59d004fb51eb7293a17501b8388f31ead21d1e8da4a54d57
-- step
-- How long each audit is and how it ends, kept apart from the entries: a tail that was cut off shows (docs/decisions/061).
create table audit_head (
  chain text primary key,
  position integer not null,
  hash text not null,
  -- When the worker last worked out every hash of the chain.
  checked_at timestamptz
);
create index audit_head_unchecked on audit_head (checked_at nulls first);

-- What is hashed: 2 also covers the trace key and the version itself. Processes of before write 1.
alter table audit_entry add column hash_version smallint not null default 1;

create function move_audit_head() returns trigger language plpgsql as $$
begin
  insert into audit_head (chain, position, hash) values (new.chain, new.position, new.hash)
  on conflict (chain) do update set position = excluded.position, hash = excluded.hash
    where audit_head.position < excluded.position;
  return null;
end $$;
create trigger audit_entry_moves_head after insert on audit_entry
  for each row execute function move_audit_head();

-- A head only moves on, or is marked as checked; it goes when its entries may.
create function refuse_head_change() returns trigger language plpgsql as $$
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
create trigger audit_head_moves_on before update or delete on audit_head
  for each row execute function refuse_head_change();

create function refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entry_not_emptied before truncate on audit_entry
  for each statement execute function refuse_emptying();
create trigger audit_head_not_emptied before truncate on audit_head
  for each statement execute function refuse_emptying();

-- step: in parts of select pg_relation_size('audit_entry') / current_setting('block_size')::integer / 64 + 1
-- Those of before; what is written meanwhile moves its head by itself.
insert into audit_head
  select distinct on (chain) chain, position, hash from audit_entry
  where ctid >= ('(' || $1::bigint * 64 || ',0)')::tid and ctid < ('(' || ($1::bigint + 1) * 64 || ',0)')::tid
  order by chain, position desc
on conflict (chain) do update set position = excluded.position, hash = excluded.hash
  where audit_head.position < excluded.position;
