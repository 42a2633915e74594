-- The flat rate covers calls from the moment of joining, not from the day's start (billing rule 10); the fee counts days.
alter table option_period add column joined_at timestamptz;
update option_period set joined_at = from_on::timestamp at time zone 'Asia/Tokyo';
alter table option_period alter column joined_at set not null;
alter table option_period drop column from_on;
create index option_period_line on option_period (line_id, option_code);
