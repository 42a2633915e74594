-- formerly 974b7455915e4031f4e08ce4ad5d4e6e18b6e1a9a8f1e2f5002dd72aa0fc5c9c
-- Entries go with their bucket (docs/decisions/070). They are kept by the month in which it ends: a whole month of them is
-- dropped once it is older than what is shown, and since every entry of a bucket lies in the same month, what is left
-- balances. A base and its carry-over end together.
--
-- The version before goes on reading and writing meanwhile (docs/decisions/079). Its table becomes one part of the new one
-- as it is, so that nothing it has written is ever missing; its entries are then moved to their months, some thousand at a
-- time. What it writes from then on, without an end, finds its month by a trigger.

-- step
-- The end of a bucket that is not known yet, a moment that the version before can read. No row is touched: a constant lies in
-- the catalogue.
alter table data_entry add column ends_at timestamptz not null default '9999-01-01 00:00:00+00';
alter table data_entry add column number smallint not null default 0;
alter table data_entry add constraint data_entry_end_unknown check (ends_at = '9999-01-01 00:00:00+00') not valid;

-- step
-- Read through once, beside everybody: with it proved the table becomes a part of the new one at once.
alter table data_entry validate constraint data_entry_end_unknown;

-- step
create table entry_by_end (
  -- Signed: a grant adds, a use takes.
  bytes bigint not null,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- When the bucket is over, as it says itself.
  ends_at timestamptz not null default '9999-01-01 00:00:00+00',
  -- The order in which the entries of a contract were written.
  position integer not null,
  -- How often the source has spoken of the bucket by now, this time counted.
  number smallint not null default 0,
  contract_id text not null,
  bucket_id text not null,
  line_id text,
  kind text not null,
  -- What it comes from: `grant/<bucket>`, `usage/<record>`, `turn/<bucket>`, `expire/<bucket>`.
  source text not null,
  -- For the version before alone: source@bucket#number.
  source_ref text,
  constraint data_entry_bytes_check check (bytes <> 0),
  constraint data_entry_kind_check check (kind in ('grant', 'use', 'adjust', 'expire', 'transfer'))
) partition by range (ends_at);

create trigger data_entry_append_only before update or delete on entry_by_end
  for each row execute function refuse_change();

-- The last entry of each ledger and the latest moment that one is about: they are asked for with every hour charged, and
-- would have to be looked for in all months.
create table data_ledger (
  contract_id text primary key,
  position integer not null,
  recorded_at timestamptz not null,
  latest_at timestamptz not null
) with (fillfactor = 45);

-- A month for each end there is, with the indexes that the whole is given once the table of before is empty.
do $$
declare
  name text;
  first timestamptz;
begin
  for first in
    select null union select distinct date_trunc('month', expires_at, 'Asia/Tokyo') from data_bucket
  loop
    name := 'data_entry_' || coalesce(to_char(first at time zone 'Asia/Tokyo', 'YYYY_MM'), 'default');
    execute format('create table %I (like entry_by_end including all)', name);
    execute format('alter table %I add primary key (contract_id, occurred_at, position, ends_at)', name);
    -- A second arrival changes nothing. What is alike within one contract and one end is told apart by 64 bits of it, an
    -- index of half the size.
    execute format('create unique index %I on %I (contract_id, ends_at, hashtextextended(source || ''@'' || bucket_id, number))',
      name || '_source', name);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
      name || '_not_emptied', name);
    if first is null then
      execute format('alter table entry_by_end attach partition %I default', name);
    else
      execute format('alter table entry_by_end attach partition %I for values from (%L) to (%L)', name, first,
        ((first at time zone 'Asia/Tokyo') + interval '1 month') at time zone 'Asia/Tokyo');
    end if;
  end loop;
end $$;

-- What the version before writes says no end, and has no last entry of its ledger: both are found for it. A month's turn
-- writes its entries before their buckets; what such a bucket is called says its end.
create function enter_for_version_before() returns trigger language plpgsql as $$
declare
  named text[] := regexp_match(new.bucket_id, '^(base|carry)/([0-9]{4}-[0-9]{2})$');
  ends timestamptz;
begin
  if new.ends_at < '9999-01-01 00:00:00+00' then
    new.source_ref := new.source || '@' || new.bucket_id || '#' || new.number::text;
    return new;
  end if;
  select expires_at into ends from data_bucket b
    where b.contract_id = new.contract_id and b.bucket_id = new.bucket_id;
  if ends is null and named is not null then
    ends := ((named[2] || '-01')::date + case named[1] when 'base' then interval '2 months' else interval '1 month' end)
      at time zone 'Asia/Tokyo';
  end if;
  if ends is null then
    raise exception 'an entry of no bucket: %', new.bucket_id using errcode = 'foreign_key_violation';
  end if;
  insert into data_ledger as l (contract_id, position, recorded_at, latest_at)
    values (new.contract_id, new.position, new.recorded_at, new.occurred_at)
    on conflict (contract_id) do update set position = greatest(l.position, excluded.position),
      recorded_at = greatest(l.recorded_at, excluded.recorded_at), latest_at = greatest(l.latest_at, excluded.latest_at);
  insert into data_entry (bytes, occurred_at, recorded_at, ends_at, position, number, contract_id, bucket_id, line_id,
      kind, source, source_ref)
    values (new.bytes, new.occurred_at, new.recorded_at, ends, new.position,
      substring(new.source_ref from '#([0-9]+)$')::smallint, new.contract_id, new.bucket_id, new.line_id, new.kind,
      new.source, new.source_ref);
  return null;
end $$;
create trigger data_entry_of_before before insert on entry_by_end for each row
  when (new.ends_at = '9999-01-01 00:00:00+00' or new.source_ref is null) execute function enter_for_version_before();

-- step
-- The new table takes the name, and the one of before for a part. Nothing is read for it.
alter table data_entry rename to entry_of_before;
alter table entry_by_end rename to data_entry;
drop trigger data_entry_append_only on entry_of_before;
create trigger entry_of_before_append_only before update or delete on entry_of_before for each row
  when (current_setting('portal.moves_entries', true) is distinct from 'on') execute function refuse_change();
alter table data_entry attach partition entry_of_before for values from ('9999-01-01 00:00:00+00') to (maxvalue);
alter table entry_of_before disable trigger data_entry_append_only;

create function move_entries_of_before(part integer, blocks integer) returns void language plpgsql as $$
begin
  perform set_config('portal.moves_entries', 'on', true);
  with moved as (
    delete from entry_of_before e
    where e.ctid >= ('(' || part::bigint * blocks || ',0)')::tid and e.ctid < ('(' || (part + 1)::bigint * blocks || ',0)')::tid
    returning *
  ), headed as (
    insert into data_ledger as l (contract_id, position, recorded_at, latest_at)
    select contract_id, max(position), max(recorded_at), max(occurred_at) from moved group by contract_id order by contract_id
    on conflict (contract_id) do update set position = greatest(l.position, excluded.position),
      recorded_at = greatest(l.recorded_at, excluded.recorded_at), latest_at = greatest(l.latest_at, excluded.latest_at)
  )
  insert into data_entry (bytes, occurred_at, recorded_at, ends_at, position, number, contract_id, bucket_id, line_id,
    kind, source, source_ref)
  select e.bytes, e.occurred_at, e.recorded_at, b.expires_at, e.position,
    substring(e.source_ref from '#([0-9]+)$')::smallint, e.contract_id, e.bucket_id, e.line_id, e.kind, e.source, e.source_ref
  from moved e left join data_bucket b using (contract_id, bucket_id);
end $$;

-- step: in parts of select pg_relation_size('entry_of_before') / current_setting('block_size')::integer / 64 + 1
select move_entries_of_before($1, 64);

-- step
do $$
begin
  if exists (select from entry_of_before) then
    raise exception 'entries are left in entry_of_before';
  end if;
end $$;
alter table data_entry detach partition entry_of_before;
drop table entry_of_before;
drop function move_entries_of_before;
-- Every month has them already: they are put together, not made.
alter table data_entry add primary key (contract_id, occurred_at, position, ends_at);
create unique index data_entry_source on data_entry
  (contract_id, ends_at, hashtextextended(source || '@' || bucket_id, number));
create trigger data_entry_not_emptied before truncate on data_entry
  for each statement execute function refuse_emptying();

-- As before, and for entries: what is moved out of the default partition is not changed, though its trigger would think so.
-- A statement that empties a month has no trigger but its own.
create or replace function make_month_partition(parent text, month text, from_at timestamptz, to_at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := parent || '_' || replace(month, '-', '_');
  moment text := case parent when 'usage_record' then 'from_at' when 'call_record' then 'started_at'
    when 'data_entry' then 'ends_at' end;
  columns text;
begin
  if moment is null or month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no partition % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', name, parent);
  -- What had fallen into the default partition meanwhile.
  if parent = 'data_entry' then
    alter table data_entry_default disable trigger data_entry_append_only;
  end if;
  select string_agg(quote_ident(attname), ', ') into columns from pg_attribute
    where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I (%s) select %s from moved',
    parent || '_default', moment, moment, name, columns, columns) using from_at, to_at;
  if parent = 'data_entry' then
    alter table data_entry_default enable trigger data_entry_append_only;
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
      name || '_not_emptied', name);
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, from_at, to_at);
end $$;

-- Drops a month of entries, as 0353 a month of records: only one that is let go.
create function drop_entry_month(month text)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := 'data_entry_' || replace(month, '-', '_');
begin
  if month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no month %', month using errcode = 'invalid_parameter_value';
  end if;
  if not exists (
    select from usage_let_go
    where before >= (((month || '-01')::date + interval '1 month') at time zone 'Asia/Tokyo')
  ) then
    raise exception 'the entries of % are not let go', month using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table data_entry detach partition %I', name);
  execute format('drop table %I', name);
end $$;
revoke execute on function drop_entry_month from public;

-- Where nobody has a contract yet, there is no version before.
do $$
begin
  if not exists (select from contract) then
    drop trigger data_entry_of_before on data_entry;
    drop function enter_for_version_before;
    alter table data_entry drop column source_ref;
    alter table data_entry alter column ends_at drop default;
    alter table data_entry alter column number drop default;
  end if;
end $$;

-- step
-- New tables, of which the planner knows nothing yet.
analyze data_entry, data_ledger;
