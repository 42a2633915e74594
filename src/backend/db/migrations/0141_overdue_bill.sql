-- When the bill's suspension moment was acted on: the final notice and the end of the contract count from there.
alter table bill add column suspended_at timestamptz;
create index bill_overdue on bill (contract_id) where state in ('unpaid', 'suspended', 'final_notice');
create index bill_in_credit on bill (contract_id) where state = 'credit';
