-- Applications for a contract, from the first answer on. What was typed lies sealed; the row goes when it is given up.
create table application (
  application_id text primary key,
  -- Of the secret in the applicant's cookie, as the session's is kept.
  handle_hash text not null unique,
  -- From the login on the way; a draft of an account is found from its other devices too.
  account_id text references account,
  state text not null,
  answers_sealed text not null,
  -- Counts every saving, and which of them saved a step last: two tabs do not undo each other.
  version integer not null default 1,
  step_versions jsonb not null default '{}',
  is_personal boolean not null default false,
  -- What the identity check of this application is named by; another one when the holder is changed after it.
  identity_ref text not null unique,
  card_sealed text,
  card_brand text,
  card_last4 text,
  card_expires text,
  order_no text unique,
  contract_id text,
  -- Blind indexes: the same name, kana and birthday; the same kana and birthday; the birthday with the order's number.
  person_index text,
  namesake_index text,
  birth_index text,
  -- Why staff have to look at it, and what they said when they refused it.
  doubt text,
  reason text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  expires_at timestamptz not null,
  reminded_at timestamptz,
  submitted_at timestamptz,
  decided_at timestamptz,
  closed_at timestamptz
);
create index application_account on application (account_id, changed_at desc) where account_id is not null;
create index application_due on application (expires_at) where state = 'open';
create index application_namesake on application (namesake_index) where namesake_index is not null;
create index application_review on application (submitted_at) where state = 'in_review';

-- A visit to the old carrier's page: who went, for which number, and where to go back to.
create table application_visit (
  state_hash text primary key,
  application_id text not null references application on delete cascade,
  line integer not null,
  number_sealed text not null,
  back_path text not null,
  begun_at timestamptz not null,
  ended_at timestamptz
);
create index application_visit_of on application_visit (application_id);

-- Links to go on elsewhere, by mail to an address that was typed.
create table application_link (
  code_hash text primary key,
  application_id text not null references application on delete cascade,
  link_sealed text,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index application_link_of on application_link (application_id);

-- Who holds a contract, to be found again: one contract a person.
create table contract_holder (
  contract_id text primary key references contract,
  person_index text not null,
  namesake_index text not null
);
create index contract_holder_namesake on contract_holder (namesake_index);
