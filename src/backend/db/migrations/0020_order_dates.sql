-- Dates every procedure has, so that what falls due is found by an index and shown without knowing the procedure.
alter table procedure_order
  -- The first day under the new conditions, or the last day of service for what ends.
  add column effective_on date,
  -- Until then (exclusive) it can be undone.
  add column undo_until timestamptz,
  -- When the step that is under way is expected to be over.
  add column expected_on date;
create index procedure_order_due on procedure_order (procedure, effective_on) where closed_at is null;
create index procedure_order_recent on procedure_order (contract_id, requested_at desc);

-- Written when a bill becomes overdue, cleared when the last overdue bill is paid.
alter table contract add column unpaid_since timestamptz;
