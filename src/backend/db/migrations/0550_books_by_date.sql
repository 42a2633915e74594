-- The books are looked through by date over every contract (電子帳簿保存法: date, amount, customer). Rows arrive in the order of
-- these dates, so that ranges of blocks say where a month lies, without an entry for each bill (docs/decisions/095).
-- step: alone
create index concurrently bill_fixed on bill using brin (fixed_at);
-- step: alone
create index concurrently payment_answered on payment using brin (answered_at);
-- step: alone
create index concurrently refund_answered on refund using brin (answered_at);
-- step: alone
create index concurrently invoice_issued on invoice using brin (issued_at);
