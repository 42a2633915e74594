-- What came back of a mail, or was reported of it (docs/decisions/093): one row a mail, so that a report that comes twice
-- counts once.
create table mail_return (
  account_id text not null references account,
  mail_id text not null,
  kind text not null check (kind in ('unknown', 'unreachable', 'complaint', 'refused', 'unread')),
  -- The status code of the other side (RFC 3463), where it gave one.
  status text,
  -- Of the address the mail went to, as account.email_index: another address is not failing for it.
  address_index text not null,
  returned_at timestamptz not null,
  -- The member has received mail there since.
  mended_at timestamptz,
  primary key (account_id, mail_id)
);
