-- Where a member wants notices of a kind besides my page. Without a row: what the rules say (domain/notice/channels.ts).
create table notice_setting (
  account_id text not null references account,
  kind text not null,
  mail boolean not null,
  sms boolean not null,
  changed_at timestamptz not null,
  primary key (account_id, kind)
);

-- Kinds are one vocabulary from now on (vocabulary/notice.ts).
update notice set kind = case kind when 'high-speed' then 'data' else 'procedure' end
  where kind not in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security');
alter table notice add constraint notice_kind_known
  check (kind in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security'));
-- Whether the same went out by mail: a law asks for the mail of those that did.
alter table notice add column mailed boolean not null default true;

-- A message of the outbox is a mail or an SMS of the same words.
alter table mail_message add column channel text not null default 'mail' check (channel in ('mail', 'sms'));
