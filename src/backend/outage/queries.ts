import { sql, type Selectable } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { findRow } from '#backend/db/rows.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { readProfile } from '#backend/holder.ts'
import { concerns, outageStateAt, stopsLine, type OutageReach } from '#domain/outage/outage.ts'
import { formatRfc3339, isBefore, type Instant } from '#domain/tokyo.ts'
import type { OutageOnBoard, ServiceStatus } from '#protocol/outage.ts'
import type { LineKind } from '#vocabulary/line.ts'
import { outageServiceKeys, outageServices, type OutageService } from '#vocabulary/outage.ts'

/** Our choice: how long an outage that is over stays on the board, and how far ahead planned work appears on it. */
const SHOWN_AFTER_HOURS = 30 * 24
const SHOWN_AHEAD_HOURS = 30 * 24

export type OutageRow = Selectable<Database['outage']>
export type Outage = OutageRow & {
  /** The newest first. */
  updates: readonly { at: Instant; message: string }[]
}

/** The state of each service, and the board. States are derived from times, not stored. */
export async function readServiceStatus(db: Db, now: Instant): Promise<ServiceStatus> {
  const outages = await findOutages(db, now)
  const ongoing = outages.filter((outage) => stateOf(outage, now) === 'ongoing')
  return {
    asOf: formatRfc3339(now),
    services: outageServiceKeys.map((serviceKey) => ({
      serviceKey,
      name: outageServices[serviceKey],
      ...troubleOf(serviceKey, ongoing),
    })),
    incidents: outages.map((outage) => toWire(outage, now)),
  }
}

/** The outages the board shows at a moment, the latest to begin first. */
export async function findOutages(db: Db, now: Instant): Promise<Outage[]> {
  const rows = await db
    .selectFrom('outage')
    .selectAll()
    .where('begins_at', '<', now.add({ hours: SHOWN_AHEAD_HOURS }))
    .where((where) =>
      where.or([
        where('ends_at', 'is', null),
        where('ends_at', '>', now.subtract({ hours: SHOWN_AFTER_HOURS })),
      ]),
    )
    .orderBy('begins_at', 'desc')
    .limit(50)
    .execute()
  return withUpdates(db, rows, now)
}

export async function findOutage(db: Db, outageId: string, now: Instant) {
  const row = await findRow(db, 'outage', { outage_id: outageId })
  return row === undefined ? undefined : (await withUpdates(db, [row], now))[0]
}

async function withUpdates(db: Db, rows: readonly OutageRow[], now: Instant): Promise<Outage[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.outage_id)
  const updates = await db
    .selectFrom('outage_update')
    .selectAll()
    .where('outage_id', 'in', ids)
    .where('at', '<=', now)
    .orderBy('at', 'desc')
    .execute()
  return rows.map((row) => ({
    ...row,
    updates: updates.filter((update) => update.outage_id === row.outage_id),
  }))
}

export function stateOf(row: OutageRow, now: Instant) {
  const { begins_at: beginsAt, ends_at, cancelled_at } = row
  const times = { beginsAt, endsAt: ends_at ?? undefined, cancelledAt: cancelled_at ?? undefined }
  return outageStateAt(times, now)
}

type Trouble = Pick<ServiceStatus['services'][number], 'state' | 'message' | 'since'>

/** The state of a service: that of the worst of its ongoing outages. */
function troubleOf(key: OutageService, ongoing: readonly Outage[]): Trouble {
  const mine = ongoing.filter((outage) => outage.services.includes(key))
  const worst = mine.find(({ severity }) => severity === 'outage') ?? mine[0]
  if (!worst) return { state: 'normal' }
  return {
    state: worst.kind === 'maintenance' ? 'maintenance' : worst.severity,
    message: worst.updates[0]?.message ?? worst.title,
    since: formatRfc3339(worst.begins_at),
  }
}

export function toWire(outage: Outage, now: Instant): OutageOnBoard {
  const { expected_end_at, ends_at, updates } = outage
  const isExpected = ends_at === null && expected_end_at !== null && isBefore(now, expected_end_at)
  return {
    incidentId: outage.outage_id,
    title: outage.title,
    kind: outage.kind,
    severity: outage.severity,
    state: stateOf(outage, now),
    services: outage.services.map((serviceKey) => ({
      serviceKey,
      name: outageServices[serviceKey],
    })),
    areas: outage.areas,
    from: formatRfc3339(outage.begins_at),
    ...(ends_at && { to: formatRfc3339(ends_at) }),
    ...(isExpected && { expectedEnd: formatRfc3339(expected_end_at) }),
    emergencyCalls: {
      state: outage.emergency_calls,
      ...(outage.emergency_since && { since: formatRfc3339(outage.emergency_since) }),
    },
    otherWays: outage.other_ways,
    updatedAt: formatRfc3339(updates[0]?.at ?? outage.opened_at),
    updates: updates.map(({ at, message }) => ({ at: formatRfc3339(at), message })),
  }
}

/** How long before it begins my page's first view shows what is planned. */
const SHOWN_DAYS_AHEAD = 7

type Deps = { readonly sealing: Sealing }

/** Whether an outage concerns an account with lines of these kinds; without a line, only what concerns everybody does. */
export async function concernsMember(
  db: Db,
  { sealing }: Deps,
  { accountId, lineKinds }: { readonly accountId: string; readonly lineKinds: readonly LineKind[] },
  outage: Outage,
): Promise<boolean> {
  const prefecture = await prefectureOf(db, sealing, accountId, outage)
  return concerns(outage, { lineKinds, prefecture })
}

/** Whether a line of this kind could not be used for calls or data because of the outage, whichever it is for. */
export async function outageStopsLine(
  db: Db,
  sealing: Sealing,
  { accountId, kind }: { readonly accountId: string; readonly kind: LineKind },
  outage: OutageReach,
): Promise<boolean> {
  return stopsLine(outage, { kind, prefecture: await prefectureOf(db, sealing, accountId, outage) })
}

/** The profile is opened only for an outage of some prefectures. */
async function prefectureOf(
  db: Db,
  sealing: Sealing,
  accountId: string,
  { areas }: OutageReach,
): Promise<string | undefined> {
  if (areas.length === 0) return undefined
  return (await readProfile(db, sealing, accountId)).region || undefined
}

/**
 * The outages that are ongoing or begin soon and concern this account.
 * @param lineKinds where it is asked for some lines of the account only: their kinds
 */
export async function outagesConcerning(
  db: Db,
  deps: Deps,
  {
    accountId,
    lineKinds,
    now,
  }: {
    readonly accountId: string
    readonly lineKinds?: readonly LineKind[]
    readonly now: Instant
  },
): Promise<Outage[]> {
  const soon = now.add({ hours: 24 * SHOWN_DAYS_AHEAD })
  const live = (await findOutages(db, now)).filter((outage) => {
    const state = stateOf(outage, now)
    return state === 'ongoing' || (state === 'planned' && isBefore(outage.begins_at, soon))
  })
  if (live.length === 0) return []
  const of = { accountId, lineKinds: lineKinds ?? (await kindsOfLines(db, accountId)) }
  const found: Outage[] = []
  for (const outage of live) if (await concernsMember(db, deps, of, outage)) found.push(outage)
  return found
}

async function kindsOfLines(db: Db, accountId: string): Promise<LineKind[]> {
  const { rows } = await sql<{ kind: LineKind }>`
    select distinct l.kind from contract c join line l using (contract_id)
    where c.account_id = ${accountId} and l.status in ('active', 'suspended', 'ending')`.execute(db)
  return rows.map(({ kind }) => kind)
}
