-- What is left of a credit at the contract's end goes back to the cards of earlier payments, or by bank transfer where no
-- card takes it (billing rule 13).
alter table refund add column way text not null default 'card' check (way in ('card', 'transfer'));
alter table refund alter column way drop default;
alter table refund alter column payment_order_id drop not null;
alter table refund add column card_last4 text;
alter table refund add check ((way = 'card') = (payment_order_id is not null));
-- When staff let a card be asked again that had refused.
alter table refund add column released_at timestamptz;
create index refund_month on refund (contract_id, month);

-- When the member was told that a bill below zero is kept for later ones.
alter table bill add column credit_told_at timestamptz;
drop index bill_in_credit;
create index bill_in_credit on bill (contract_id) where state in ('credit', 'refunding');
