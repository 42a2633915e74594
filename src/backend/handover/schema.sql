-- Written from a migrated database by node tools/write-schema.ts; do not edit.

-- A line on its way from one contract to another; its state is that of the giver's order.
create table handover (
  contract_id text,
  order_no text,
  line_id text not null,
  number_index text not null,
  namesake_index text not null,
  -- Last day on which the number counts.
  valid_until date not null,
  -- The application that has taken it, by the number it was given.
  application_no text,
  receiver_contract_id text,
  receiver_order_no text,
  primary key (contract_id, order_no),
  unique (number_index),
  foreign key (contract_id) references contract(contract_id)
);
create index handover_receiver on handover (receiver_contract_id) where receiver_contract_id is not null;
