-- The parts of a month's close that are still to be billed, so that several closers work at once: each takes a part, bills
-- it and deletes it in one transaction. None is left when the month is closed.
create table month_close_part (
  month text not null references month_close on delete cascade,
  -- The part's first contract; it goes on to the first contract of the next part.
  from_id text not null,
  until_id text,
  primary key (month, from_id)
);
-- A close under way begins again: the bills it made are there, and are left alone.
delete from month_close where finished_at is null;
alter table month_close drop column done_through;
