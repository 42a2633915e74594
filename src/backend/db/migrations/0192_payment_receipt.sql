-- The number a member reads out for a payment, like those of the procedures; the processor's id stays inside.
alter table payment add column receipt_no text;
update payment set receipt_no = 'P-' || substr(digits, 1, 4) || '-' || substr(digits, 5, 4) || '-' || substr(digits, 9, 4)
from (select order_id as of, translate(upper(md5(order_id)), '01', 'GH') as digits from payment) made
where made.of = payment.order_id;
alter table payment alter column receipt_no set not null;
create unique index payment_receipt on payment (receipt_no);
