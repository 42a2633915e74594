-- formerly 86e8ac6b4eb41f6c26c02823e7e056138d650553c8d643c21660fb766cd9f9dd
-- step
-- What the calendar makes due is looked for where something has changed, and once a day everywhere (docs/decisions/074).
-- One row: the moment up to which every contract was looked at.
create table calendar_look (
  singleton boolean primary key default true check (singleton),
  through timestamptz not null
);

-- Contracts that have changed since. Only ever inserted and deleted, like ledger_due; a note has no key, for it must not
-- be passed over because of one that is just being taken up.
create table calendar_note (contract_id text not null);
create index calendar_note_contract on calendar_note (contract_id);

-- Whoever changes what the calendar asks of a contract, by whatever way.
create function note_for_calendar() returns trigger language plpgsql as $$
begin
  insert into calendar_note (contract_id) values (new.contract_id);
  return null;
end $$;
create trigger contract_noted after insert or update of plan_code, status, started_on, ends_on on contract
  for each row execute function note_for_calendar();

-- step: alone
-- None of its columns ever changes, so that a charge still changes the bucket in place (0360). The month's base and what is
-- carried over end when a month turns, and are looked at then in any case.
create index concurrently data_bucket_ends on data_bucket (expires_at) where kind <> 'base' and kind <> 'carry';
