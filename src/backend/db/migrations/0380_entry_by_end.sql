-- Entries go with their bucket (docs/decisions/070). They are kept by the month in which it ends: a whole month of them is
-- dropped once it is older than what is shown, and since every entry of a bucket lies in the same month, what is left
-- balances. A base and its carry-over end together.
alter table data_entry rename to entry_of_before;
alter index data_entry_pkey rename to entry_of_before_pkey;
drop index data_entry_time;
alter table entry_of_before drop constraint data_entry_contract_id_source_ref_key;

create table data_entry (
  -- Signed: a grant adds, a use takes.
  bytes bigint not null check (bytes <> 0),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- When the bucket is over, as it says itself.
  ends_at timestamptz not null,
  -- The order in which the entries of a contract were written.
  position integer not null,
  -- How often the source has spoken of the bucket by now, this time counted.
  number smallint not null,
  contract_id text not null,
  bucket_id text not null,
  line_id text,
  kind text not null check (kind in ('grant', 'use', 'adjust', 'expire', 'transfer')),
  -- What it comes from: `grant/<bucket>`, `usage/<record>`, `turn/<bucket>`, `expire/<bucket>`.
  source text not null,
  source_ref text generated always as (source || '@' || bucket_id || '#' || number::text) virtual,
  primary key (contract_id, occurred_at, position, ends_at)
) partition by range (ends_at);
create table data_entry_default partition of data_entry default;

-- A second arrival changes nothing. What is alike within one contract and one end is told apart by 64 bits of it, an index
-- of half the size.
create unique index data_entry_source on data_entry
  (contract_id, ends_at, hashtextextended(source || '@' || bucket_id, number));

create trigger data_entry_append_only before update or delete on data_entry
  for each row execute function refuse_change();

-- The last entry of each ledger and the latest moment that one is about: they are asked for with every hour charged, and
-- would have to be looked for in all months.
create table data_ledger (
  contract_id text primary key,
  position integer not null,
  recorded_at timestamptz not null,
  latest_at timestamptz not null
) with (fillfactor = 45);

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

-- The entries there are, each with the end of its bucket.
do $$
declare
  first timestamptz;
begin
  for first in
    select distinct date_trunc('month', b.expires_at, 'Asia/Tokyo')
    from data_bucket b where exists (select from entry_of_before e
      where e.contract_id = b.contract_id and e.bucket_id = b.bucket_id)
  loop
    perform make_month_partition('data_entry', to_char(first at time zone 'Asia/Tokyo', 'YYYY-MM'), first,
      ((first at time zone 'Asia/Tokyo') + interval '1 month') at time zone 'Asia/Tokyo');
  end loop;
end $$;
insert into data_entry (bytes, occurred_at, recorded_at, ends_at, position, number, contract_id, bucket_id, line_id, kind, source)
select e.bytes, e.occurred_at, e.recorded_at, b.expires_at, e.position,
  substring(e.source_ref from '#([0-9]+)$')::smallint, e.contract_id, e.bucket_id, e.line_id, e.kind, e.source
from entry_of_before e left join data_bucket b using (contract_id, bucket_id);
insert into data_ledger (contract_id, position, recorded_at, latest_at)
select l.contract_id, l.position, l.recorded_at, m.latest_at
from (select distinct on (contract_id) contract_id, position, recorded_at from entry_of_before
  order by contract_id, position desc) l
join (select contract_id, max(occurred_at) as latest_at from entry_of_before group by contract_id) m using (contract_id);
drop table entry_of_before;

create trigger data_entry_not_emptied before truncate on data_entry
  for each statement execute function refuse_emptying();
create trigger data_entry_default_not_emptied before truncate on data_entry_default
  for each statement execute function refuse_emptying();
