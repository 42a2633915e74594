-- step: alone
create index concurrently if not exists procedure_order_undo on procedure_order (undo_until) where closed_at is null;
