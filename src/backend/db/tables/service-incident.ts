export type ServiceIncidentTables = {
  service_incident: {
    incident_id: string
    kind: 'outage' | 'maintenance'
    severity: 'degraded' | 'outage'
    services: string[]
    title: string
    begins_at: Temporal.Instant
    ends_at: Temporal.Instant | null
  }
  service_incident_update: {
    incident_id: string
    at: Temporal.Instant
    message: string
  }
}
