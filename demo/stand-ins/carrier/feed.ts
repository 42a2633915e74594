import { z } from 'zod'
import { allRows, insertRow, jsonOf, rowOf, run, transaction, type Store } from '../wire/store.ts'
import { callsOfHour } from './calls.ts'
import { callDeliveries, usageDeliveries, type Delivery } from './delivery.ts'
import { hourMs, tokyoMonth } from './hours.ts'
import { conditionsOf, listLines, type Line } from './line-store.ts'
import { lineSeed } from './traffic.ts'
import { usageOfHour } from './usage.ts'

const deliverySchema = rowOf({
  stream: z.enum(['usage', 'calls']),
  dueHour: z.int(),
  tie: z.int(),
  lineRef: z.string(),
  hour: z.int(),
  revision: z.int(),
  record: z.string(),
})

/**
 * Makes the traffic of every line up to the hour `until` (not included) and appends what is due by then
 * to the feeds. Two runs append what one run would; what was appended never changes.
 * Returns the usage that was appended and is fresh, for single callbacks.
 */
export function advanceFeeds(
  store: Store,
  until: number,
  isWanted: (line: Line) => boolean = () => true,
): Delivery[] {
  return transaction(store, () => {
    const made = listLines(store)
      .filter((line) => line.reportedHour < until && isWanted(line))
      .flatMap((line) => makeDeliveries(store, line, until))
    const deliveries: Delivery[] = takeWaiting(store, until)
    for (const delivery of made) {
      if (delivery.dueHour <= until) deliveries.push(delivery)
      else insertRow(store, 'undelivered', delivery)
    }
    deliveries.sort(inOrder)
    append(store, deliveries)
    return deliveries.filter(
      (delivery) => delivery.stream === 'usage' && delivery.hour >= until - 2,
    )
  })
}

function inOrder(a: Delivery, b: Delivery): number {
  return a.dueHour - b.dueHour || a.tie - b.tie || (a.record < b.record ? -1 : 1)
}

function makeDeliveries(store: Store, line: Line, until: number): Delivery[] {
  const conditions = conditionsOf(store, line.lineRef)
  const seed = lineSeed(line.lineRef, line.profile)
  const end = line.endedAt === null ? until : Math.min(until, Math.ceil(line.endedAt / hourMs))
  const deliveries: Delivery[] = []
  for (let hour = line.reportedHour; hour < end; hour += 1) {
    const usage = usageOfHour(line, seed, conditions, hour)
    if (usage !== undefined) deliveries.push(...usageDeliveries(usage, seed, hour))
    for (const call of callsOfHour(line, seed, conditions, hour)) {
      deliveries.push(...callDeliveries(call, seed, hour))
    }
  }
  run(store, 'UPDATE line SET reported_hour = ? WHERE line_ref = ?', until, line.lineRef)
  return deliveries
}

const takeWaiting = (store: Store, until: number): Delivery[] =>
  allRows(store, deliverySchema, 'DELETE FROM undelivered WHERE due_hour <= ? RETURNING *', until)

function append(store: Store, deliveries: Delivery[]): void {
  const usage = store.prepare(
    'INSERT INTO usage_feed (line_ref, hour, revision, record) VALUES (?, ?, ?, ?)',
  )
  const calls = store.prepare('INSERT INTO call_feed (record) VALUES (?)')
  for (const { stream, lineRef, hour, revision, record } of deliveries) {
    if (stream === 'usage') usage.run(lineRef, hour, revision, record)
    else calls.run(record)
  }
}

export type FeedPage = { records: string[]; nextCursor: number; hasMore: boolean }

/** The records after a cursor, as JSON texts, in the order of the feed. */
export function readFeed(
  store: Store,
  stream: Delivery['stream'],
  after: number,
  limit: number,
): FeedPage {
  const table = stream === 'usage' ? 'usage_feed' : 'call_feed'
  const rows = store
    .prepare(`SELECT seq, record FROM ${table} WHERE seq > ? ORDER BY seq LIMIT ?`)
    .all(after, limit + 1)
    // Two columns of known type: a schema per row would cost more than reading it.
    .map((row) => ({ seq: Number(row['seq']), record: String(row['record']) }))
  const shown = rows.slice(0, limit)
  return {
    records: shown.map((row) => row.record),
    nextCursor: shown.at(-1)?.seq ?? after,
    hasMore: rows.length > limit,
  }
}

const totalRowSchema = z.object({
  hour: z.int(),
  record: jsonOf(z.object({ highBytes: z.int(), lowBytes: z.int() })),
})

/** The latest revision of every record of a month (`YYYY-MM` in Japan) that is in the feed. */
export function totalOf(
  store: Store,
  lineRef: string,
  month: string,
): { highBytes: number; lowBytes: number; records: number } {
  const first = Temporal.PlainDate.from(`${month}-01`)
  const start = first.toZonedDateTime('Asia/Tokyo').epochMilliseconds / hourMs
  const rows = allRows(
    store,
    totalRowSchema,
    `SELECT hour, record, max(revision) FROM usage_feed
     WHERE line_ref = ? AND hour >= ? AND hour < ? GROUP BY hour`,
    lineRef,
    start,
    start + first.daysInMonth * 24,
  ).filter((row) => tokyoMonth(row.hour) === month)
  return {
    highBytes: rows.reduce((total, row) => total + row.record.highBytes, 0),
    lowBytes: rows.reduce((total, row) => total + row.record.lowBytes, 0),
    records: rows.length,
  }
}
