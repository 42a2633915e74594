-- What waits for a person is found by an index of just that: every page of the console counts its queues, and read these
-- tables from end to end for it (docs/decisions/115).
-- step: alone
create index concurrently if not exists procedure_order_claims on procedure_order (changed_at) where procedure = 'deviceClaim'
  and state in ('assessing', 'repairing', 'repair_shipped', 'exchange_preparing', 'exchange_shipped', 'return_missing');

-- step: alone
create index concurrently if not exists bill_owed on bill (charge_on)
  where state in ('failed', 'retried', 'unpaid', 'suspended', 'final_notice');

-- step: alone
create index concurrently if not exists bill_refund_refused on bill (fixed_at) where state = 'refund_refused';

-- step: alone
create index concurrently if not exists contract_opening on contract (applied_at)
  where status in ('accepted', 'preparing', 'shipped', 'activating');

-- step: alone
create index concurrently if not exists contract_document_waiting on contract_document (requested_at)
  where state in ('requested', 'unprintable');

-- step: alone
create index concurrently if not exists line_frozen on line (contract_id) where suspension_reason = 'fraud';

-- step: alone
create index concurrently if not exists carrier_exchange_rejected on carrier_exchange (changed_at) where state = 'rejected';

-- step: alone
create index concurrently if not exists contact_message_queued on contact_message (queued_at) where state = 'queued';
