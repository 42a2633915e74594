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
  constraint service_incident_pkey primary key (outage_id),
  constraint service_incident_kind_check check (kind in ('outage', 'maintenance')),
  constraint service_incident_severity_check check (severity in ('degraded', 'outage')),
  constraint outage_services_known check (services <@ array['data', 'voice', 'sms', 'mypage', 'procedures', 'payment',
    'talk']),
  constraint service_incident_services_check check (cardinality(services) > 0),
  constraint service_incident_check check (ends_at > begins_at)
);
create index outage_recent on outage (begins_at desc);

create table outage_update (
  outage_id text,
  at timestamptz,
  message text not null,
  constraint service_incident_update_pkey primary key (outage_id, at),
  constraint service_incident_update_incident_id_fkey foreign key (outage_id) references outage(outage_id)
);
