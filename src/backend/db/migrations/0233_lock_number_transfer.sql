-- The lock on taking a number away has a word of its own: portOut is the procedure.
alter table contract_lock drop constraint contract_lock_kind_check;
update contract_lock set kind = 'numberTransfer' where kind = 'portOut';
alter table contract_lock
  add constraint contract_lock_kind_check check (kind in ('numberTransfer', 'simChange', 'topUp'));
