-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What the user of a line asked the holder for, and what came of it.
create table family_request (
  contract_id text,
  request_id text,
  line_id text not null,
  role_id text not null,
  account_id text not null,
  holder_account_id text not null,
  kind text not null,
  option_code text,
  note_sealed text,
  state text not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  answer text,
  answered_role_id text,
  reply_sealed text,
  order_no text,
  ended_at timestamptz,
  primary key (contract_id, request_id),
  unique (request_id),
  check (kind in ('data', 'noCap', 'speed', 'option')),
  check ((kind = 'option') = (option_code is not null)),
  check (state in ('open', 'granted', 'declined', 'withdrawn', 'expired', 'closed')),
  constraint family_request_check1 check ((state in ('granted', 'declined')) = (answer is not null)),
  constraint family_request_check2 check ((state = 'open') = (ended_at is null)),
  check (answer in ('pack', 'more', 'noCap', 'speed', 'option', 'declined')),
  foreign key (contract_id) references contract(contract_id)
);
create index family_request_ending on family_request (expires_at) where state = 'open';
create index family_request_of_line on family_request (contract_id, line_id, asked_at);
create unique index family_request_open on family_request (contract_id, line_id) where state = 'open';
