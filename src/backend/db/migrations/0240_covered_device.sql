-- Devices that つながる端末保証 covers: one a line, and no device twice, whoever's it is. The index is keyed and tells
-- nothing about the number. A row stays when its cover moves or ends: claims of that time belong to it.
create table covered_device (
  contract_id text not null references contract,
  device_id text not null unique,
  line_id text not null,
  order_no text not null,
  maker text not null,
  name text not null,
  imei_sealed text not null,
  imei_index text not null,
  purchased_on date,
  covered_from date not null,
  covered_until date,
  primary key (contract_id, device_id),
  unique (contract_id, order_no),
  foreign key (contract_id, line_id) references line
);
create unique index covered_device_line on covered_device (contract_id, line_id) where covered_until is null;
create unique index covered_device_imei on covered_device (imei_index) where covered_until is null;

-- Pictures of a damage, drawn anew without place or camera, sealed. They go some time after the claim is over.
create table claim_photograph (
  contract_id text not null,
  photograph_id text not null unique,
  order_no text not null,
  position integer not null,
  picture_sealed bytea not null,
  small_sealed bytea not null,
  width integer not null,
  height integer not null,
  -- Of what was sent: the same file sent twice is kept once.
  given_index text not null,
  taken_in_at timestamptz not null,
  primary key (contract_id, photograph_id),
  unique (contract_id, order_no, given_index),
  foreign key (contract_id, order_no) references procedure_order
);

-- The day a device bought from us was handed over, where that is not the day it was bought.
alter table terminal add column delivered_on date;
