import type { Db } from '#backend/db/connect.ts'
import { formatRfc3339 } from '#domain/tokyo.ts'
import type { Answer } from '#protocol/endpoint.ts'
import type { platformApi } from '#protocol/platform.ts'

/** ours: how long what is over is still told of, and how far ahead what is planned. */
const TOLD_AFTER_HOURS = 30 * 24
const TOLD_AHEAD_HOURS = 30 * 24

/** What a visitor may depend on, by the name a screen prints. */
const services = {
  data: 'データ通信',
  voice: '音声通話',
  sms: 'SMS',
  mypage: 'マイページ',
  procedures: 'お申し込み・お手続き',
  payment: 'お支払い',
  talk: '通話アプリ',
} as const

type ServiceKey = keyof typeof services

/** Services with what is the matter with each, and the incidents told of; a state is what the incidents make it. */
export async function readServiceStatus(db: Db, now: Temporal.Instant) {
  const incidents = await findIncidents(db, now)
  const ongoing = incidents.filter((incident) => stateOf(incident, now) === 'ongoing')
  return {
    asOf: formatRfc3339(now),
    services: serviceKeys.map((serviceKey) => ({
      serviceKey,
      name: services[serviceKey],
      ...troubleOf(serviceKey, ongoing),
    })),
    incidents: incidents.map((incident) => toWire(incident, now)),
  }
}

const serviceKeys: readonly ServiceKey[] = [
  'data',
  'voice',
  'sms',
  'mypage',
  'procedures',
  'payment',
  'talk',
]

type Incident = Awaited<ReturnType<typeof findIncidents>>[number]

async function findIncidents(db: Db, now: Temporal.Instant) {
  const rows = await db
    .selectFrom('service_incident')
    .selectAll()
    .where('begins_at', '<', now.add({ hours: TOLD_AHEAD_HOURS }))
    .where((where) =>
      where.or([
        where('ends_at', 'is', null),
        where('ends_at', '>', now.subtract({ hours: TOLD_AFTER_HOURS })),
      ]),
    )
    .orderBy('begins_at', 'desc')
    .limit(50)
    .execute()
  if (rows.length === 0) return []
  const updates = await db
    .selectFrom('service_incident_update')
    .selectAll()
    .where(
      'incident_id',
      'in',
      rows.map((row) => row.incident_id),
    )
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    updates: updates.filter((update) => update.incident_id === row.incident_id),
  }))
}

function stateOf(
  { begins_at, ends_at }: Incident,
  now: Temporal.Instant,
): 'planned' | 'ongoing' | 'resolved' {
  if (Temporal.Instant.compare(now, begins_at) < 0) return 'planned'
  return ends_at && Temporal.Instant.compare(ends_at, now) <= 0 ? 'resolved' : 'ongoing'
}

type Status = Answer<typeof platformApi.serviceStatusGet>
type Trouble = Pick<Status['services'][number], 'state' | 'message' | 'since'>

/** Maintenance was announced; of several incidents the worst is told. */
function troubleOf(key: ServiceKey, ongoing: Incident[]): Trouble {
  const mine = ongoing.filter((incident) => incident.services.includes(key))
  const worst = mine.find(({ severity }) => severity === 'outage') ?? mine[0]
  if (!worst) return { state: 'normal' }
  return {
    state: worst.kind === 'maintenance' ? 'maintenance' : worst.severity,
    message: worst.updates[0]?.message ?? worst.title,
    since: formatRfc3339(worst.begins_at),
  }
}

function toWire(incident: Incident, now: Temporal.Instant) {
  const { ends_at } = incident
  return {
    incidentId: incident.incident_id,
    title: incident.title,
    kind: incident.kind,
    state: stateOf(incident, now),
    from: formatRfc3339(incident.begins_at),
    ...(ends_at ? { to: formatRfc3339(ends_at) } : {}),
    updates: incident.updates.map(({ at, message }) => ({ at: formatRfc3339(at), message })),
  }
}
