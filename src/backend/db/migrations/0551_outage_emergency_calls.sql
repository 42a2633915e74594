-- What became of calls to 110, 118 and 119, since when, and what else can be used (総務省「電気通信サービスにおける障害発生時の周知・広報に
-- 関するガイドライン」); when the authority was first told of an accident. Entries of before say nothing of it.
alter table outage add column emergency_calls text not null default 'unknown';
alter table outage add column emergency_since timestamptz;
alter table outage add column other_ways text[] not null default '{}';
alter table outage add column first_reported_at timestamptz;
alter table outage add constraint outage_emergency_calls_known
  check (emergency_calls in ('unknown', 'unaffected', 'degraded', 'stopped', 'restored')) not valid;
alter table outage add constraint outage_other_ways_known
  check (other_ways <@ array['landline', 'publicPhone', 'otherCarrier', 'wifi', 'freeWifi', 'roaming', 'disasterBoard']) not valid;
-- step
alter table outage validate constraint outage_emergency_calls_known;
alter table outage validate constraint outage_other_ways_known;
