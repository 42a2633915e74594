-- A booked charge keeps what the bill needs beside its amount: tenths of a yen, the tax it is reckoned in, the day that
-- decides the tax rate and, for what is given back, the month it was billed in (billing rules 2 and 12).
alter table booked_charge add column kind text;
alter table booked_charge add column amount_tenths_yen bigint;
alter table booked_charge add column tax text not null default 'excluded'
  check (tax in ('excluded', 'included', 'outOfScope'));
alter table booked_charge add column tax_on date;
alter table booked_charge add column origin_month text;

update booked_charge set
  kind = case when figure_key like 'topup.%' then 'topUp' when quantity < 0 then 'adjustment' else 'oneOff' end,
  amount_tenths_yen = amount_ex_tax_yen * 10,
  tax_on = (booked_at at time zone 'Asia/Tokyo')::date;

alter table booked_charge alter column kind set not null;
alter table booked_charge alter column amount_tenths_yen set not null;
alter table booked_charge alter column tax_on set not null;
alter table booked_charge alter column tax drop default;
alter table booked_charge drop column amount_ex_tax_yen;
-- The bill of a month takes them up.
create index booked_charge_month on booked_charge (contract_id, month);
