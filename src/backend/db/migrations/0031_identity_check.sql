-- Identity checks by IC chip. Neither the document nor its number is kept, only what came of the reading.
create table identity_check (
  account_id text not null references account,
  check_id text not null unique,
  contract_id text,
  -- The order (or change of the profile) that waits for it.
  order_no text not null unique,
  state text not null,
  attempts integer not null default 0,
  session_id text,
  expires_at timestamptz,
  verified_on date,
  -- Names of the fields that differ, never their contents.
  failure jsonb,
  back_path text,
  opened_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (account_id, check_id)
);
create index identity_check_session on identity_check (session_id) where session_id is not null;
create index identity_check_open on identity_check (changed_at) where state in ('reading', 'unreadable', 'waiting');
