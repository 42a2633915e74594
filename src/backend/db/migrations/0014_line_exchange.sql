-- What was asked of the carrier for one line, the latest last.
create index carrier_exchange_line on carrier_exchange (contract_id, line_id, created_at);
