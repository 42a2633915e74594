-- How far the month's turn of the ledgers is, and the parts that are still to be turned: the same shape as a month's close
-- (docs/decisions/058 and 070). A contract that its part leaves out is found by the hourly look at the calendar.
create table month_turn (
  month text primary key,
  began_at timestamptz not null,
  finished_at timestamptz,
  contracts_done integer not null default 0
);
create table month_turn_part (
  month text not null references month_turn on delete cascade,
  -- The part's first contract; it goes on to the first contract of the next part.
  from_id text not null,
  until_id text,
  primary key (month, from_id)
);
