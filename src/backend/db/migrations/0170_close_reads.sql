-- The month close looks for records of earlier months that came or were corrected since their bill. They lie in the
-- order in which they were received: a BRIN index finds them and costs the import next to nothing.
create index call_record_received on call_record using brin (received_at);
create index call_record_superseded on call_record (superseded_at) where superseded_at is not null;

-- Lines and rates of a bill are written by the statement that writes the bill, and never changed. Checking each of them
-- again took a third of the close; the hourly laws look for one without its bill (billing/invariants.ts).
alter table bill_line drop constraint bill_line_contract_id_month_fkey;
alter table bill_rate drop constraint bill_rate_contract_id_month_fkey;
alter table posting drop constraint posting_contract_id_fkey;
