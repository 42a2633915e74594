-- The outage board: what is out of order or under maintenance, as the operator enters it (npm run outage). One row is
-- read by the public page, the feed, my page, the notices and the bills' compensation.
alter table service_incident rename to outage;
alter table service_incident_update rename to outage_update;
alter table outage rename column incident_id to outage_id;
alter table outage_update rename column incident_id to outage_id;
alter index service_incident_recent rename to outage_recent;

-- Prefectures; none: everywhere.
alter table outage add column areas text[] not null default '{}';
-- What is hoped for while an outage lasts; ends_at is when it ended, and of maintenance when it is planned to end.
alter table outage add column expected_end_at timestamptz;
alter table outage add column opened_at timestamptz;
update outage set opened_at = coalesce(
  (select min(at) from outage_update where outage_update.outage_id = outage.outage_id), begins_at);
alter table outage alter column opened_at set not null;
-- Maintenance that was called off before it began.
alter table outage add column cancelled_at timestamptz;
alter table outage add constraint outage_services_known check (
  services <@ array['data', 'voice', 'sms', 'mypage', 'procedures', 'payment', 'talk']);
