-- Points of the partner: granted for paid bills, spent as a payment (billing rule 22).

-- A payment by points is a payment of its own; what they leave is asked of the card once they have come.
alter table payment add column way text not null default 'card' check (way in ('card', 'points'));
alter table payment add column partner_id_sealed text;
alter table payment add column rest_yen bigint not null default 0 check (rest_yen >= 0);
alter table payment add column follows text unique references payment (order_id);
alter table payment add check ((way = 'points') = (partner_id_sealed is not null));
alter table payment add check (rest_yen = 0 or way = 'points');

-- Points go back as points.
alter table refund drop constraint refund_way_check;
alter table refund add constraint refund_way_check check (way in ('card', 'points', 'transfer'));
alter table refund drop constraint refund_check;
alter table refund add constraint refund_payment_check check ((way = 'transfer') = (payment_order_id is null));

alter table posting drop constraint posting_account_check;
alter table posting add constraint posting_account_check
  check (account in ('receivable', 'revenue', 'untaxed', 'tax', 'cash', 'points', 'credit', 'refund'));

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
create index bill_paid on bill (paid_at) where paid_at is not null;
