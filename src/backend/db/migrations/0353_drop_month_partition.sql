-- Drops a month of usage records that was rolled up (docs/decisions/070). As the owner of the tables, like the function that makes
-- one (0347): the role of the portal's processes owns none. Only a month that is noted as let go, in the same transaction
-- or before.
create function drop_usage_month(month text)
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text := 'usage_record_' || replace(month, '-', '_');
begin
  if month !~ '^[0-9]{4}-[0-9]{2}$' then
    raise exception 'no month %', month using errcode = 'invalid_parameter_value';
  end if;
  if not exists (
    select from usage_let_go
    where before >= (((month || '-01')::date + interval '1 month') at time zone 'Asia/Tokyo')
  ) then
    raise exception 'the usage records of % are not let go', month using errcode = 'insufficient_privilege';
  end if;
  execute format('alter table usage_record detach partition %I', name);
  execute format('drop table %I', name);
end $$;
revoke execute on function drop_usage_month from public;
