-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Who the contract holder was when an identity document was last compared. It stands apart from the profile,
-- which the member changes.
create table verified_identity (
  account_id text,
  -- Sealed JSON: name, kana, birth, address.
  identity_sealed text not null,
  -- Of the version before; the record says how.
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
  -- Sealed JSON: what the reader said of the document in the session that ended last.
  evidence_sealed text,
  primary key (account_id, check_id),
  unique (check_id),
  unique (order_no),
  foreign key (account_id) references account(account_id)
);
create index identity_check_by_hand on identity_check (changed_at, check_id) where state = 'manual';
create index identity_check_open on identity_check (changed_at) where state in ('reading', 'unreadable', 'waiting');
create index identity_check_session on identity_check (session_id) where session_id is not null;

-- The record of an identification (携帯電話不正利用防止法 第4条), one for each check that was passed. Of checks before it the
-- worker writes what is known; the rest is not recorded.
create table identity_record (
  account_id text,
  check_id text,
  method text not null,
  document_kind text,
  -- The number of the document, or of the certificate in its chip: never the My Number.
  reference_sealed text,
  compared_sealed text,
  checked_by text not null,
  recorded_by text not null,
  -- The names of our staff are theirs: the member reads that a person did it.
  staff_sealed text,
  verified_on date not null,
  recorded_at timestamptz not null,
  primary key (account_id, check_id),
  constraint identity_record_check1 check (document_kind is not null or (method in ('ic_chip', 'not_recorded'))),
  check ((document_kind is null) = (reference_sealed is null)),
  check (checked_by in ('chip', 'staff')),
  check (recorded_by in ('system', 'staff')),
  constraint identity_record_check2 check (staff_sealed is null or checked_by = 'staff'),
  foreign key (account_id, check_id) references identity_check(account_id, check_id) on delete cascade
);
create trigger identity_record_append_only before delete or update on identity_record for each row
  execute function refuse_account_change();
create trigger identity_record_not_emptied before truncate on identity_record for each statement
  execute function refuse_emptying();

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
  -- What an approval rests on; it stands in the record.
  evidence_sealed text,
  staff_sealed text,
  primary key (account_id, check_id, decided_at),
  check (decision in ('approved', 'refused', 'documents_asked')),
  check ((decision = 'approved') = (reason is null)),
  foreign key (account_id) references account(account_id),
  foreign key (check_id) references identity_check(check_id) on delete cascade
);
create unique index identity_decision_one_open on identity_decision (account_id, check_id) where carried_out_at is null;
create index identity_decision_open on identity_decision (decided_at) where carried_out_at is null;
