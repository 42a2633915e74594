-- formerly d355a750504d5f64163db6d13f2ed5cae52ea3df8a87b645fae374e83c78bfe8
-- Points of the partner: granted for paid bills, spent as a payment (billing rule 22).

-- step
-- A payment by points is a payment of its own; what they leave is asked of the card once they have come.
alter table payment add column way text not null default 'card';
alter table payment add constraint payment_way_check check (way in ('card', 'points')) not valid;
alter table payment add column partner_id_sealed text;
alter table payment add column rest_yen bigint not null default 0;
alter table payment add constraint payment_rest_yen_check check (rest_yen >= 0) not valid;
alter table payment add column follows text;
alter table payment add constraint payment_follows_fkey foreign key (follows) references payment (order_id) not valid;
alter table payment add constraint payment_check check ((way = 'points') = (partner_id_sealed is not null)) not valid;
alter table payment add constraint payment_check1 check (rest_yen = 0 or way = 'points') not valid;

-- Points go back as points.
alter table refund drop constraint refund_way_check;
alter table refund add constraint refund_way_check check (way in ('card', 'points', 'transfer')) not valid;
alter table refund drop constraint refund_check;
alter table refund add constraint refund_payment_check check ((way = 'transfer') = (payment_order_id is null)) not valid;

alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check
  check (account in ('receivable', 'revenue', 'untaxed', 'tax', 'cash', 'points', 'credit', 'refund')) not valid;

-- One a bill: granted once it is paid, or taken back where it is below zero. order_id is the partner's idempotency id.
create table point_grant (
  contract_id text not null references contract,
  month text not null,
  order_id text not null unique,
  partner_id_sealed text not null,
  points integer not null check (points <> 0),
  moved_points integer check (moved_points between 0 and abs(points)),
  -- An answer that never came is `unknown`: looked up, never asked for anew under another id.
  state text not null check (state in ('sent', 'unknown', 'ok', 'refused')),
  reason text,
  asked_at timestamptz not null,
  answered_at timestamptz,
  primary key (contract_id, month),
  foreign key (contract_id, month) references bill (contract_id, month)
);
create index point_grant_open on point_grant (asked_at) where state in ('sent', 'unknown');

-- step
alter table payment validate constraint payment_way_check;
alter table payment validate constraint payment_rest_yen_check;
alter table payment validate constraint payment_follows_fkey;
alter table payment validate constraint payment_check;
alter table payment validate constraint payment_check1;
alter table refund validate constraint refund_way_check;
alter table refund validate constraint refund_payment_check;

-- step
alter table posting validate constraint posting_account_check;

-- step: alone
create unique index concurrently payment_follows_key on payment (follows);

-- step
alter table payment add constraint payment_follows_key unique using index payment_follows_key;

-- step: alone
create index concurrently bill_paid on bill (paid_at) where paid_at is not null;
