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
