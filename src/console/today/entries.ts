import { contactTopics } from '#vocabulary/contact.ts'
import { workItems } from '#vocabulary/console-queue.ts'
import { workQueues } from '#vocabulary/console.ts'
import type { queueApi } from '#protocol/console/queue.ts'
import type { Result } from '#protocol/endpoint.ts'
import { minutesBetween, type Due } from '#console/parts/due.ts'
import { dueOf, rowKeyOf, rowPlace, type QueueRow } from '#console/queue/row.ts'
import { ticketPlace } from '#console/shell/places.ts'

export type Today = Result<typeof queueApi.consoleTodayGet>
type Case = Today['missing']['cases'][number]

/** One row of the day: an item of a queue, or a case that waits for its answer. */
export type Entry = {
  readonly key: string
  readonly queue: string
  readonly title: string
  readonly place: string
  readonly due: Due
  readonly dueAt: string
  readonly ifLeft: string
  readonly holder: QueueRow['holder']
}

const ofItem = (row: QueueRow, asOf: string): Entry => ({
  key: rowKeyOf(row),
  queue: workQueues[row.queue],
  title: workItems[row.item],
  place: rowPlace(row),
  due: dueOf(row, asOf),
  dueAt: row.due,
  ifLeft: row.ifLeft,
  holder: row.holder,
})

function ofCase({ ticketNo, topic, dueAt, group, assignedTo, mine }: Case, asOf: string): Entry {
  const isOver = group === 'overdue'
  return {
    key: ticketNo,
    queue: workQueues.ticket,
    title: contactTopics[topic],
    place: ticketPlace(ticketNo),
    // By the clock on the wall, as the items beside it.
    due: { group, dueAt, minutesLeft: minutesBetween(asOf, dueAt) },
    dueAt,
    ifLeft: isOver
      ? '約束した時刻を過ぎたまま、会員が返事を待っています。'
      : '約束した返事の時刻を過ぎます。',
    holder: assignedTo && { ...assignedTo, isMe: mine },
  }
}

type Listed = { readonly rows: readonly QueueRow[]; readonly cases: readonly Case[] }

/** Items and cases together, what is due first first. */
export const entriesOf = ({ rows, cases }: Listed, asOf: string): readonly Entry[] =>
  [...rows.map((row) => ofItem(row, asOf)), ...cases.map((one) => ofCase(one, asOf))].toSorted(
    (a, b) => Date.parse(a.dueAt) - Date.parse(b.dueAt),
  )
