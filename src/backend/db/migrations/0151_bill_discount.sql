-- What is taken off a monthly fee before tax, from a month to a month (billing rule 4).
create table discount (
  contract_id text not null references contract,
  discount_id text not null,
  off text not null check (off in ('base', 'shareLine', 'option')),
  -- Of a further line, or of a line's option; none for the base fee and for an option of the contract.
  line_id text,
  option_code text,
  amount_yen integer not null check (amount_yen > 0),
  from_month text not null,
  to_month text,
  -- The campaign or decision it comes from.
  source_ref text not null,
  primary key (contract_id, discount_id),
  unique (contract_id, source_ref),
  check ((off = 'option') = (option_code is not null)),
  check (off <> 'base' or line_id is null),
  check (off <> 'shareLine' or line_id is not null)
);

-- Interest and the like have no row of the price list.
alter table booked_charge alter column figure_key drop not null;
alter table booked_charge alter column rate_valid_from drop not null;
alter table booked_charge add check ((figure_key is null) = (rate_valid_from is null));

-- An instalment follows from price and count (billing rule 14).
alter table terminal drop column instalment_yen;
