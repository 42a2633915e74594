-- Lines on their way from one contract to another: what joins the giver's order and the receiver's. The number is found by
-- its index, and the receiver by the index of kana and birthday under which applicants are found.
create table handover (
  contract_id text not null references contract,
  order_no text not null,
  line_id text not null,
  number_index text not null unique,
  namesake_index text not null,
  -- Last day on which the number counts.
  valid_until date not null,
  -- The application that has taken it, by the number it was given.
  application_no text,
  receiver_contract_id text references contract,
  receiver_order_no text,
  primary key (contract_id, order_no)
);
create index handover_receiver on handover (receiver_contract_id) where receiver_contract_id is not null;
