import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '#backend/db/connect.ts'
import { readCursor, toCursor } from '#backend/paging.ts'
import { reportedInstant } from '#protocol/primitives.ts'
import { isBefore, type Instant } from '#domain/tokyo.ts'
import type { DueReason, WorkItem } from '#vocabulary/console-queue.ts'
import {
  dueOf,
  pageOfStream,
  streamsOf,
  type DeskTime,
  type ItemKind,
  type ItemRow,
  type Stream,
} from './streams.ts'

export type Item = Omit<ItemRow, 'by'> & {
  readonly kind: ItemKind
  readonly by: Stream['by']
  readonly due: Instant
  readonly dueBy: DueReason
}

type Bounds = Omit<Parameters<typeof pageOfStream>[2], 'limit' | 'after' | 'refs'>

/** Of the last row that was shown. */
const cursorKey = z.tuple([reportedInstant, z.string(), z.string(), reportedInstant, z.string()])

/** What is due first, of several streams. The cursor is the last row that was shown: it says where each stream goes on. */
export async function listItems(
  db: Db,
  streams: readonly Stream[],
  time: DeskTime,
  given: Bounds & { readonly limit: number; readonly after?: string | undefined },
): Promise<{ items: Item[]; nextCursor?: string }> {
  const { limit, after, ...bounds } = given
  const last = readLast(after)
  const read = await readStreams(db, time, streams, (stream) => ({
    ...bounds,
    ...(last && goingOn(stream, last, bounds.later)),
    limit: limit + 1,
  }))
  const found = read.filter((one) => last === undefined || byDue(one, last) > 0).toSorted(byDue)
  const items = found.slice(0, limit)
  const shown = items.at(-1)
  if (found.length <= limit || shown === undefined) return { items }
  const { due, item, by, at, ref } = shown
  return { items, nextCursor: toCursor(due.toString(), item, by, at.toString(), ref) }
}

/** The items that are still listed, by their names and refs; the others are gone. */
export async function findItems(
  db: Db,
  kinds: readonly ItemKind[],
  time: DeskTime,
  keys: readonly { readonly item: string; readonly ref: string }[],
): Promise<Item[]> {
  const wanted = Map.groupBy(keys, ({ item }) => item)
  const streams = streamsOf(kinds.filter(({ name }) => wanted.has(name)))
  const found = await readStreams(db, time, streams, ({ kind }) => {
    const refs = wanted.get(kind.name)?.map(({ ref }) => ref) ?? []
    return { refs, limit: refs.length }
  })
  return found.toSorted(byDue)
}

async function readStreams(
  db: Db,
  time: DeskTime,
  streams: readonly Stream[],
  boundsOf: (stream: Stream) => Parameters<typeof pageOfStream>[2],
): Promise<Item[]> {
  if (streams.length === 0) return []
  const parts = streams.map((stream) => pageOfStream(stream, time, boundsOf(stream)))
  const { rows } = await sql<ItemRow>`
    select * from (${sql.join(parts, sql` union all `)}) as listed`.execute(db)
  const kinds = new Map<WorkItem, ItemKind>(streams.map(({ kind }) => [kind.name, kind]))
  return rows.flatMap((row) => {
    const kind = kinds.get(row.item)
    return kind === undefined ? [] : [{ ...row, kind, ...dueOf(kind, row, time) }]
  })
}

type Place = Pick<Item, 'due' | 'by' | 'at' | 'ref'> & { readonly item: string }

/** Rows of one stream stay in its order: what came in first is due no later. */
function byDue(a: Place, b: Place): number {
  const compared = Temporal.Instant.compare(a.due, b.due) || inOrder(nameOf(a), nameOf(b))
  return compared || Temporal.Instant.compare(a.at, b.at) || inOrder(a.ref, b.ref)
}

const inOrder = (a: string, b: string) => Number(a > b) - Number(a < b)
const nameOf = ({ item, by }: Pick<Place, 'item' | 'by'>) => `${item} ${by}`

/**
 * Where a stream goes on after the last row: its own after that row, those before it in the order of equal dates with what
 * is due later, the others with what is due just then too. A millisecond is as exactly as the desk's hours are counted.
 */
function goingOn({ kind, by }: Stream, last: Place, later: Instant | undefined) {
  const name = nameOf({ item: kind.name, by })
  if (name === nameOf(last)) return { after: last }
  const due = name < nameOf(last) ? last.due : last.due.subtract({ milliseconds: 1 })
  return { later: later !== undefined && isBefore(due, later) ? later : due }
}

function readLast(after: string | undefined): Place | undefined {
  const key = readCursor(after, cursorKey)
  if (key === undefined) return undefined
  const [due, item, by, at, ref] = key
  return {
    due: Temporal.Instant.from(due),
    item,
    by: by === 'due' ? 'due' : 'since',
    at: Temporal.Instant.from(at),
    ref,
  }
}
