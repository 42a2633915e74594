import { type Selectable, sql } from 'kysely'
import type { ContractRow, LineRow } from '#backend/contract/contracts.ts'
import { toLineName } from '#backend/contract/line-mapping.ts'
import { lineOf, loadContract, type LoadedContract } from '#backend/contract/load.ts'
import { refusedWhy, toWireWhy } from '#backend/contract/permissions.ts'
import type { Db } from '#backend/db/connect.ts'
import type { Sealing } from '#backend/db/sealing.ts'
import type { Database } from '#backend/db/tables.ts'
import { bytes } from '#domain/bytes.ts'
import { ruleValue } from '#domain/catalogue/rules.ts'
import { threeDayMeter, type ThreeDayMeter } from '#domain/data/three-day.ts'
import { mayBegin } from '#domain/exclusion/allowed-operations.ts'
import { addDays, formatRfc3339, toTokyoDate } from '#domain/tokyo.ts'
import type { dataApi } from '#protocol/data.ts'
import type { Answer } from '#protocol/endpoint.ts'
import { type MarksNow, readCapsNow, readMarksNow } from './caps-now.ts'
import { type PoolNow, readPool } from './pool.ts'
import { type UsageOfDay, usageOfRecentDays } from './usage.ts'

export type WireHighSpeedLine = Answer<typeof dataApi.highSpeedStatusPut>

/** The switch of every live line, or of the one asked for. */
export async function readHighSpeedStatus(
  db: Db,
  sealing: Sealing,
  asked: {
    contractId: string
    lineId?: string | undefined
    now: Temporal.Instant
    userRoleId?: string | undefined
  },
): Promise<Answer<typeof dataApi.highSpeedStatusGet>> {
  const { contractId, lineId, now, userRoleId } = asked
  const [known, pool] = await Promise.all([
    loadContract(db, contractId),
    readPool(db, contractId, now),
  ])
  const lines = lineId === undefined ? known.lines.filter(isLive) : [lineOf(known, lineId)]
  return {
    lines: await readHighSpeedLines(db, sealing, { ...known, lines, pool, now, userRoleId }),
    asOf: formatRfc3339(pool.asOf),
  }
}

function isLive(line: LineRow) {
  return line.status !== 'ended' && line.status !== 'preparing'
}

export async function readHighSpeedLines(
  db: Db,
  sealing: Sealing,
  known: Pick<LoadedContract, 'contract' | 'lines' | 'facts'> & {
    pool: PoolNow
    now: Temporal.Instant
    /** Of the user of a line who reads it. */
    userRoleId?: string | undefined
  },
): Promise<WireHighSpeedLine[]> {
  const { contract, lines, facts, pool, now, userRoleId } = known
  const contractId = contract.contract_id
  const today = toTokyoDate(now)
  const from = addDays(today, -ruleValue('threeDayWindow', today))
  const recent = await usageOfRecentDays(db, contractId, today)
  const days = recent.filter(({ day }) => day >= from)
  const hasData = pool.totalBytes > 0
  const [changes, caps] = await Promise.all([
    readChanges(db, contractId),
    readCapsNow(db, contractId),
  ])
  // What was allowed for today is asked for where there is a cap: few contracts have any.
  const marks = caps.length === 0 ? undefined : await readMarksNow(db, contractId, now)
  return lines.map((line) => {
    const cap = caps.find((one) => one.line_id === line.line_id)
    const isAtCap = cap !== undefined && cap.period !== null
    const mayGoFast = hasData && !isAtCap
    const meter = threeDayMeter(lowSpeedOf(line, days), today, mayGoFast && line.high_speed_on)
    const own = changes.filter((change) => change.line_id === line.line_id)
    return {
      line: toLineName(line, sealing),
      on: line.high_speed_on,
      ...speedOf(contract, line, { hasData, isAtCap, meter }),
      ...toWireCap(marks?.get(line.line_id)),
      ...lastChange(own),
      change: isOff(own[0], userRoleId)
        ? refusedWhy('FAMILY_SPEED_ASK')
        : toWireWhy('highSpeedSwitch', mayBegin('highSpeedSwitch', facts, now, line.line_id)),
      threeDay: toWireMeter(meter),
      history: own.map(toWireChange),
    }
  })
}

function lowSpeedOf(line: LineRow, days: readonly UsageOfDay[]) {
  const own = days.filter((one) => one.lineId === line.line_id)
  return new Map(own.map((one) => [one.day, bytes(one.lowBytes)]))
}

/** The speed that the rules give the line now. */
function speedOf(
  contract: ContractRow,
  line: LineRow,
  now: { readonly hasData: boolean; readonly isAtCap: boolean; readonly meter: ThreeDayMeter },
): Pick<WireHighSpeedLine, 'speed' | 'speedReason'> {
  if (line.status === 'preparing') return { speed: 'stopped', speedReason: 'notOpen' }
  const served = line.status === 'active' || line.status === 'ending'
  if (!served || contract.status === 'suspended')
    return { speed: 'stopped', speedReason: 'suspended' }
  if (now.meter.state === 'slowed') return { speed: 'slowed', speedReason: 'threeDayRule' }
  if (!line.high_speed_on) return { speed: 'low', speedReason: 'switchedOff' }
  // More data would not make it fast.
  if (now.isAtCap) return { speed: 'low', speedReason: 'lineCap' }
  if (!now.hasData) return { speed: 'low', speedReason: 'poolEmpty' }
  return { speed: 'high', speedReason: 'pool' }
}

/** None where the line has no cap, or none today. */
function toWireCap(marks: MarksNow | undefined): Pick<WireHighSpeedLine, 'cap'> {
  const { day, month } = marks ?? {}
  if (day === undefined && month === undefined) return {}
  return {
    cap: {
      ...(day !== undefined && { dayBytes: day }),
      ...(month !== undefined && { monthBytes: month }),
    },
  }
}

function lastChange([last]: readonly ChangeRow[]) {
  if (last === undefined) return {}
  return { changedAt: formatRfc3339(last.changed_at), changedBy: changedBy(last.actor) }
}

function toWireMeter({ sumBytes, limitBytes, days, state, liftsOn }: ThreeDayMeter) {
  return { sumBytes, limitBytes, days: [...days], state, liftsOn }
}

function toWireChange(change: ChangeRow) {
  return {
    at: formatRfc3339(change.changed_at),
    on: change.turned_on,
    by: changedBy(change.actor),
    state: changeState(change.carrier_state),
  }
}

type ChangeRow = Selectable<Database['high_speed_change']>

/** To the user of a line: the last press was another's, and turned it off. */
const isOff = (last: ChangeRow | undefined, userRoleId: string | undefined) =>
  userRoleId !== undefined &&
  last !== undefined &&
  !last.turned_on &&
  last.family_role_id !== userRoleId

/** Whether the user of a line must ask for its high speed: somebody else has turned it off. */
export async function isTurnedOffByOthers(
  db: Db,
  asked: {
    readonly contractId: string
    readonly lineId: string
    readonly userRoleId: string | undefined
  },
): Promise<boolean> {
  const changes = await readChanges(db, asked.contractId)
  return isOff(
    changes.find((change) => change.line_id === asked.lineId),
    asked.userRoleId,
  )
}

/** How many changes of a line its page shows (ours). */
const SHOWN = 20

/** The latest changes of every line, newest first, by sequence: two may have the same instant. */
async function readChanges(db: Db, contractId: string): Promise<ChangeRow[]> {
  return db
    .selectFrom((from) =>
      from
        .selectFrom('high_speed_change')
        .selectAll()
        .select(
          sql<number>`row_number() over (partition by line_id order by sequence desc)`.as('rank'),
        )
        .where('contract_id', '=', contractId)
        .as('ranked'),
    )
    .selectAll()
    .where('rank', '<=', SHOWN)
    .orderBy('sequence', 'desc')
    .execute()
}

/** How far a requested change has come; without an answer of the carrier it is still under way. */
function changeState(state: ChangeRow['carrier_state']) {
  if (state === 'accepted') return 'effective' as const
  return state === 'rejected' ? ('failed' as const) : ('requested' as const)
}

export function changedBy(actor: ChangeRow['actor']) {
  return actor === 'carrier' ? ('system' as const) : actor
}
