-- Money beside the bills: credits spent, refunds to the card, and the double-entry ledger of all of it.

-- A bill below zero is a credit (billing rule 13): what it paid of which later bill.
create table credit_use (
  contract_id text not null references contract,
  -- The bill below zero.
  from_month text not null,
  -- The bill it pays.
  month text not null,
  amount_yen bigint not null check (amount_yen > 0),
  used_at timestamptz not null,
  primary key (contract_id, from_month, month),
  foreign key (contract_id, from_month) references bill (contract_id, month),
  foreign key (contract_id, month) references bill (contract_id, month)
);
create index credit_use_month on credit_use (contract_id, month);
create trigger credit_use_append_only before update or delete on credit_use
  for each row execute function refuse_change();

-- What is left of a credit at the contract's end, given back to the card of an earlier payment. refund_id is the
-- processor's idempotency id: asked again with it, nothing is given back twice.
create table refund (
  contract_id text not null references contract,
  refund_id text not null unique,
  -- The bill below zero that is given back.
  month text not null,
  payment_order_id text not null references payment (order_id),
  amount_yen bigint not null check (amount_yen > 0),
  state text not null check (state in ('sent', 'unknown', 'ok', 'refused')),
  reason text,
  requested_at timestamptz not null,
  answered_at timestamptz,
  primary key (contract_id, refund_id),
  foreign key (contract_id, month) references bill (contract_id, month)
);
create index refund_open on refund (requested_at) where state in ('sent', 'unknown');

-- One entry a fact, written in its transaction: debits are positive, credits negative, and their sum is zero.
create table posting (
  contract_id text not null references contract,
  -- `bill/<bill_id>`, `payment/<order_id>`, `credit/<from_month>/<month>`, `refund/<refund_id>`, `refunded/<refund_id>`.
  source_ref text not null,
  account text not null check (account in ('receivable', 'revenue', 'untaxed', 'tax', 'cash', 'credit', 'refund')),
  amount_yen bigint not null check (amount_yen <> 0),
  booked_on date not null,
  booked_at timestamptz not null,
  primary key (contract_id, source_ref, account)
);
create index posting_day on posting (booked_on);
create trigger posting_append_only before update or delete on posting
  for each row execute function refuse_change();

-- The bills and payments there are already.
insert into posting (contract_id, source_ref, account, amount_yen, booked_on, booked_at)
select b.contract_id, 'bill/' || b.bill_id, p.account, p.amount_yen,
  (b.fixed_at at time zone 'Asia/Tokyo')::date, b.fixed_at
from bill b
cross join lateral (
  select coalesce(sum(total_yen), 0) as total_yen, coalesce(sum(tax_yen), 0) as tax_yen from bill_rate r
  where r.contract_id = b.contract_id and r.month = b.month
) taxed
cross join lateral (values
  ('receivable', greatest(b.total_yen, 0)), ('credit', least(b.total_yen, 0)), ('tax', -taxed.tax_yen),
  ('revenue', taxed.tax_yen - taxed.total_yen), ('untaxed', -b.out_of_scope_yen)
) p(account, amount_yen)
where p.amount_yen <> 0;

insert into posting (contract_id, source_ref, account, amount_yen, booked_on, booked_at)
select contract_id, 'payment/' || order_id, account, amount_yen * sign,
  (answered_at at time zone 'Asia/Tokyo')::date, answered_at
from payment cross join (values ('cash', 1), ('receivable', -1)) p(account, sign)
where state = 'ok' and answered_at is not null;

-- Set when a payment lifted a suspension, and when a reminder was sent.
alter table payment add column resumed_at timestamptz;
alter table bill add column reminded_at timestamptz;
