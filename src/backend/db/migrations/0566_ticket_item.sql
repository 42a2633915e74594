-- Which items of the queues a ticket is about: an item is in one ticket as long as that is under way.
create table ticket_item (
  ticket_no text not null references ticket on delete cascade,
  queue text not null,
  ref text not null,
  added_at timestamptz not null,
  removed_at timestamptz,
  primary key (ticket_no, queue, ref)
);
create unique index ticket_item_open on ticket_item (queue, ref) where removed_at is null;

-- What somebody has begun to write and not sent.
create table ticket_draft (
  ticket_no text not null references ticket on delete cascade,
  staff_id text not null,
  body_sealed text not null,
  saved_at timestamptz not null,
  primary key (ticket_no, staff_id)
);

-- Filters of a list by a name, for all of the staff.
create table saved_view (
  queue text not null,
  name text not null,
  search text not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (queue, name)
);
