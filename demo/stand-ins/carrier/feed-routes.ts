import { Hono } from 'hono'
import type { Context } from 'hono'
import { z } from 'zod'
import { lineRef } from '#outside/carrier.ts'
import { parseOr400 } from '../wire/refusal.ts'
import type { Store } from '../wire/store.ts'
import { advanceFeeds, readFeed, totalOf } from './feed.ts'
import type { Delivery } from './delivery.ts'
import { hourOf, hourText, tokyoText } from './hours.ts'
import { instantMsSchema } from './wire.ts'

type FeedRoutesOptions = {
  store: Store
  now: () => Temporal.Instant
  /** Told of usage that has just passed, for single callbacks. */
  onFresh: (deliveries: Delivery[]) => void
}

const querySchema = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100_000).default(10_000),
  until: instantMsSchema.optional(),
})
const totalSchema = z.object({
  lineRef,
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
})
const columns = {
  usage: ['recordId', 'lineRef', 'from', 'to', 'highBytes', 'lowBytes', 'revision'],
  calls: [
    'recordId',
    'lineRef',
    'kind',
    'startedAt',
    'durationSeconds',
    'characters',
    'destination',
    'destinationKind',
    'viaTalk',
    'revision',
  ],
}

/** Usage and call records, in batches after a cursor, as NDJSON or CSV. */
export function feedRoutes({ store, now, onFresh }: FeedRoutesOptions): Hono {
  const routes = new Hono()

  const answerFeed = (c: Context, stream: Delivery['stream']): Response => {
    const { after, limit, until } = parseOr400(querySchema, c.req.query())
    const asked = until === undefined ? now() : Temporal.Instant.fromEpochMilliseconds(until)
    const through = Math.min(hourOf(now()), hourOf(asked))
    onFresh(advanceFeeds(store, through))
    const page = readFeed(store, stream, after, limit)
    const isCsv = c.req.header('accept')?.includes('text/csv') === true
    c.header('x-next-cursor', String(page.nextCursor))
    c.header('x-more', String(page.hasMore))
    c.header('x-through', hourText(through))
    c.header('content-type', isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson')
    const lines = isCsv
      ? [columns[stream].join(','), ...page.records.map((record) => toCsv(record, columns[stream]))]
      : page.records
    return c.body(lines.map((line) => `${line}\n`).join(''))
  }

  routes.get('/usage', (c) => answerFeed(c, 'usage'))
  routes.get('/calls', (c) => answerFeed(c, 'calls'))
  routes.get('/usage/total', (c) => {
    const { lineRef, month } = parseOr400(totalSchema, c.req.query())
    return c.json({ lineRef, month, ...totalOf(store, lineRef, month), asOf: tokyoText(now()) })
  })
  return routes
}

const recordSchema = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** No field of a record can hold a comma, a quote or a line break. */
function toCsv(record: string, names: string[]): string {
  const fields = recordSchema.parse(JSON.parse(record))
  return names.map((name) => fields[name] ?? '').join(',')
}
