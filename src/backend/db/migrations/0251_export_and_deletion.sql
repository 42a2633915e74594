-- Everything held about a member, gathered by a job in pieces and sealed; the file is made of them while it is read.
create table member_export (
  account_id text not null references account,
  export_id text not null unique,
  state text not null check (state in ('gathering', 'ready', 'failed')),
  whole_numbers boolean not null,
  -- Tables in the order they are gathered, how many are done, and where the next page of the one at hand begins.
  tables text[] not null,
  tables_done integer not null default 0,
  after text,
  pieces integer not null default 0,
  rows_gathered bigint not null default 0,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  primary key (account_id, export_id)
);
create unique index member_export_at_hand on member_export (account_id) where state = 'gathering';

create table member_export_piece (
  account_id text not null,
  export_id text not null,
  position integer not null,
  table_name text not null,
  -- Rows as JSON, or a file's bytes in base64.
  file_name text,
  piece_sealed text not null,
  primary key (account_id, export_id, position),
  foreign key (account_id, export_id) references member_export on delete cascade
);

create table account_deletion (
  account_id text primary key references account,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  withdrawn_at timestamptz
);
create index account_deletion_due on account_deletion (due_at) where withdrawn_at is null;
