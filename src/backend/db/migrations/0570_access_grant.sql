-- Members' records opened by staff (docs/decisions/100): out of a case, by one person, for a while.
create table access_grant (
  account_id text not null references account,
  grant_id text not null unique,
  contract_id text references contract,
  staff_id text not null,
  role text not null,
  ticket_no text not null,
  reason text not null,
  -- The queue whose item it was opened for.
  about text,
  state text not null check (state in ('open', 'closed', 'expired', 'revoked')),
  opened_at timestamptz not null,
  acted_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  -- Whoever opened it has the member's family name.
  same_name boolean not null,
  primary key (account_id, grant_id)
);
create index access_grant_staff on access_grant (staff_id, opened_at);
create index access_grant_opened on access_grant (opened_at);
create index access_grant_open on access_grant (ends_at) where state = 'open';

-- What was read by a grant: each part once, each field that was shown in full once.
create table access_read (
  account_id text not null references account,
  grant_id text not null,
  -- A part of the record, or the field.
  kind text not null check (kind in ('part', 'field')),
  what text not null,
  -- Of a line's number: which line's; else empty.
  line_id text not null default '',
  at timestamptz not null,
  primary key (account_id, grant_id, kind, what, line_id)
);
create trigger access_read_append_only before update or delete on access_read
  for each row execute function refuse_account_change();
create trigger access_read_not_emptied before truncate on access_read
  for each statement execute function refuse_emptying();

-- Whether who calls is the member. Of a code only a keyed hash is stored.
create table caller_proof (
  account_id text not null references account,
  proof_id text not null,
  purpose text not null,
  way text not null,
  state text not null check (state in ('begun', 'proved', 'failed', 'expired')),
  code_hash text,
  tries integer not null default 0,
  begun_at timestamptz not null,
  expires_at timestamptz not null,
  -- The grant it was sent or used for; none while the member has shown a code and nobody has typed it.
  grant_id text,
  ended_at timestamptz,
  primary key (account_id, proof_id)
);
create index caller_proof_grant on caller_proof (grant_id) where grant_id is not null;
create index caller_proof_begun on caller_proof (expires_at) where state = 'begun';

-- Numbers of staff and their families: whoever declared one opens no record that has it.
create table staff_kin (
  staff_id text not null,
  number_index text not null,
  declared_at timestamptz not null,
  primary key (staff_id, number_index)
);

-- Searches and refusals that are about no one grant, for who looks after personal data.
create table access_event (
  event_id text not null primary key,
  staff_id text not null,
  kind text not null check (kind in ('searched', 'limit', 'ownNumber')),
  hits integer,
  at timestamptz not null
);
create index access_event_staff on access_event (staff_id, at);
create index access_event_at on access_event (at);

-- step: alone
create index concurrently account_email_index on account (email_index);
