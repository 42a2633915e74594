import { sql } from 'kysely'
import type { AreaDeps } from '#backend/area.ts'
import { askOfLine } from '#backend/carrier/exchange.ts'
import type { Db } from '#backend/db/connect.ts'
import { inRounds, type Round } from '#backend/db/in-rounds.ts'
import { newId } from '#backend/db/ids.ts'
import { insertRow } from '#backend/db/rows.ts'
import type { CarrierSpeed } from '#backend/contract/tables.ts'
import type { JobQueue } from '#backend/jobs/queue.ts'
import type { StepDeps } from '#backend/step/record-change.ts'
import { bytes, type Bytes } from '#domain/bytes.ts'
import { speedFor, threeDayMeter } from '#domain/data/three-day.ts'
import { addDays, type Instant, tokyoDate, type TokyoDate, toTokyoDate } from '#domain/tokyo.ts'
import { type NearLimit, notifyNearLimit } from './notify-near-limit.ts'
import { watchCaps } from './watch-caps.ts'

type SpeedDecided = {
  readonly contractId: string
  readonly lineId: string
  readonly speed: CarrierSpeed
}

type LineSpeed = {
  contract_id: string
  line_id: string
  carrier_ref: string
  high_speed_on: boolean
  total_bytes: number
  decided: CarrierSpeed | null
  low_by_day: Record<string, number> | null
  is_at_cap: boolean
}

/** How many days before today are read: more than the rule's window, so that a longer one needs no change here. */
const DAYS_READ = 7

/**
 * Decides the speed of every line by the rules (`speedFor`): high while the pool holds anything, low when it is empty or
 * the line is at its cap, throttled while the three-day rule is in force. A speed other than the last decision is stored and asked of the carrier;
 * the member's switch stays as it is. Locks the contracts.
 * @returns the new decisions.
 */
export async function decideSpeeds(
  tx: Db,
  { queue }: { readonly queue: JobQueue },
  contractIds: readonly string[],
  now: Instant,
): Promise<readonly SpeedDecided[]> {
  return decideOf(tx, queue, await lockLines(tx, contractIds, now), now)
}

async function lockContracts(tx: Db, contractIds: readonly string[]) {
  await sql`select from contract where contract_id = any(${contractIds})
    order by contract_id for update`.execute(tx)
}

async function lockLines(tx: Db, contractIds: readonly string[], now: Instant) {
  await lockContracts(tx, contractIds)
  return readLines(tx, contractIds, toTokyoDate(now), now)
}

async function decideOf(tx: Db, queue: JobQueue, lines: readonly LineSpeed[], now: Instant) {
  const today = toTokyoDate(now)
  const decided: SpeedDecided[] = []
  for (const line of lines) {
    const speed = speedFor(
      {
        totalBytes: line.total_bytes,
        isOn: line.high_speed_on,
        isAtCap: line.is_at_cap,
        lowByDay: lowByDay(line),
      },
      today,
    )
    if (speed === (line.decided ?? 'high')) continue
    await decide(tx, queue, line, speed, now)
    decided.push({ contractId: line.contract_id, lineId: line.line_id, speed })
  }
  return decided
}

function lowByDay(line: LineSpeed): ReadonlyMap<TokyoDate, Bytes> {
  const days = Object.entries(line.low_by_day ?? {})
  return new Map(days.map(([day, low]) => [tokyoDate(day), bytes(low)]))
}

async function readLines(
  tx: Db,
  contractIds: readonly string[],
  today: TokyoDate,
  now: Instant,
): Promise<readonly LineSpeed[]> {
  const { rows } = await sql<LineSpeed>`
    select l.contract_id, l.line_id, l.carrier_ref, l.high_speed_on,
      (select coalesce(sum(b.remaining_bytes), 0)::bigint from data_bucket b
        where b.contract_id = l.contract_id and b.expires_at > ${now.toString()}) as total_bytes,
      (select d.speed from speed_decision d
        where d.contract_id = l.contract_id and d.line_id = l.line_id
          and d.carrier_state <> 'rejected'
        order by d.sequence desc limit 1) as decided,
      (select jsonb_object_agg(u.day, u.low_bytes) from usage_by_day u
        where u.contract_id = l.contract_id and u.line_id = l.line_id and u.low_bytes > 0
          and u.day between ${addDays(today, -DAYS_READ)} and ${today}) as low_by_day,
      exists (select from line_cap_reach r where r.contract_id = l.contract_id and r.line_id = l.line_id
        and r.state = 'reached') as is_at_cap
    from line l
    where l.contract_id = any(${contractIds}) and l.status in ('active', 'suspended', 'ending')
    order by l.contract_id, l.position`.execute(tx)
  return rows
}

async function decide(tx: Db, queue: JobQueue, line: LineSpeed, speed: CarrierSpeed, now: Instant) {
  const decisionId = newId('spd')
  await insertRow(tx, 'speed_decision', {
    contract_id: line.contract_id,
    line_id: line.line_id,
    decision_id: decisionId,
    speed,
    decided_at: now,
    carrier_state: 'requested',
  })
  const request = { type: 'command', command: 'speed-policy', body: { mode: speed } } as const
  await askOfLine(tx, queue, line, request, { exchangeId: decisionId, now })
}

const CONTRACTS_A_ROUND = 200

/** Slow already, or near to it: what is used at low speed today brings the limit nearer. */
function nearLimit(lines: readonly LineSpeed[], today: TokyoDate): NearLimit[] {
  return lines.flatMap((line) => {
    const goesAtHighSpeed = line.high_speed_on && line.total_bytes > 0 && !line.is_at_cap
    const meter = threeDayMeter(lowByDay(line), today, goesAtHighSpeed)
    return meter.state === 'nearLimit'
      ? [{ contractId: line.contract_id, lineId: line.line_id, meter }]
      : []
  })
}

/**
 * Decides the speed of lines that are not at high speed, switched off, without data, at their cap, or whose exception from
 * it is over: the three-day rule and a cap begin and end with a day or with a late record of it, and a size without data
 * is low from its first hour. Whose line comes near to the three-day rule is notified.
 */
export async function decideSlowLines(
  deps: Pick<AreaDeps, 'database' | 'queue' | 'sealing'> & StepDeps,
  now: Instant,
) {
  const { db } = deps.database
  const rounds = inRounds(
    CONTRACTS_A_ROUND,
    (round) => slowOrEmpty(db, round, now),
    (id) => id,
  )
  for await (const ids of rounds)
    await db.transaction().execute(async (tx) => {
      await lockContracts(tx, ids)
      await watchCaps(tx, deps, ids, { actor: 'system', now })
      const lines = await readLines(tx, ids, toTokyoDate(now), now)
      await decideOf(tx, deps.queue, lines, now)
      await notifyNearLimit(tx, deps, nearLimit(lines, toTokyoDate(now)), now)
    })
}

/** An exception is over when the day is: it is looked at for a day, should an hour be missed. */
const HOURS_AFTER_LIFT = 25

async function slowOrEmpty(db: Db, { after, limit }: Round, now: Instant): Promise<string[]> {
  const { rows } = await sql<{ contract_id: string }>`
    select contract_id from line where (carrier_speed <> 'high' or not high_speed_on) and contract_id > ${after}
    union
    select l.contract_id from line l
    left join data_bucket b on b.contract_id = l.contract_id and b.remaining_bytes > 0
    where b.contract_id is null and l.status in ('active', 'suspended', 'ending')
      and l.contract_id > ${after}
    union
    select contract_id from line_cap_reach where state = 'reached' and contract_id > ${after}
    union
    select contract_id from line_cap_lift
    where until_at <= ${now.toString()} and until_at > ${now.subtract({ hours: HOURS_AFTER_LIFT }).toString()}
      and contract_id > ${after}
    order by contract_id limit ${limit}`.execute(db)
  return rows.map((row) => row.contract_id)
}
