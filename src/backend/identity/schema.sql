-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Who the contract holder was when an identity document was last compared. It stands apart from the profile,
-- which the member changes.
create table verified_identity (
  account_id text,
  -- Sealed JSON: name, kana, birth, address.
  identity_sealed text not null,
  method text not null,
  verified_on date not null,
  verified_at timestamptz not null,
  primary key (account_id),
  foreign key (account_id) references account(account_id)
);

-- Checks by IC chip. Neither the document nor its number is stored, only what came of the reading.
create table identity_check (
  account_id text,
  check_id text,
  contract_id text,
  -- The order, or change of the profile, that waits for it.
  order_no text not null,
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
  -- Sealed JSON of what is compared with the document; null before the first reading.
  expected_sealed text,
  -- What staff asked to be read instead, in the member's words.
  asked text,
  -- One more for each time staff asked for other documents; the readings are counted within it.
  round integer not null default 1,
  primary key (account_id, check_id),
  unique (check_id),
  unique (order_no),
  foreign key (account_id) references account(account_id)
);
create index identity_check_open on identity_check (changed_at) where state in ('reading', 'unreadable', 'waiting');
create index identity_check_session on identity_check (session_id) where session_id is not null;

-- What staff decided about a check that no reading could settle; the worker carries it out. The member reads the
-- reason: it holds nothing personal.
create table identity_decision (
  account_id text,
  check_id text,
  decision text not null,
  -- Why it was refused, or what is asked for instead.
  reason text,
  decided_at timestamptz,
  carried_out_at timestamptz,
  primary key (account_id, check_id, decided_at),
  check (decision in ('approved', 'refused', 'documents_asked')),
  check ((decision = 'approved') = (reason is null)),
  foreign key (account_id) references account(account_id),
  foreign key (check_id) references identity_check(check_id) on delete cascade
);
create unique index identity_decision_one_open on identity_decision (account_id, check_id) where carried_out_at is null;
create index identity_decision_open on identity_decision (decided_at) where carried_out_at is null;
