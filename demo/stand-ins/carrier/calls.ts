import { hourMs, tokyoHour, tokyoText } from './hours.ts'
import type { ConditionFrom, Line } from './line-store.ts'
import { chance } from './random.ts'
import { conditionAt } from './usage.ts'
import type { Profile } from './wire.ts'

/** One call or message, as it goes over the wire; `destination` is complete and never a real number. */
export type CallRecord = {
  recordId: string
  lineRef: string
  kind: 'voice' | 'sms'
  startedAt: string
  durationSeconds: number | null
  characters: number | null
  destination: string
  destinationKind: 'mobile' | 'fixed' | 'navi' | 'short' | 'abroad'
  viaTalk: boolean
  revision: number
}

/** Calls and messages a day. */
const rates: Record<Profile, { voice: number; sms: number }> = {
  idle: { voice: 0.02, sms: 0.01 },
  light: { voice: 0.5, sms: 0.1 },
  commuter: { voice: 0.7, sms: 0.2 },
  night: { voice: 0.4, sms: 0.3 },
  family: { voice: 1.6, sms: 0.2 },
  'heavy-child': { voice: 0.3, sms: 0.1 },
}

/** Share of the day by hour; people sleep. */
const callHours = [0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 7, 6, 7, 6, 5, 5, 6, 8, 9, 9, 8, 6, 3, 2]
const callHoursSum = callHours.reduce((total, share) => total + share, 0)

/** The call and the message of an hour, if there were any. */
export function callsOfHour(
  line: Line,
  seed: number,
  conditions: ConditionFrom[],
  hour: number,
): CallRecord[] {
  const share = (callHours[tokyoHour(hour).hourOfDay] ?? 0) / callHoursSum
  const rate = rates[line.profile]
  return [
    ...(chance(seed, hour, 11) < rate.voice * share
      ? [callOf(line, seed, hour)].filter((call) => isPossible(line, conditions, call))
      : []),
    ...(chance(seed, hour, 12) < rate.sms * share
      ? [messageOf(line, seed, hour)].filter((message) => isPossible(line, conditions, message))
      : []),
  ].map(({ at, ...record }) => ({ ...record, startedAt: textOf(at) }))
}

type Attempt = Omit<CallRecord, 'startedAt'> & { at: number }

function callOf(line: Line, seed: number, hour: number): Attempt {
  const draw = chance(seed, hour, 13)
  const digits = String(Math.floor(chance(seed, hour, 14) * 10_000)).padStart(4, '0')
  const [destinationKind, destination] =
    draw < 0.7
      ? (['mobile', `0900000${digits}`] as const)
      : draw < 0.91
        ? (['fixed', `030000${digits}`] as const)
        : draw < 0.97
          ? (['navi', `057000${digits}`] as const)
          : (['short', '117'] as const)
  const isOrdinary = destinationKind === 'mobile' || destinationKind === 'fixed'
  return {
    recordId: `v-${line.lineRef}-${hour}`,
    lineRef: line.lineRef,
    kind: 'voice',
    at: secondOf(seed, hour, 15),
    // Mostly a few minutes, now and then past the ten that a flat rate covers.
    durationSeconds: 5 + Math.floor(-Math.log(1 - chance(seed, hour, 16)) * 210),
    characters: null,
    destination,
    destinationKind,
    viaTalk: isOrdinary && chance(seed, hour, 17) < 0.15,
    revision: 1,
  }
}

function messageOf(line: Line, seed: number, hour: number): Attempt {
  const digits = String(Math.floor(chance(seed, hour, 18) * 10_000)).padStart(4, '0')
  const isAbroad = chance(seed, hour, 19) < 0.03
  return {
    recordId: `s-${line.lineRef}-${hour}`,
    lineRef: line.lineRef,
    kind: 'sms',
    at: secondOf(seed, hour, 20),
    durationSeconds: null,
    characters: 1 + Math.min(Math.floor(-Math.log(1 - chance(seed, hour, 21)) * 60), 669),
    destination: isAbroad ? `+1555010${digits}` : `0900000${digits}`,
    destinationKind: isAbroad ? 'abroad' : 'mobile',
    viaTalk: false,
    revision: 1,
  }
}

/** Whether the line was alive, not suspended, and of a kind that can do it. */
function isPossible(line: Line, conditions: ConditionFrom[], attempt: Attempt): boolean {
  const { at } = attempt
  if (at < line.startedAt || (line.endedAt !== null && at >= line.endedAt)) return false
  const condition = conditionAt(conditions, at)
  if (condition === undefined || condition.suspendedFor.length > 0) return false
  if (attempt.destinationKind === 'abroad' && condition.services['international-stop']) return false
  return condition.kind === 'voice' || (condition.kind === 'sms' && attempt.kind === 'sms')
}

function secondOf(seed: number, hour: number, salt: number): number {
  return hour * hourMs + Math.floor(chance(seed, hour, salt) * 3600) * 1000
}

function textOf(at: number): string {
  return tokyoText(Temporal.Instant.fromEpochMilliseconds(at))
}
