-- What staff decided of an item of a queue (docs/decisions/101): carried out a minute later, and taken back until then.
create table staff_decision (
  decision_id text primary key,
  -- Whose history it belongs to: the contract, else the account, else the service.
  chain text not null,
  queue text not null,
  item text not null,
  ref text not null,
  act text not null,
  choice text not null,
  -- What the act was given: a reason in the member's words, a tracking number.
  words_sealed text not null,
  staff_id text not null,
  role text not null,
  case_no text,
  state text not null check (state in ('waiting', 'carried_out', 'taken_back', 'failed')),
  decided_at timestamptz not null,
  carry_out_at timestamptz not null,
  ended_at timestamptz
);
create unique index staff_decision_one_waiting on staff_decision (item, ref) where state = 'waiting';
create index staff_decision_due on staff_decision (carry_out_at) where state = 'waiting';
create index staff_decision_of_item on staff_decision (item, ref, decided_at);
create index staff_decision_of_chain on staff_decision (chain);

-- step: alone
create index concurrently if not exists identity_check_by_hand on identity_check (changed_at, check_id) where state = 'manual';

-- step: alone
create index concurrently if not exists mail_message_failed on mail_message (queued_at, mail_id) where state = 'failed';

-- step: alone
create index concurrently if not exists contact_message_failed on contact_message (queued_at, message_id) where state = 'failed';
