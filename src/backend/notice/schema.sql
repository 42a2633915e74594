-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What the member has chosen; a kind without a row goes where the rules say.
create table notice_setting (
  account_id text,
  kind text,
  mail boolean not null,
  sms boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, kind),
  foreign key (account_id) references account(account_id)
);

-- What the house writes to all members; each member's copy is a notice.
create table house_notice (
  notice_no text,
  kind text not null,
  subject text not null,
  body text not null,
  posted_at timestamptz not null,
  -- When every member had it.
  done_at timestamptz,
  primary key (notice_no),
  check (kind in ('procedure', 'billing', 'data', 'security'))
);
