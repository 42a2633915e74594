-- High-speed volume of a day that no bucket could pay, so that what is shown as used is what was taken from the data.
-- A cache of usage_record.uncovered_bytes, written with it under the contract's lock: not a column of usage_day, whose
-- rows the import locks for a whole batch.
create table usage_uncovered (
  contract_id text not null,
  line_id text not null,
  day date not null,
  uncovered_bytes bigint not null,
  primary key (contract_id, line_id, day)
);
insert into usage_uncovered (contract_id, line_id, day, uncovered_bytes)
select contract_id, line_id, (from_at at time zone 'Asia/Tokyo')::date, sum(uncovered_bytes)
from usage_record where uncovered_bytes > 0 group by 1, 2, 3;
