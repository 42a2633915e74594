-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- What staff decided of an item of a queue: carried out a minute later, and taken back until then.
create table staff_decision (
  decision_id text,
  chain text not null,
  queue text not null,
  item text not null,
  ref text not null,
  act text not null,
  choice text not null,
  words_sealed text not null,
  -- The member reads which role it was, not who.
  staff_id text not null,
  role text not null,
  case_no text,
  state text not null,
  decided_at timestamptz not null,
  carry_out_at timestamptz not null,
  ended_at timestamptz,
  primary key (decision_id),
  check (state in ('waiting', 'carried_out', 'taken_back', 'failed'))
);
create index staff_decision_due on staff_decision (carry_out_at) where state = 'waiting';
create index staff_decision_of_chain on staff_decision (chain);
create index staff_decision_of_item on staff_decision (item, ref, decided_at);
create unique index staff_decision_one_waiting on staff_decision (item, ref) where state = 'waiting';
