-- Written from a migrated database by node tools/write-schema.ts; do not edit.

create table outage (
  outage_id text,
  kind text not null,
  severity text not null,
  services text[] not null,
  title text not null,
  begins_at timestamptz not null,
  -- When it ended; of maintenance, when it is planned to.
  ends_at timestamptz,
  -- Prefectures; none: everywhere.
  areas text[] not null default '{}',
  -- What is hoped for while an outage lasts.
  expected_end_at timestamptz,
  opened_at timestamptz not null,
  -- Maintenance that was called off before it began.
  cancelled_at timestamptz,
  -- Calls to 110, 118 and 119.
  emergency_calls text not null default 'unknown',
  -- Since when they are so; none where they are unaffected or nobody knows.
  emergency_since timestamptz,
  -- What else can be used while it lasts.
  other_ways text[] not null default '{}',
  -- When the authority was first told of it (電気通信事業法 第28条).
  first_reported_at timestamptz,
  constraint service_incident_pkey primary key (outage_id),
  constraint service_incident_kind_check check (kind in ('outage', 'maintenance')),
  constraint service_incident_severity_check check (severity in ('degraded', 'outage')),
  constraint outage_services_known check (services <@ array['data', 'voice', 'sms', 'mypage', 'procedures', 'payment',
    'talk']),
  constraint service_incident_services_check check (cardinality(services) > 0),
  constraint service_incident_check check (ends_at > begins_at),
  constraint outage_emergency_calls_known check (emergency_calls in ('unknown', 'unaffected', 'degraded', 'stopped',
    'restored')),
  constraint outage_other_ways_known check (other_ways <@ array['landline', 'publicPhone', 'otherCarrier', 'wifi',
    'freeWifi', 'roaming', 'disasterBoard'])
);
create index outage_recent on outage (begins_at desc);

create table outage_update (
  outage_id text,
  at timestamptz,
  message text not null,
  constraint service_incident_update_pkey primary key (outage_id, at),
  constraint service_incident_update_incident_id_fkey foreign key (outage_id) references outage(outage_id)
);
