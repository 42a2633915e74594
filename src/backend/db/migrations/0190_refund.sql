-- formerly 7f73a3efb45bbea08acc8d3a50a3ab8a0b5a6a74466ad4d57532aeeb7aad69a4
-- What is left of a credit at the contract's end goes back to the cards of earlier payments, or by bank transfer where no
-- card takes it (billing rule 13).
-- step
alter table refund add column way text not null default 'card';
alter table refund alter column way drop default;
alter table refund alter column payment_order_id drop not null;
alter table refund add column card_last4 text;
alter table refund add constraint refund_way_check check (way in ('card', 'transfer')) not valid;
alter table refund add constraint refund_check check ((way = 'card') = (payment_order_id is not null)) not valid;
-- When staff let a card be asked again that had refused.
alter table refund add column released_at timestamptz;

-- When the member was told that a bill below zero is kept for later ones.
alter table bill add column credit_told_at timestamptz;

-- step
alter table refund validate constraint refund_way_check;
alter table refund validate constraint refund_check;

-- step: alone
create index concurrently refund_month on refund (contract_id, month);

-- step: alone
create index concurrently bill_in_credit_or_refunding on bill (contract_id) where state in ('credit', 'refunding');

-- step
drop index bill_in_credit;
alter index bill_in_credit_or_refunding rename to bill_in_credit;
