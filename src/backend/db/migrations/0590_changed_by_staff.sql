-- Who of the staff changed it, and in which case: null for whoever else changes something, and for rows of before.
alter table contract_version add column staff_id text, add column case_no text;
alter table line_version add column staff_id text, add column case_no text;
alter table order_event add column staff_id text, add column case_no text;
