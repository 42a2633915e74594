-- What a member calls a line is often somebody's name. Only the application can seal: names of before stay in
-- `nickname` until the worker's hourly sweep has sealed them, and are read from there until then. A later version drops
-- the column, once no process writes it any more.
alter table line add column nickname_sealed text not null default '';
create index line_nickname_open on line (contract_id) where nickname <> '';

-- Orders name the lines they are about; the order's page reads the name from the line, as it does the number.
create function without_nicknames(value jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then
      (select coalesce(jsonb_object_agg(key, without_nicknames(part)), '{}')
       from jsonb_each(value) as member (key, part) where key <> 'nickname')
    when 'array' then
      (select coalesce(jsonb_agg(without_nicknames(part) order by place), '[]')
       from jsonb_array_elements(value) with ordinality as element (part, place))
    else value
  end
$$;
update procedure_order set details = without_nicknames(details) where details::text like '%"nickname"%';
drop function without_nicknames(jsonb);
