-- Makes a month's partition. As the owner of the tables, so that the role of the portal's processes need not own them
-- (docs/operations.md, "Roles of the database"); for the two tables and nothing else.
create function make_month_partition(parent text, month text, from_at timestamptz, to_at timestamptz)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := parent || '_' || replace(month, '-', '_');
  moment text := case parent when 'usage_record' then 'from_at' when 'call_record' then 'started_at' end;
begin
  if moment is null or month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no partition % of %', month, parent using errcode = 'invalid_parameter_value';
  end if;
  if to_regclass(name) is not null then
    return;
  end if;
  execute format('create table %I (like %I including all)', name, parent);
  -- What had fallen into the default partition meanwhile.
  execute format('with moved as (delete from %I where %I >= $1 and %I < $2 returning *) insert into %I select * from moved',
    parent || '_default', moment, moment, name) using from_at, to_at;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, from_at, to_at);
end $$;
revoke execute on function make_month_partition from public;
