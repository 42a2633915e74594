-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create function note_for_calendar()
returns trigger language plpgsql as $$
begin
  insert into calendar_note (contract_id) values (new.contract_id);
  return null;
end $$;

create table contract (
  contract_id text,
  account_id text not null,
  plan_code integer not null,
  course text not null,
  status text not null,
  suspension_reason text,
  applied_at timestamptz not null,
  started_on date,
  document_received_on date,
  ends_on date,
  version integer not null default 1,
  -- Set while a bill is overdue.
  unpaid_since timestamptz,
  -- Set while an heir's succession to it is open.
  succession_since timestamptz,
  -- Nothing is collected that was refused until then.
  collection_paused_until timestamptz,
  -- When an heir took it over: calls of before are nobody's to read.
  succeeded_at timestamptz,
  primary key (contract_id),
  check (course in ('single', 'share')),
  foreign key (account_id) references account(account_id)
);
create index contract_account on contract (account_id, applied_at desc);
create unique index contract_living_account on contract (account_id)
  where status not in ('terminated', 'initial_cancelled', 'ported_out', 'rejected', 'expired', 'withdrawn');
create index contract_opening on contract (applied_at)
  where status in ('accepted', 'preparing', 'shipped', 'activating');
create trigger contract_noted after insert or update of plan_code, status, started_on, ends_on on contract for each row
  execute function note_for_calendar();

-- Rows as they were before each change (contract/change.ts).
create table contract_version (
  contract_id text,
  version integer,
  former jsonb not null,
  replaced_at timestamptz not null,
  replaced_by text not null,
  -- Until when the former row counted, where that is not when it was replaced.
  counts_from timestamptz,
  -- The member reads the case; the house knows the person.
  staff_id text,
  case_no text,
  primary key (contract_id, version),
  check (replaced_by in ('member', 'staff', 'system', 'carrier')),
  foreign key (contract_id) references contract(contract_id)
);
create trigger contract_version_append_only before delete or update on contract_version for each row
  execute function refuse_change();
create trigger contract_version_not_emptied before truncate on contract_version for each statement
  execute function refuse_emptying();

create table line (
  contract_id text,
  line_id text,
  carrier_ref text not null,
  position integer not null,
  kind text not null,
  sim_size text not null,
  number_sealed text not null,
  number_index text not null,
  iccid_sealed text not null,
  status text not null,
  suspension_reason text,
  -- Of before names were sealed; empty from then on (migration 0069).
  nickname text not null default '',
  activated_on date,
  ends_on date,
  high_speed_on boolean not null default true,
  high_speed_changed_at timestamptz,
  -- What the carrier has confirmed; differs from what is wanted while a request is on its way.
  carrier_speed text not null default 'high',
  malware_block boolean not null default true,
  version integer not null default 1,
  -- Empty where the line has no name.
  nickname_sealed text not null default '',
  -- Its number left to another carrier on its last day.
  ported_out_on date,
  primary key (contract_id, line_id),
  unique (line_id),
  unique (carrier_ref),
  check (kind in ('data', 'sms', 'voice')),
  check (sim_size in ('standard', 'micro', 'nano', 'esim')),
  check (carrier_speed in ('high', 'low', 'throttled')),
  foreign key (contract_id) references contract(contract_id)
);
create index line_frozen on line (contract_id) where suspension_reason = 'fraud';
create index line_nickname_open on line (contract_id) where nickname <> '';
create index line_number_index on line (number_index);

create table line_version (
  contract_id text,
  line_id text,
  version integer,
  former jsonb not null,
  replaced_at timestamptz not null,
  replaced_by text not null,
  counts_from timestamptz,
  -- The member reads the case; the house knows the person.
  staff_id text,
  case_no text,
  primary key (contract_id, line_id, version),
  check (replaced_by in ('member', 'staff', 'system', 'carrier')),
  foreign key (contract_id) references contract(contract_id)
);
create trigger line_version_append_only before delete or update on line_version for each row
  execute function refuse_change();
create trigger line_version_not_emptied before truncate on line_version for each statement
  execute function refuse_emptying();

-- Devices bought with the contract.
create table terminal (
  contract_id text,
  device_id text,
  name text not null,
  imei_sealed text not null,
  purchased_on date not null,
  price_yen integer not null,
  -- None when it was paid at once.
  instalment_count integer,
  first_instalment_month text,
  warranty_until date,
  notice text,
  -- Where that is not the day it was bought.
  delivered_on date,
  primary key (contract_id, device_id),
  check (price_yen >= 0),
  check (instalment_count > 0),
  constraint terminal_check1 check ((instalment_count is null) = (first_instalment_month is null)),
  foreign key (contract_id) references contract(contract_id)
);

-- What is taken off a fee of each month while it lasts.
create table discount (
  contract_id text,
  discount_id text,
  off text not null,
  -- Of a further line, or of a line's option; none for the base fee and for an option of the contract.
  line_id text,
  option_code text,
  amount_yen integer not null,
  from_month text not null,
  to_month text,
  -- The campaign or decision it comes from.
  source_ref text not null,
  primary key (contract_id, discount_id),
  unique (contract_id, source_ref),
  check (off in ('base', 'shareLine', 'option')),
  constraint discount_check1 check (off <> 'base' or line_id is null),
  constraint discount_check2 check (off <> 'shareLine' or line_id is not null),
  check ((off = 'option') = (option_code is not null)),
  check (amount_yen > 0),
  foreign key (contract_id) references contract(contract_id)
);

-- Charges booked but not yet billed; the bill of `month` takes them up.
create table booked_charge (
  contract_id text,
  charge_id text,
  line_id text,
  -- None for interest and the like, which are no list price.
  figure_key text,
  quantity integer not null,
  rate_valid_from date,
  month text not null,
  booked_at timestamptz not null,
  source_ref text not null,
  kind text not null,
  -- In the tax basis of `tax`.
  amount_tenths_yen bigint not null,
  tax text not null,
  -- Decides the tax rate.
  tax_on date not null,
  -- The month in which what is given back was billed.
  origin_month text,
  primary key (contract_id, charge_id),
  unique (contract_id, source_ref),
  check ((figure_key is null) = (rate_valid_from is null)),
  check (tax in ('excluded', 'included', 'outOfScope')),
  foreign key (contract_id) references contract(contract_id)
);
create index booked_charge_month on booked_charge (contract_id, month);

-- Who holds a contract, to be found again: one contract a person.
create table contract_holder (
  contract_id text,
  person_index text not null,
  namesake_index text not null,
  -- None of a row that the version before has written, until the worker comes by.
  name_index text,
  sound_index text,
  -- Where no document is compared, kanji and kana can be changed together: staff look at who shares the birthday
  -- and the telephone number, or the birthday and the address, with a holder (docs/decisions/083).
  phone_index text,
  address_index text,
  primary key (contract_id),
  foreign key (contract_id) references contract(contract_id)
);
create index contract_holder_address on contract_holder (address_index) where address_index is not null;
create index contract_holder_name on contract_holder (name_index) where name_index is not null;
create index contract_holder_namesake on contract_holder (namesake_index);
create index contract_holder_phone on contract_holder (phone_index) where phone_index is not null;
create index contract_holder_sound on contract_holder (sound_index) where sound_index is not null;
