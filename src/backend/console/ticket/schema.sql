-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Which items of the queues a ticket is about: an item is in one ticket as long as that is under way.
create table ticket_item (
  ticket_no text,
  queue text,
  ref text,
  added_at timestamptz not null,
  removed_at timestamptz,
  primary key (ticket_no, queue, ref),
  foreign key (ticket_no) references ticket(ticket_no) on delete cascade
);
create unique index ticket_item_open on ticket_item (queue, ref) where removed_at is null;

-- What somebody has begun to write and not sent.
create table ticket_draft (
  ticket_no text,
  staff_id text,
  body_sealed text not null,
  saved_at timestamptz not null,
  primary key (ticket_no, staff_id),
  foreign key (ticket_no) references ticket(ticket_no) on delete cascade
);

-- Filters of a list by a name, for all of the staff.
create table saved_view (
  queue text,
  name text,
  search text not null,
  saved_by text not null,
  saved_at timestamptz not null,
  primary key (queue, name)
);
