-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Cases: what a member asks, and what the staff opens a member's record out of.
create table ticket (
  ticket_no text,
  -- Null until it is known whose case it is.
  account_id text,
  contract_id text,
  state text not null,
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
  merged_into text,
  mandate_noted_by text,
  mandate_confirmed_by text,
  changed_at timestamptz not null,
  -- How many entries it has.
  entries integer not null,
  primary key (ticket_no),
  check (state in ('new', 'open', 'waiting_member', 'solved', 'closed', 'merged')),
  check ((state = 'merged') = (merged_into is not null)),
  constraint ticket_check2 check (channel <> 'letter' or posted_on is not null),
  constraint ticket_check1 check (mandate_confirmed_by is null or mandate_confirmed_by <> mandate_noted_by),
  foreign key (account_id) references account(account_id),
  foreign key (merged_into) references ticket(ticket_no)
);
create index ticket_changed on ticket (changed_at, ticket_no);
create index ticket_due on ticket (due_at, ticket_no) where state in ('new', 'open');
create index ticket_of_account on ticket (account_id, opened_at);
create index ticket_solved on ticket (solved_at) where state = 'solved';
create index ticket_waiting on ticket (due_at, ticket_no) where state = 'waiting_member';

create function refuse_ticket_change()
returns trigger language plpgsql as $$
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

-- Everything that has happened to a ticket, in its order. What colleagues note for each other is not handed out.
create table ticket_event (
  ticket_no text,
  position integer,
  account_id text,
  at timestamptz not null,
  kind text not null,
  actor text not null,
  staff_id text,
  role text,
  body_sealed text,
  -- The colleague it was handed to, the other ticket, or what a member has reported.
  refers_to text,
  -- The state of the ticket after it.
  state text not null,
  primary key (ticket_no, "position"),
  check (actor in ('member', 'staff', 'system')),
  check ((staff_id is null) = (actor <> 'staff')),
  foreign key (ticket_no) references ticket(ticket_no) on delete cascade
);
create index ticket_event_of_account on ticket_event (account_id, ticket_no, "position");
create trigger ticket_event_append_only before delete or update on ticket_event for each row
  execute function refuse_ticket_change();
create trigger ticket_event_not_emptied before truncate on ticket_event for each statement
  execute function refuse_emptying();
