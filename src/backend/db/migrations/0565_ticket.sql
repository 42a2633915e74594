-- Cases: what a member asks, and what the staff opens a member's record out of.
create table ticket (
  ticket_no text primary key,
  -- Null until it is known whose case it is.
  account_id text references account,
  contract_id text,
  state text not null check (state in ('new', 'open', 'waiting_member', 'solved', 'closed', 'merged')),
  channel text not null,
  reason text not null,
  topic text not null,
  -- Read by those who answer for personal data and by nobody else: it is about what a colleague has looked at.
  restricted boolean not null default false,
  outside_no text,
  posted_on date,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  -- What was left of the time at the desk when the clock stopped.
  clock_left_ms bigint,
  assigned_to text,
  snoozed_until timestamptz,
  solved_at timestamptz,
  ended_at timestamptz,
  merged_into text references ticket,
  mandate_noted_by text,
  mandate_confirmed_by text,
  changed_at timestamptz not null,
  -- How many entries it has.
  entries integer not null,
  check ((state = 'merged') = (merged_into is not null)),
  check (mandate_confirmed_by is null or mandate_confirmed_by <> mandate_noted_by),
  check (channel <> 'letter' or posted_on is not null)
);
create index ticket_due on ticket (due_at, ticket_no) where state in ('new', 'open');
create index ticket_waiting on ticket (due_at, ticket_no) where state = 'waiting_member';
create index ticket_solved on ticket (solved_at) where state = 'solved';
create index ticket_of_account on ticket (account_id, opened_at);
create index ticket_changed on ticket (changed_at, ticket_no);

create table ticket_event (
  ticket_no text not null references ticket on delete cascade,
  position integer not null,
  account_id text,
  at timestamptz not null,
  kind text not null,
  actor text not null check (actor in ('member', 'staff', 'system')),
  staff_id text,
  role text,
  body_sealed text,
  -- The colleague it was handed to, the other ticket, or what a member has reported.
  refers_to text,
  -- The state of the ticket after it.
  state text not null,
  primary key (ticket_no, position),
  check ((staff_id is null) = (actor <> 'staff'))
);
create index ticket_event_of_account on ticket_event (account_id, ticket_no, position);

-- Whose case it is may become known later; then its events are that member's too.
create function refuse_ticket_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (old.account_id is null or may_let_go(old.account_id)) then
    return old;
  end if;
  if tg_op = 'UPDATE' and (is_sealed_anew(to_jsonb(old), to_jsonb(new))
    or (old.account_id is null and to_jsonb(old) - 'account_id' = to_jsonb(new) - 'account_id')) then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ticket_event_append_only before update or delete on ticket_event
  for each row execute function refuse_ticket_change();
create trigger ticket_event_not_emptied before truncate on ticket_event
  for each statement execute function refuse_emptying();
