import { z } from 'zod'
import { cardSize, lineKind, lineService, speedMode, suspension } from '#outside/carrier.ts'
import { refusal } from '../wire/refusal.ts'
import { allRows, firstRow, insertRow, jsonOf, rowOf, run, type Store } from '../wire/store.ts'
import { hourMs, tokyoText } from './hours.ts'
import { digitsOf } from './random.ts'
import { profileSchema } from './wire.ts'

const lineSchema = rowOf({
  lineRef: z.string(),
  number: z.string(),
  simKind: z.enum(['physical', 'esim']),
  simSize: cardSize.nullable(),
  iccid: z.string(),
  profile: profileSchema,
  device: jsonOf(z.record(z.string(), z.string())),
  startedAt: z.int(),
  endedAt: z.int().nullable(),
  /** Hours before this one were handed out as usage and can no longer be changed. */
  reportedHour: z.int(),
})

/** A line; instants are epoch milliseconds. */
export type Line = z.infer<typeof lineSchema>

const conditionSchema = z.object({
  kind: lineKind,
  highSpeedOn: z.boolean(),
  speedMode,
  suspendedFor: z.array(suspension),
  services: z.partialRecord(lineService, z.boolean()),
})

/** What is in force on a line from an instant on: the traffic of every hour is made under it. */
export type Condition = z.infer<typeof conditionSchema>
export type ConditionFrom = { at: number; condition: Condition }

const conditionRowSchema = z.object({ at: z.int(), condition: jsonOf(conditionSchema) })

export const findLine = (store: Store, lineRef: string): Line | undefined =>
  firstRow(store, lineSchema, 'SELECT * FROM line WHERE line_ref = ?', lineRef)

/** The line, or 404 `LINE_UNKNOWN`. */
export function getLine(store: Store, lineRef: string): Line {
  const line = findLine(store, lineRef)
  if (line === undefined) throw refusal(404, 'LINE_UNKNOWN')
  return line
}

export const listLines = (store: Store): Line[] =>
  allRows(store, lineSchema, 'SELECT * FROM line ORDER BY line_ref')

/** Puts a line into service, with everything switched on. */
export function insertLine(
  store: Store,
  line: Omit<Line, 'reportedHour'>,
  kind: Condition['kind'],
): void {
  insertRow(store, 'line', { ...line, reportedHour: Math.floor(line.startedAt / hourMs) })
  appendCondition(store, line.lineRef, line.startedAt, {
    kind,
    highSpeedOn: true,
    speedMode: 'high',
    suspendedFor: [],
    services: {
      'malware-block': true,
      voicemail: false,
      'call-waiting': false,
      forwarding: false,
      'international-stop': false,
      'flat-rate': false,
      filtering: false,
    },
  })
}

export function updateLine(store: Store, line: Line): void {
  run(
    store,
    `UPDATE line SET number = ?, sim_kind = ?, sim_size = ?, iccid = ?, device = ?, ended_at = ?
     WHERE line_ref = ?`,
    line.number,
    line.simKind,
    line.simSize,
    line.iccid,
    JSON.stringify(line.device),
    line.endedAt,
    line.lineRef,
  )
}

/** Everything that was ever in force on a line, the oldest first. */
export function conditionsOf(store: Store, lineRef: string): ConditionFrom[] {
  const sql = 'SELECT at, condition FROM line_condition WHERE line_ref = ? ORDER BY id'
  return allRows(store, conditionRowSchema, sql, lineRef)
}

export function latestCondition(store: Store, lineRef: string): ConditionFrom {
  const sql = 'SELECT at, condition FROM line_condition WHERE line_ref = ? ORDER BY id DESC LIMIT 1'
  return conditionRowSchema.parse(store.prepare(sql).get(lineRef))
}

const appendCondition = (store: Store, lineRef: string, at: number, condition: Condition) =>
  insertRow(store, 'line_condition', { lineRef, at, condition })

/**
 * Changes what is in force and says from when. Hours that were handed out stay as they are: an asked
 * instant before their end is 409 `ALREADY_REPORTED`; on a clock moved back the change waits for it.
 */
export function changeCondition(
  store: Store,
  line: Line,
  times: { askedAt: number | undefined; now: number },
  change: (condition: Condition) => Partial<Condition>,
): { effectiveAt: number; condition: Condition } {
  const latest = latestCondition(store, line.lineRef)
  const earliest = Math.max(latest.at, line.reportedHour * hourMs)
  const { askedAt, now } = times
  if (askedAt !== undefined && (askedAt > now || askedAt < earliest)) {
    throw refusal(409, askedAt > now ? 'NOT_YET' : 'ALREADY_REPORTED')
  }
  const effectiveAt = Math.max(askedAt ?? now, earliest)
  const condition = { ...latest.condition, ...change(latest.condition) }
  appendCondition(store, line.lineRef, effectiveAt, condition)
  return { effectiveAt, condition }
}

/** A SIM's serial number (19 digits): 89 telecom, 81 Japan, 00 no network that exists. */
export function mintIccid(key: string): string {
  return `898100${digitsOf(`iccid:${key}`, 13)}`
}

/** A number no network has given out: 0000 after the prefix, which is 020 where nobody can be called. */
export function mintNumber(lineRef: string, kind: z.output<typeof lineKind>): string {
  return `${kind === 'data' ? '020' : '070'}0000${digitsOf(`number:${lineRef}`, 4)}`
}

export function isEnded(line: Line, now: number): boolean {
  return line.endedAt !== null && line.endedAt <= now
}

/** A line as the wire shows it. */
export function toWire(line: Line, condition: Condition, now: number): object {
  const text = (at: number) => tokyoText(Temporal.Instant.fromEpochMilliseconds(at))
  const { reportedHour: _hour, startedAt, endedAt, ...plain } = line
  return {
    ...plain,
    ...condition,
    startedAt: text(startedAt),
    endedAt: endedAt === null ? null : text(endedAt),
    state: isEnded(line, now)
      ? 'terminated'
      : condition.suspendedFor.length > 0
        ? 'suspended'
        : 'active',
  }
}
