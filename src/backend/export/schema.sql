-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- All that is stored about a member, gathered by a job in pieces; the file is made of them while it is read.
create table member_export (
  account_id text,
  export_id text,
  state text not null,
  whole_numbers boolean not null,
  -- In the order in which they are gathered, how many are done, and where the next page of the one at hand begins.
  tables text[] not null,
  tables_done integer not null default 0,
  after text,
  pieces integer not null default 0,
  rows_gathered bigint not null default 0,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, export_id),
  unique (export_id),
  check (state in ('gathering', 'ready', 'failed')),
  foreign key (account_id) references account(account_id)
);
create unique index member_export_at_hand on member_export (account_id) where state = 'gathering';

create table member_export_piece (
  account_id text,
  export_id text,
  position integer,
  table_name text not null,
  file_name text,
  -- The same as all the other tables say.
  piece_sealed text not null,
  primary key (account_id, export_id, "position"),
  foreign key (account_id, export_id) references member_export(account_id, export_id) on delete cascade
);

create table account_deletion (
  account_id text,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);
create index account_deletion_due on account_deletion (due_at) where withdrawn_at is null;
