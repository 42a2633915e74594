import { sql, type RawBuilder } from 'kysely'
import { openRows, type NamedFinding } from '#backend/finding.ts'
import { deskTimeBefore, queueDue, queueHours, type IsHoliday } from '#domain/console/desk-hours.ts'
import { toTokyoDate, type Instant } from '#domain/tokyo.ts'
import type { DueReason, ItemQueue, QueueFact, WorkItem } from '#vocabulary/console-queue.ts'

/** What lies in the console's queues: a finding whose name and queue the console knows. */
export type ItemKind = NamedFinding & { readonly name: WorkItem; readonly queue: ItemQueue }

/** Now, and the days on which nobody is at the desk. */
export type DeskTime = { readonly now: Instant; readonly isHoliday: IsHoliday }

/**
 * The rows of one kind of item in one order: those with a date of the member's own by that date (`due`), the others by
 * when they came in (`since`). What came in earlier is due no later, so both are in the order in which they are due, and
 * an index of the area's table serves them: no row is reckoned that is not shown.
 */
export type Stream = { readonly kind: ItemKind; readonly by: 'due' | 'since' }

export const streamsOf = (kinds: readonly ItemKind[]): Stream[] =>
  kinds.flatMap((kind): Stream[] => [
    ...(kind.hasDate ? [{ kind, by: 'due' } as const] : []),
    { kind, by: 'since' },
  ])

/** Where a stream was left: the last row that was shown. */
export type Position = { readonly at: Instant; readonly ref: string }

type Bounds = {
  /** What is due by then, and what is due later than that. */
  readonly until?: Instant | undefined
  readonly later?: Instant | undefined
  readonly after?: Position | undefined
  readonly refs?: readonly string[] | undefined
  /** A condition on `item` (the kind's name) and `ref`. */
  readonly only?: ((item: WorkItem) => RawBuilder<unknown>) | undefined
}

/**
 * By when a row had come in that is due at the moment. By the rule of hours of today: around a change of it the row's own
 * day counts for the group it is shown in.
 */
export function boundIn(
  { kind, by }: Stream,
  moment: Instant,
  { now, isHoliday }: DeskTime,
): Instant {
  if (by === 'due') return moment
  return deskTimeBefore(moment, queueHours(kind.queue, toTokyoDate(now)), isHoliday)
}

/** `from … where …` of a stream. */
export function rowsWithin(stream: Stream, time: DeskTime, bounds: Bounds) {
  const { kind, by } = stream
  const key = keyOf(stream)
  const timestamp = (at: Instant) => sql`${at.toString()}::timestamptz`
  const conditions = [
    ...(kind.hasDate ? [by === 'due' ? sql`due is not null` : sql`due is null`] : []),
    ...(bounds.until ? [sql`${key} <= ${timestamp(boundIn(stream, bounds.until, time))}`] : []),
    ...(bounds.later ? [sql`${key} > ${timestamp(boundIn(stream, bounds.later, time))}`] : []),
    ...(bounds.after
      ? [sql`(${key}, ref) > (${timestamp(bounds.after.at)}, ${bounds.after.ref})`]
      : []),
    ...(bounds.refs ? [sql`ref = any(${[...bounds.refs]}::text[])`] : []),
    ...(bounds.only ? [bounds.only(kind.name)] : []),
  ]
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return sql`from ${openRows(kind, time.now)} ${where}`
}

export const keyOf = ({ by }: Stream) => (by === 'due' ? sql`due` : sql`since`)

export type ItemRow = {
  readonly item: WorkItem
  readonly by: Stream['by']
  readonly ref: string
  readonly since: Instant
  readonly at: Instant
  readonly account_id: string | null
  readonly contract_id: string | null
  readonly facts: Readonly<Partial<Record<QueueFact, string | number | string[] | null>>>
}

/** The first rows of a stream, as a part of a `union all`. */
export const pageOfStream = (
  stream: Stream,
  time: DeskTime,
  { limit, ...bounds }: Bounds & { readonly limit: number },
) => sql`(
  select ${sql.lit(stream.kind.name)} as item, ${sql.lit(stream.by)} as by, ref, since, ${keyOf(stream)} as at, account_id, contract_id, facts
  ${rowsWithin(stream, time, bounds)} order by ${keyOf(stream)}, ref limit ${limit})`

/** When a row is due, and by whose date. */
export function dueOf(
  { queue }: ItemKind,
  { by, at }: Pick<ItemRow, 'by' | 'at'>,
  { isHoliday }: DeskTime,
): { due: Instant; dueBy: DueReason } {
  return by === 'due'
    ? { due: at, dueBy: 'member' }
    : { due: queueDue(queue, at, isHoliday), dueBy: 'desk' }
}
