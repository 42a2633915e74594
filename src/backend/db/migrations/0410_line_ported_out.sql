-- formerly a16479fee0cd21de4053a2e1d8c8ea37d4590790c48d6c3ae60644c08c53d65d
-- The day the line's number left to another carrier: at 24:00 of that day it is no longer in service here (billing rule 8).
alter table line add column ported_out_on date;

-- few: lines whose number has left, which nothing changes any more
update line set ported_out_on = ends_on
where status = 'ended' and ends_on is not null and exists (
  select from procedure_order o
  where o.contract_id = line.contract_id and o.line_id = line.line_id and o.procedure = 'portOut' and o.state = 'ported_out');
