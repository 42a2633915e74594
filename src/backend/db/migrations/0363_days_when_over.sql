-- A day of use is written once, when it is over, instead of with every hour of it (docs/decisions/071). Days before `before` are
-- written; those from there on are the sum of their records. Days before `writing` are being written, part by part: what
-- still comes for them is added to them. Both are the same but for that time.
create table usage_day_end (
  singleton boolean primary key default true check (singleton),
  before date not null,
  writing date not null check (writing >= before)
);
-- What was written hour by hour up to now stays.
insert into usage_day_end (before, writing)
select coalesce(max(day) + 1, '-infinity'), coalesce(max(day) + 1, '-infinity') from usage_day;

-- The days of every line, whether written or not: what every reader of days reads. Asked for a contract it reads by the keys
-- of both tables, of the records those of the days that are not written.
create view usage_by_day as
select contract_id, line_id, day, high_bytes, low_bytes
from usage_day
where day < (select before from usage_day_end) or day >= (select writing from usage_day_end)
union all
select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date as day,
  sum(high_bytes)::bigint as high_bytes, sum(low_bytes)::bigint as low_bytes
from usage_record
where from_at >= (select before::timestamp at time zone 'Asia/Tokyo' from usage_day_end)
group by 1, 2, 3;

-- A day has room for a correction and no more: it is not written hour by hour any longer (0312, 0355).
alter table usage_day set (fillfactor = 90);
