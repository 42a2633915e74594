import { createHmac, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { usageHintJob } from '#backend/data/work.ts'
import type { Services } from './services.ts'

const orderReport = z.object({
  type: z.literal('order'),
  eventId: z.string(),
  orderId: z.string(),
  lineRef: z.string(),
  state: z.string(),
  at: z.string(),
  facts: z.record(z.string(), z.unknown()),
})
/** Single usage records are in the feed too: the callback is only a hint, and the feed is what is imported. */
const usageHint = z.object({ type: z.literal('usage') })
const body = z.discriminatedUnion('type', [orderReport, usageHint])

const readingReport = z.object({
  type: z.literal('identity'),
  sessionId: z.string(),
  state: z.enum(['waiting', 'reading', 'matched', 'mismatch', 'unreadable', 'expired']),
  verifiedOn: z.iso.date().nullable(),
  failure: z.array(z.string()).nullable(),
})

/** Where the carrier reports: signed by HMAC over the raw body; a second arrival changes nothing. */
export function callbackRoutes(services: Services) {
  const app = new Hono()
  app.post('/callbacks/carrier', async (c) => {
    const text = await c.req.text()
    if (!signed(text, c.req.header('x-signature'), services.config.CARRIER_CALLBACK_SECRET))
      return c.json({ error: { code: 'SIGNATURE_WRONG' } }, 401)
    const parsed = body.safeParse(JSON.parse(text))
    if (!parsed.success) return c.json({ error: { code: 'MALFORMED' } }, 400)
    if (parsed.data.type === 'order') await takeReport(services, parsed.data)
    else await services.queue.send(services.database.db, usageHintJob, {})
    return c.body(null, 204)
  })
  app.post('/callbacks/identity', async (c) => {
    const text = await c.req.text()
    if (!signed(text, c.req.header('x-signature'), services.config.IDENTITY_CALLBACK_SECRET))
      return c.json({ error: { code: 'SIGNATURE_WRONG' } }, 401)
    const parsed = readingReport.safeParse(JSON.parse(text))
    if (!parsed.success) return c.json({ error: { code: 'MALFORMED' } }, 400)
    await services.identity.takeReading(parsed.data)
    return c.body(null, 204)
  })
  return app
}

export async function takeReport(services: Services, report: z.output<typeof orderReport>) {
  for (const part of services.work)
    for (const listen of part.onCarrierReport ?? []) await listen(report)
}

function signed(text: string, signature: string | undefined, secret: string) {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(text).digest('hex')}`)
  const given = Buffer.from(signature ?? '')
  return given.length === expected.length && timingSafeEqual(given, expected)
}
