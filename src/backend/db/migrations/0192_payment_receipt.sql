-- formerly 4f8dbb1e54a738b0dc73c14e67eb5e166caf4be803e10f6854e7607255c94df9
-- The number a member reads out for a payment, like those of the procedures; the processor's id stays inside.
-- step
alter table payment add column receipt_no text;
create function receipt_no_of(order_id text) returns text language sql immutable as $$
  select 'P-' || substr(digits, 1, 4) || '-' || substr(digits, 5, 4) || '-' || substr(digits, 9, 4)
  from (select translate(upper(md5(order_id)), '01', 'GH') as digits) made
$$;
-- The version before writes payments without one.
create function number_payment_of_before() returns trigger language plpgsql as $$
begin
  new.receipt_no := receipt_no_of(new.order_id);
  return new;
end $$;
create trigger payment_of_before before insert on payment for each row
  when (new.receipt_no is null) execute function number_payment_of_before();

-- step: in parts of select pg_relation_size('payment') / current_setting('block_size')::integer / 64 + 1
update payment set receipt_no = receipt_no_of(order_id)
where ctid >= ('(' || $1::bigint * 64 || ',0)')::tid and ctid < ('(' || ($1::bigint + 1) * 64 || ',0)')::tid
  and receipt_no is null;

-- step
alter table payment add constraint payment_receipt_there check (receipt_no is not null) not valid;

-- step
alter table payment validate constraint payment_receipt_there;

-- step
-- Proved by the constraint, and not read again.
alter table payment alter column receipt_no set not null;
alter table payment drop constraint payment_receipt_there;

-- step: alone
create unique index concurrently payment_receipt on payment (receipt_no);

-- step
-- Where nobody has a contract yet, there is no version before.
do $$
begin
  if not exists (select from contract) then
    drop trigger payment_of_before on payment;
    drop function number_payment_of_before;
    drop function receipt_no_of;
  end if;
end $$;
