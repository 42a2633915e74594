-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- Devices that つながる端末保証 covers: one a line, and no device twice, whoever's it is. A row stays when its cover
-- moves or ends: claims of that time belong to it.
create table covered_device (
  contract_id text,
  device_id text,
  line_id text not null,
  -- The registration it came with.
  order_no text not null,
  maker text not null,
  name text not null,
  imei_sealed text not null,
  imei_index text not null,
  purchased_on date,
  covered_from date not null,
  -- The last day, where its cover was moved or ended before the option.
  covered_until date,
  primary key (contract_id, device_id),
  unique (contract_id, order_no),
  unique (device_id),
  foreign key (contract_id) references contract(contract_id),
  foreign key (contract_id, line_id) references line(contract_id, line_id)
);
create unique index covered_device_imei on covered_device (imei_index) where covered_until is null;
create unique index covered_device_line on covered_device (contract_id, line_id) where covered_until is null;

-- Pictures of a damage, drawn anew without where and by which camera. They are deleted some time after the claim
-- is over.
create table claim_photograph (
  contract_id text,
  photograph_id text,
  order_no text not null,
  position integer not null,
  picture_sealed bytea not null,
  small_sealed bytea not null,
  width integer not null,
  height integer not null,
  -- Of what was sent: the same file sent twice is stored once.
  given_index text not null,
  taken_in_at timestamptz not null,
  primary key (contract_id, photograph_id),
  unique (contract_id, order_no, given_index),
  unique (photograph_id),
  foreign key (contract_id, order_no) references procedure_order(contract_id, order_no)
);
