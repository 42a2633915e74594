-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Data given to another contract; the row is the giver's.
create table gift (
  contract_id text,
  gift_id text,
  state text not null,
  bytes bigint not null,
  holder_account_id text not null,
  line_id text,
  nickname_sealed text not null,
  code_index text,
  code_sealed text,
  -- Whose the other contract is, is the other's.
  to_contract_id text,
  taken_contract_id text,
  given_at timestamptz not null,
  expires_at timestamptz not null,
  taken_at timestamptz,
  ended_at timestamptz,
  changed_at timestamptz not null,
  primary key (contract_id, gift_id),
  unique (gift_id),
  check (state in ('open', 'taken', 'undone', 'expired', 'ended')),
  constraint gift_check3 check ((state = 'open' and to_contract_id is null) = (code_index is not null)),
  constraint gift_check1 check ((state = 'taken') = (taken_contract_id is not null)),
  check ((state = 'taken') = (taken_at is not null)),
  constraint gift_check2 check ((state in ('undone', 'expired', 'ended')) = (ended_at is not null)),
  check (bytes > 0),
  constraint gift_check4 check ((code_index is null) = (code_sealed is null)),
  constraint gift_check5 check (taken_contract_id <> contract_id),
  foreign key (contract_id) references contract(contract_id)
);
create unique index gift_code on gift (code_index) where state = 'open';
create index gift_given on gift (contract_id, given_at);
create index gift_open on gift (expires_at) where state = 'open';
create index gift_taken on gift (taken_contract_id, taken_at) where taken_contract_id is not null;
create index gift_to on gift (to_contract_id) where to_contract_id is not null;
