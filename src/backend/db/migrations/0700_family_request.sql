-- What the user of a line asks of the holder of the contract (docs/decisions/118).
create table family_request (
  contract_id text not null references contract,
  request_id text not null,
  line_id text not null,
  -- By which role it is asked: with it the request is over.
  role_id text not null,
  -- Who asks, and whose contract it is. Accounts may go before the contract's records do.
  account_id text not null,
  holder_account_id text not null,
  kind text not null check (kind in ('data', 'noCap', 'speed', 'option')),
  option_code text,
  note_sealed text,
  state text not null check (state in ('open', 'granted', 'declined', 'withdrawn', 'expired', 'closed')),
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  answer text check (answer in ('pack', 'more', 'noCap', 'speed', 'option', 'declined')),
  -- Of a manager who answered; the holder has none.
  answered_role_id text,
  reply_sealed text,
  -- What was bought or joined for it.
  order_no text,
  ended_at timestamptz,
  primary key (contract_id, request_id),
  unique (request_id),
  check ((kind = 'option') = (option_code is not null)),
  check ((state in ('granted', 'declined')) = (answer is not null)),
  check ((state = 'open') = (ended_at is null))
);
-- One waits at a time.
create unique index family_request_open on family_request (contract_id, line_id) where state = 'open';
create index family_request_ending on family_request (expires_at) where state = 'open';
create index family_request_of_line on family_request (contract_id, line_id, asked_at);
