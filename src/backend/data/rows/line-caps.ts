import { type Selectable, sql } from 'kysely'
import type { Db } from '#backend/db/connect.ts'
import { above, anyOfMany, atMost, rowsOf, updateRows } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes, type Bytes } from '#domain/bytes.ts'
import type { CapLift, CapUse, LineCap, SlowSpan } from '#domain/data/line-cap.ts'
import { instant, type Instant, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'

export type CapRow = Selectable<Database['line_cap']>
export type LiftRow = Selectable<Database['line_cap_lift']>
export type ReachRow = Selectable<Database['line_cap_reach']>

/** `data_ledger.capped_until` while a line is at its cap. */
export const CAPPED = instant('3000-01-01T00:00:00+09:00')

const volume = (stored: number | null): Bytes | undefined =>
  stored === null ? undefined : bytes(stored)

export const capOf = (row: CapRow): LineCap => ({
  day: volume(row.day_bytes),
  month: volume(row.month_bytes),
  warnPercent: row.warn_percent ?? undefined,
})

export const liftFrom = (row: LiftRow): CapLift => ({
  day: volume(row.day_bytes),
  month: volume(row.month_bytes),
})

/** The newest setting of each line that ever had one; it may have no volumes any more. */
export async function capsOf(db: Db, contractIds: readonly string[]): Promise<CapRow[]> {
  const { rows } = await sql<CapRow>`
    select distinct on (contract_id, line_id) * from line_cap where contract_id = any(${contractIds})
    order by contract_id, line_id, sequence desc`.execute(db)
  return rows
}

/** Exceptions that are in force at this moment. */
export async function liftsOf(
  db: Db,
  contractIds: readonly string[],
  now: Instant,
): Promise<LiftRow[]> {
  return rowsOf(
    db,
    'line_cap_lift',
    { contract_id: anyOfMany(contractIds), lifted_at: atMost(now), until_at: above(now) },
    'lifted_at',
  )
}

/** Lines that are at their cap. */
export async function openReachesOf(db: Db, contractIds: readonly string[]): Promise<ReachRow[]> {
  return rowsOf(db, 'line_cap_reach', {
    contract_id: anyOfMany(contractIds),
    state: 'reached',
  })
}

/** By line: what was taken from the data today and this month, as every screen sums it. */
export async function capUsesOf(
  db: Db,
  contractIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, CapUse>> {
  const { rows } = await sql<{ line_id: string; day: number; month: number }>`
    select line_id,
      coalesce(sum(used) filter (where day = ${toTokyoDate(now)}), 0)::bigint as day, sum(used)::bigint as month
    from (
      select line_id, day, greatest(high_bytes - coalesce(uncovered_bytes, 0), 0) as used
      from usage_by_day left join usage_uncovered using (contract_id, line_id, day)
      where contract_id = any(${contractIds})
        and day between ${startOfMonth(toTokyoMonth(now))} and ${toTokyoDate(now)}) days
    group by line_id`.execute(db)
  return new Map(
    rows.map(({ line_id, day, month }) => [line_id, { day: bytes(day), month: bytes(month) }]),
  )
}

type Looked = {
  readonly contractId: string
  readonly roomBytes: Bytes | undefined
  /** Null where no line is at its cap or was of late. */
  readonly cappedUntil: Instant | null
}

/** Writes down how much can be used before the caps must be looked at again. */
export async function saveCapRoom(tx: Db, looked: readonly Looked[]): Promise<void> {
  const ids = looked.map((one) => one.contractId)
  const rooms = looked.map((one) => one.roomBytes ?? null)
  const until = looked.map((one) => one.cappedUntil?.toString() ?? null)
  await sql`
    update data_ledger l set cap_room_bytes = looked.room,
      capped_until = coalesce(looked.until, case when l.capped_until < ${CAPPED.toString()} then l.capped_until end)
    from unnest(${ids}::text[], ${rooms}::bigint[], ${until}::timestamptz[]) as looked (contract_id, room, until)
    where l.contract_id = looked.contract_id`.execute(tx)
}

/** Queues contracts whose caps must be looked at, after a charge that does not look at them itself. */
export async function queueForCaps(
  tx: Db,
  contractIds: readonly string[],
  now: Instant,
): Promise<void> {
  await sql`
    insert into ledger_due (contract_id, due_id, since)
    select contract_id, ${newId('due')}, ${now.toString()}::timestamptz from data_ledger
    where contract_id = any(${contractIds}) and cap_room_bytes <= 0`.execute(tx)
}

/** The times since a ledger's snapshot in which lines were slow at their caps, as the carrier had confirmed. */
export async function readSlowSpans(
  db: Db,
  known: ReturnType<typeof sql>,
): Promise<ReadonlyMap<string, readonly SlowSpan[]>> {
  const { rows } = await sql<
    Pick<ReachRow, 'contract_id' | 'line_id' | 'ended_at'> & { slow_from: Instant }
  >`
    select r.contract_id, r.line_id, r.slow_from, r.ended_at from ${known}
    join line_cap_reach r on r.contract_id = known.contract_id and r.slow_from is not null
      and (r.ended_at is null or r.ended_at > known.since)
    order by r.slow_from`.execute(db)
  return new Map(
    [...Map.groupBy(rows, (row) => row.contract_id)].map(([id, own]) => [
      id,
      own.map((row) => ({
        lineId: row.line_id,
        from: row.slow_from,
        until: row.ended_at ?? undefined,
      })),
    ]),
  )
}

/** The carrier has confirmed the low speed of a line: from now on what it uses is not charged while it is at its cap. */
export async function noteSlow(
  tx: Db,
  { contractId, lineId }: { readonly contractId: string; readonly lineId: string },
  now: Instant,
): Promise<void> {
  await updateRows(
    tx,
    'line_cap_reach',
    { contract_id: contractId, line_id: lineId, state: 'reached', slow_from: null },
    { slow_from: now },
  )
}
