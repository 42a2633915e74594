-- What the house writes to all members: two people post it, the worker sends it in rounds (docs/decisions/103).
create table house_notice (
  notice_no text primary key,
  kind text not null check (kind in ('procedure', 'billing', 'data', 'security')),
  subject text not null,
  body text not null,
  posted_at timestamptz not null,
  done_at timestamptz
);
