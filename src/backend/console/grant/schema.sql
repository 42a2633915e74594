-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Openings of a member's record by staff. The member reads the role and the case, not the person's name.
create table access_grant (
  account_id text,
  grant_id text,
  contract_id text,
  -- The member reads the role; the house knows the person.
  staff_id text not null,
  role text not null,
  ticket_no text not null,
  reason text not null,
  about text,
  state text not null,
  opened_at timestamptz not null,
  acted_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Says something of the staff, for who looks after personal data.
  same_name boolean not null,
  primary key (account_id, grant_id),
  unique (grant_id),
  check (state in ('open', 'closed', 'expired', 'revoked')),
  foreign key (account_id) references account(account_id),
  foreign key (contract_id) references contract(contract_id)
);
create index access_grant_open on access_grant (ends_at) where state = 'open';
create index access_grant_opened on access_grant (opened_at);
create index access_grant_staff on access_grant (staff_id, opened_at);

-- What was read by them: parts of the record, and single fields shown in full.
create table access_read (
  account_id text,
  grant_id text,
  kind text,
  what text,
  line_id text default '',
  at timestamptz not null,
  primary key (account_id, grant_id, kind, what, line_id),
  check (kind in ('part', 'field')),
  foreign key (account_id) references account(account_id)
);
create trigger access_read_append_only before delete or update on access_read for each row
  execute function refuse_account_change();
create trigger access_read_not_emptied before truncate on access_read for each statement
  execute function refuse_emptying();

-- Numbers that staff declared as their own or their family's: nobody's name, blind.
create table staff_kin (
  staff_id text,
  number_index text,
  declared_at timestamptz not null,
  primary key (staff_id, number_index)
);

-- Searches and refusals that are about no one grant.
create table access_event (
  event_id text,
  staff_id text not null,
  kind text not null,
  hits integer,
  at timestamptz not null,
  primary key (event_id),
  check (kind in ('searched', 'limit', 'ownNumber'))
);
create index access_event_at on access_event (at);
create index access_event_staff on access_event (staff_id, at);
