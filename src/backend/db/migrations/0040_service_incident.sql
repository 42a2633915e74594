-- Outages and maintenance as the operator tells of them; written by the operator's staff, read by everybody.
create table service_incident (
  incident_id text primary key,
  kind text not null check (kind in ('outage', 'maintenance')),
  -- How much of the named services is left while it lasts.
  severity text not null check (severity in ('degraded', 'outage')),
  services text[] not null check (cardinality(services) > 0),
  title text not null,
  begins_at timestamptz not null,
  ends_at timestamptz,
  check (ends_at > begins_at)
);
create index service_incident_recent on service_incident (begins_at desc);

create table service_incident_update (
  incident_id text not null references service_incident,
  at timestamptz not null,
  message text not null,
  primary key (incident_id, at)
);
