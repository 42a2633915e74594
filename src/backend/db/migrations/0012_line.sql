-- What concerns one line beside its data: the block of dangerous sites, and the devices seen in it.

-- change_id is the id of the exchange with the carrier as well.
create table malware_block_change (
  contract_id text not null,
  line_id text not null,
  change_id text not null,
  turned_on boolean not null,
  account_id text not null,
  changed_at timestamptz not null,
  carrier_state text not null check (carrier_state in ('requested', 'sent', 'accepted', 'rejected', 'unknown')),
  carrier_answered_at timestamptz,
  primary key (contract_id, line_id, change_id)
);

create table line_device (
  contract_id text not null,
  line_id text not null,
  device_id text not null,
  maker text not null,
  name text not null,
  imei_sealed text not null,
  first_seen_on date not null,
  last_seen_at timestamptz not null,
  primary key (contract_id, line_id, device_id)
);
