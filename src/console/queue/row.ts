import type { queueApi } from '#protocol/console/queue.ts'
import type { Result } from '#protocol/endpoint.ts'
import { minutesBetween, type Due } from '#console/parts/due.ts'
import { itemPlace } from '#console/shell/places.ts'

export type QueueRow = Result<typeof queueApi.consoleQueueGet>['rows'][number]

export const rowKeyOf = ({ item, ref }: Pick<QueueRow, 'item' | 'ref'>) => `${item}:${ref}`

export const rowPlace = (row: Pick<QueueRow, 'queue' | 'item' | 'ref'>) =>
  itemPlace(row.queue, rowKeyOf(row))

export const dueOf = ({ group, due }: QueueRow, asOf: string): Due => ({
  group,
  dueAt: due,
  minutesLeft: minutesBetween(asOf, due),
})
