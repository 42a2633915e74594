-- What is final stays as it was written (tests/api/final-rows.test.ts tries each of these tables). Only what a law lets
-- go of is deleted, row by row, by a transaction that names whose it is (0250). Sealed columns may be sealed anew.

-- Rows that are only ever added.
create trigger order_event_append_only before update or delete on order_event
  for each row execute function refuse_change();
create trigger receipt_append_only before update or delete on receipt
  for each row execute function refuse_change();
create trigger invoice_number_let_go_append_only before update or delete on invoice_number_let_go
  for each row execute function refuse_change();

create trigger carrier_report_final before update on carrier_report for each row
  when (row(old.contract_id, old.order_no, old.exchange_id, old.event_id, old.state, old.at, old.received_at)
    is distinct from row(new.contract_id, new.order_no, new.exchange_id, new.event_id, new.state, new.at, new.received_at))
  execute function refuse_change();
create trigger carrier_report_kept before delete on carrier_report
  for each row execute function refuse_change();

-- The same for a table of accounts.
create function refuse_account_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and may_let_go(old.account_id) then
    return old;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger partner_consent_append_only before update or delete on partner_consent
  for each row execute function refuse_account_change();

-- A fixed bill: its state and what was told of it move on, its figures do not.
create trigger bill_final before update on bill for each row
  when (row(old.contract_id, old.month, old.bill_id, old.period_from, old.period_to, old.out_of_scope_yen,
      old.total_yen, old.fixed_at, old.charge_on)
    is distinct from row(new.contract_id, new.month, new.bill_id, new.period_from, new.period_to, new.out_of_scope_yen,
      new.total_yen, new.fixed_at, new.charge_on))
  execute function refuse_change();
create trigger bill_kept before delete on bill for each row execute function refuse_change();

-- Money on its way: what was asked for never changes, and an answer that has come stays.
create trigger payment_final before update on payment for each row
  when (row(old.contract_id, old.order_id, old.month, old.attempt, old.amount_yen, old.way, old.rest_yen, old.follows,
      old.asked_by, old.sent_at, old.receipt_no)
    is distinct from row(new.contract_id, new.order_id, new.month, new.attempt, new.amount_yen, new.way, new.rest_yen,
      new.follows, new.asked_by, new.sent_at, new.receipt_no)
    or old.state in ('ok', 'refused')
      and row(old.state, old.answered_at) is distinct from row(new.state, new.answered_at))
  execute function refuse_change();
create trigger payment_kept before delete on payment for each row execute function refuse_change();

create trigger refund_final before update on refund for each row
  when (row(old.contract_id, old.refund_id, old.month, old.payment_order_id, old.amount_yen, old.way, old.requested_at)
    is distinct from row(new.contract_id, new.refund_id, new.month, new.payment_order_id, new.amount_yen, new.way,
      new.requested_at)
    or old.state in ('ok', 'refused')
      and row(old.state, old.answered_at) is distinct from row(new.state, new.answered_at))
  execute function refuse_change();
create trigger refund_kept before delete on refund for each row execute function refuse_change();

create trigger point_grant_final before update on point_grant for each row
  when (row(old.contract_id, old.month, old.order_id, old.points, old.asked_at)
    is distinct from row(new.contract_id, new.month, new.order_id, new.points, new.asked_at)
    or old.state in ('ok', 'refused') and row(old.state, old.moved_points, old.answered_at)
      is distinct from row(new.state, new.moved_points, new.answered_at))
  execute function refuse_change();
create trigger point_grant_kept before delete on point_grant for each row execute function refuse_change();

-- Numbers are taken one by one; a series never goes back.
create trigger invoice_series_counts_up before update on invoice_series for each row
  when (new.kind <> old.kind or new.last_number <> old.last_number + 1)
  execute function refuse_change();
create trigger invoice_series_kept before delete on invoice_series
  for each row execute function refuse_change();

-- TRUNCATE knows no rows: it needs a trigger of its own.
do $$
declare
  name text;
begin
  foreach name in array array['auto_top_up', 'auto_top_up_setting', 'bill', 'bill_line', 'bill_rate', 'carrier_report',
    'contract_version', 'credit_use', 'data_entry', 'invoice', 'invoice_number_let_go', 'invoice_print',
    'invoice_series', 'line_version', 'order_event', 'partner_consent', 'payment', 'point_grant', 'posting', 'receipt',
    'refund', 'spending_limit', 'spending_notice']
  loop
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_emptying()',
      name || '_not_emptied', name);
  end loop;
end $$;
