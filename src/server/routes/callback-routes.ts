import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { readingSchema } from '#backend/adapters/identity.ts'
import { takeCardReport } from '#backend/billing/public.ts'
import { usageHintJob } from '#backend/data/public.ts'
import { isStorable, reportedInstant, text } from '#protocol/primitives.ts'
import type { ServerEnv } from '../edge/request-facts.ts'
import { limited } from '../edge/request-limiter.ts'
import type { Services } from '../services.ts'

const name = text(200)

const orderReport = z.object({
  type: z.literal('order'),
  eventId: name,
  orderId: name,
  lineRef: name,
  state: name,
  at: reportedInstant,
  facts: z.record(z.string(), z.unknown()),
})
/** Single usage records are in the feed too: the callback is only a hint, and the feed is what is imported. */
const usageHint = z.object({ type: z.literal('usage') })
const carrierReport = z.discriminatedUnion('type', [orderReport, usageHint])

const readingReport = z.object({ type: z.literal('identity') }).and(readingSchema)

/** Its other fields are not believed but looked up. */
const cardReport = z.object({ type: z.enum(['charge', 'refund']), orderId: name })

/** Where the systems outside report: signed by HMAC over the raw body; a second arrival changes nothing. */
export function callbackRoutes(services: Services) {
  const { CARRIER_CALLBACK_SECRET, CARD_CALLBACK_SECRET, IDENTITY_CALLBACK_SECRET } =
    services.config
  const app = new Hono<ServerEnv>()
  app.use('/callbacks/*', limited(services.limiter, 'callbacks'))
  app.post('/callbacks/carrier', (c) =>
    take(c, CARRIER_CALLBACK_SECRET, carrierReport, async (report) => {
      if (report.type === 'order') await takeReport(services, report)
      else await services.queue.send(services.database.db, usageHintJob, {})
    }),
  )
  app.post('/callbacks/card', (c) =>
    take(c, CARD_CALLBACK_SECRET, cardReport, (report) => takeCardReport(services, report)),
  )
  app.post('/callbacks/identity', (c) =>
    take(c, IDENTITY_CALLBACK_SECRET, readingReport, services.identity.takeReading),
  )
  return app
}

async function take<Schema extends z.ZodType>(
  c: Context<ServerEnv>,
  secret: string,
  schema: Schema,
  use: (report: z.output<Schema>) => Promise<void>,
) {
  const bytes = Buffer.from(await c.req.arrayBuffer())
  if (!isSigned(bytes, c.req.header('x-signature'), secret))
    return refuse(401, 'SIGNATURE_WRONG', '署名が正しくありません。')
  const report = schema.safeParse(readJson(bytes))
  if (!report.success) return refuse(400, 'MALFORMED', '送られた報告を読み取れません。')
  await use(report.data)
  return c.body(null, 204)
}

function refuse(status: number, code: string, message: string) {
  return Response.json({ error: { code, message } }, { status })
}

/** Undefined for what is no JSON, and for JSON with text that could not be kept. */
function readJson(bytes: Buffer): unknown {
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return JSON.parse(decoded, (key, value: unknown) => {
      if (!isStorable(key) || (typeof value === 'string' && !isStorable(value)))
        throw new TypeError('text that cannot be kept')
      return value
    })
  } catch {
    return undefined
  }
}

export async function takeReport(services: Services, report: z.output<typeof orderReport>) {
  for (const part of services.work)
    for (const listen of part.onCarrierReport ?? []) await listen(report)
}

function isSigned(bytes: Buffer, signature: string | undefined, secret: string) {
  const digest = createHmac('sha256', secret).update(bytes).digest('hex')
  const expected = Buffer.from(`sha256=${digest}`)
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
