-- The message that the data is used up: on unless the member turns it off. It has no value to reach.
alter table alert_setting add column used_up boolean not null default true;
alter table alert_notice drop constraint alert_notice_unit_check;
alter table alert_notice add constraint alert_notice_unit_check
  check (unit in ('remainingBytes', 'usedPercent', 'chargesYen', 'usedUp'));
