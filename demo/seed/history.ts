import type { CarrierPort, UsageRecord as CarrierRecord } from '#backend/ports/carrier.ts'
import {
  atHour,
  endOfDay,
  formatRfc3339,
  isBefore,
  startOfDay,
  toTokyoDate,
  type Instant,
} from '#domain/tokyo.ts'
import { accepted, createLife, type PastEvent, type SeedContract } from './life.ts'

export type Batch = { readonly through: Instant; readonly records: readonly CarrierRecord[] }
export type History = {
  readonly through: Instant
  readonly cursor: string
  readonly batches: readonly Batch[]
  readonly events: ReadonlyMap<string, readonly PastEvent[]>
}

/** Hours at which the walk stops on a day that may empty a pool; on other days it goes by days. */
const STOPS = [6, 9, 12, 15, 18, 20, 22] as const

/**
 * Lives through the past at the carrier, without the database: asks for its usage bit by bit, and at each stop tells
 * it what happened meanwhile and which speed follows, so that the hours it hands out are the ones our rules made.
 */
export async function walkHistory(
  carrier: CarrierPort,
  contracts: readonly SeedContract[],
  now: Instant,
): Promise<History> {
  const lives = contracts.map((contract) => createLife(carrier, contract, now))
  const hourMs = 3_600_000
  const end = Temporal.Instant.fromEpochMilliseconds(
    Math.floor(now.epochMilliseconds / hourMs) * hourMs,
  )
  const batches: Batch[] = []
  let cursor = ''
  let at = startOfDay(contracts.map((one) => one.startedOn).toSorted()[0] ?? toTokyoDate(now))
  while (isBefore(at, end)) {
    const step = nextStop(
      at,
      lives.some((life) => life.isNearEmpty()),
    )
    const next = isBefore(step, end) ? step : end
    for (const life of lives) await life.act(at, next)
    const records: CarrierRecord[] = []
    for (let more = true; more;) {
      const answer = accepted(await carrier.usage(cursor, 100_000, formatRfc3339(next)))
      records.push(...answer.rows)
      cursor = answer.nextCursor
      more = answer.more
    }
    batches.push({ through: next, records })
    for (const life of lives) await life.take(records, next)
    at = next
  }
  const events = new Map(lives.map((life) => [life.contractId, life.events]))
  return { through: end, cursor, batches, events }
}

function nextStop(at: Instant, isNearEmpty: boolean): Instant {
  const date = toTokyoDate(at)
  const stops = isNearEmpty ? STOPS.map((hour) => atHour(date, hour)) : []
  return stops.find((stop) => isBefore(at, stop)) ?? endOfDay(date)
}
