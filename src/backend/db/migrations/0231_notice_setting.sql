-- formerly f98757013f070db48114e93cc5e7beca5281ba70eede20b34c0dd19e6e810b8d
-- step
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
create function name_notice_of_before() returns trigger language plpgsql as $$
begin
  new.kind := case new.kind when 'high-speed' then 'data' else 'procedure' end;
  return new;
end $$;
create trigger notice_of_before before insert on notice for each row
  when (new.kind not in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security'))
  execute function name_notice_of_before();
alter table notice add constraint notice_kind_known
  check (kind in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security')) not valid;
-- Whether the same went out by mail: a law asks for the mail of those that did.
alter table notice add column mailed boolean not null default true;

-- A message of the outbox is a mail or an SMS of the same words.
alter table mail_message add column channel text not null default 'mail';
alter table mail_message add constraint mail_message_channel_check check (channel in ('mail', 'sms')) not valid;

-- step: in parts of select pg_relation_size('notice') / current_setting('block_size')::integer / 64 + 1
update notice set kind = case kind when 'high-speed' then 'data' else 'procedure' end
where ctid >= ('(' || $1::bigint * 64 || ',0)')::tid and ctid < ('(' || ($1::bigint + 1) * 64 || ',0)')::tid
  and kind not in ('procedure', 'billing', 'debt', 'alert', 'data', 'outage', 'security');

-- step
alter table notice validate constraint notice_kind_known;
alter table mail_message validate constraint mail_message_channel_check;

-- step
-- Where nobody has a contract yet, there is no version before.
do $$
begin
  if not exists (select from contract) then
    drop trigger notice_of_before on notice;
    drop function name_notice_of_before;
  end if;
end $$;
