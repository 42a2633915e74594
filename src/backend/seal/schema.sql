-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create function refuse_seal_change()
returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.posted_at is null and to_jsonb(new) - 'posted_at' = to_jsonb(old) - 'posted_at' then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Each hour the heads of the audits that have moved are sealed; the digest goes to a store outside the database.
create table audit_seal (
  number integer,
  -- Of the seal before, the number, and every sealed head.
  digest text not null,
  previous_digest text not null,
  heads integer not null,
  -- Heads that moved before this, by the database's clock, are in it or in one before.
  moved_until timestamptz not null,
  sealed_at timestamptz not null,
  -- When the store outside confirmed it.
  posted_at timestamptz,
  primary key (number)
);
create index audit_seal_unposted on audit_seal (number) where posted_at is null;
create trigger audit_seal_final before delete or update on audit_seal for each row
  execute function refuse_seal_change();
create trigger audit_seal_not_emptied before truncate on audit_seal for each statement
  execute function refuse_emptying();

-- A chain may be deleted when its time is over; that it was sealed stays.
create table audit_seal_head (
  -- The audit's chain; of a member whose records are deleted an id that names nobody any more.
  head_of text,
  position integer,
  hash text not null,
  number integer not null,
  primary key (head_of, "position"),
  foreign key (number) references audit_seal(number)
);
create index audit_seal_head_number on audit_seal_head (number, head_of, "position");
create trigger audit_seal_head_append_only before delete or update on audit_seal_head for each row
  execute function refuse_change();
create trigger audit_seal_head_not_emptied before truncate on audit_seal_head for each statement
  execute function refuse_emptying();
