import type { AreaDeps } from '#backend/area.ts'
import { isServed, type LineRow } from '#backend/contract/contracts.ts'
import { lineWords } from '#backend/contract/line-words.ts'
import type { Db } from '#backend/db/connect.ts'
import { anyOfMany, rowsOf } from '#backend/db/rows.ts'
import { newId } from '#backend/db/ids.ts'
import { accountOf, notifyMember, type Acting, type StepDeps } from '#backend/step/record-change.ts'
import { takeFirstStep, takeStep } from '#backend/step/take-step.ts'
import { leastBytes } from '#domain/bytes.ts'
import {
  type CapUse,
  marksOf,
  nothingUsed,
  reachedPeriod,
  roomOf,
  warnedPeriods,
} from '#domain/data/line-cap.ts'
import { isBefore, startOfDay, startOfMonth, toTokyoDate, toTokyoMonth } from '#domain/tokyo.ts'
import type { CapPeriod } from '#vocabulary/line-cap.ts'
import { capWarningMessage } from '../messages.ts'
import {
  CAPPED,
  capOf,
  type CapRow,
  capsOf,
  capUsesOf,
  type LiftRow,
  liftFrom,
  liftsOf,
  openReachesOf,
  type ReachRow,
  saveCapRoom,
} from '../rows/line-caps.ts'
import { capReaches } from '../steps.ts'

type Deps = Pick<AreaDeps, 'sealing'> & StepDeps

/** What is known of one line when its cap is looked at. */
type Watched = {
  readonly line: LineRow
  readonly row: CapRow
  readonly lifts: readonly LiftRow[]
  readonly used: CapUse
  readonly open: ReachRow | undefined
}

/**
 * Looks at the caps of these contracts after their ledgers were charged: a line that has reached its cap, or is within it
 * again, takes its step, and a warning that is reached is sent once a period. What the line has used, its cap and its
 * exceptions alone decide, so late records, corrections and a changed cap need nothing of their own. The speeds are
 * decided afterwards (`decideSpeeds`). The contracts must be locked.
 */
export async function watchCaps(
  tx: Db,
  deps: Deps,
  contractIds: readonly string[],
  by: Omit<Acting, 'contractId'>,
): Promise<void> {
  const caps = await capsOf(tx, contractIds)
  if (caps.length === 0) return
  const ids = [...new Set(caps.map((one) => one.contract_id))]
  const lifts = await liftsOf(tx, ids, by.now)
  const open = await openReachesOf(tx, ids)
  const uses = await capUsesOf(tx, ids, by.now)
  const lines = await linesOf(tx, ids)
  const looked = []
  for (const contractId of ids) {
    const watched = caps
      .filter((row) => row.contract_id === contractId)
      .flatMap((row): Watched[] => {
        const line = lines.find((one) => one.line_id === row.line_id)
        if (line === undefined) return []
        const ofLine = (one: { readonly line_id: string }) => one.line_id === row.line_id
        const used = uses.get(row.line_id) ?? nothingUsed
        return [{ line, row, lifts: lifts.filter(ofLine), used, open: open.find(ofLine) }]
      })
    let isAnyAtCap = false
    for (const one of watched) if (await watchLine(tx, deps, one, by)) isAnyAtCap = true
    const wasAnyAtCap = watched.some((one) => one.open !== undefined)
    looked.push({
      contractId,
      roomBytes: watched
        .filter(({ line }) => isServed(line))
        .flatMap(({ row, lifts: own, used }) => roomOf(capOf(row), own.map(liftFrom), used) ?? [])
        .reduce<ReturnType<typeof roomOf>>(
          (least, room) => (least === undefined ? room : leastBytes(least, room)),
          undefined,
        ),
      cappedUntil: isAnyAtCap ? CAPPED : wasAnyAtCap ? by.now : null,
    })
  }
  await saveCapRoom(tx, looked)
}

async function linesOf(tx: Db, contractIds: readonly string[]): Promise<LineRow[]> {
  return rowsOf(tx, 'line', { contract_id: anyOfMany(contractIds) })
}

/** @returns whether the line is at its cap now. */
async function watchLine(
  tx: Db,
  deps: Deps,
  { line, row, lifts, used, open }: Watched,
  given: Omit<Acting, 'contractId'>,
): Promise<boolean> {
  const by = { ...given, contractId: line.contract_id }
  const cap = capOf(row)
  const marks = marksOf(cap, lifts.map(liftFrom))
  /** Only what takes a step needs the line's name, which is sealed. */
  const factsOf = () => ({
    line: lineWords(line, deps.sealing),
    lineId: line.line_id,
    asks: row.at_cap === 'ask',
  })
  const period = isServed(line) ? reachedPeriod(marks, used) : undefined
  if (open !== undefined && open.period === period) return true
  if (open !== undefined) {
    if (!isServed(line)) await takeStep(tx, deps, by, capReaches, { row: open, step: 'line_ended' })
    else if (isPeriodOver(open, by) || period !== undefined) {
      // The clock's, whoever is the first to come afterwards.
      const clock = { actor: 'system', contractId: line.contract_id, now: by.now } as const
      await takeStep(tx, deps, clock, capReaches, { row: open, step: 'period_over' })
    } else await takeStep(tx, deps, by, capReaches, { row: open, step: 'lifted', facts: factsOf() })
  }
  if (period !== undefined) {
    const values = {
      contract_id: line.contract_id,
      line_id: line.line_id,
      reach_id: newId('cpr'),
      period,
      cap_bytes: marks[period] ?? 0,
      used_bytes: used[period],
      reached_at: by.now,
      // A line that is slow already needs no confirmation.
      slow_from: line.carrier_speed === 'high' ? null : by.now,
    }
    await takeFirstStep(tx, deps, by, capReaches, { values, step: 'reached', facts: factsOf() })
    return true
  }
  if (!isServed(line)) return false
  for (const one of warnedPeriods(cap, marks, used)) {
    const accountId = await accountOf(tx, { ...by, accountId: undefined })
    const key = one === 'day' ? toTokyoDate(by.now) : toTokyoMonth(by.now)
    const message = capWarningMessage({
      accountId,
      contractId: by.contractId,
      ...factsOf(),
      period: one,
      capBytes: marks[one] ?? 0,
      usedBytes: used[one],
      sourceRef: `line-cap/${line.line_id}/${one}/${key}/${row.cap_id}`,
    })
    await notifyMember(tx, deps, message, by.now)
  }
  return false
}

/** Whether a new day or month has begun since the cap was reached. */
function isPeriodOver({ period, reached_at }: ReachRow, { now }: Pick<Acting, 'now'>): boolean {
  return isBefore(reached_at, beginOf(period, now))
}

const beginOf = (period: CapPeriod, now: Acting['now']) =>
  startOfDay(period === 'day' ? toTokyoDate(now) : startOfMonth(toTokyoMonth(now)))
