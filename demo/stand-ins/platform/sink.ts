import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { refusal } from '../wire/refusal.ts'

const maxMessages = 100
const largestBytes = 1_000_000

/** Takes log entries and error events (spec 7.2) and counts them. */
export function sinkRoutes(): Hono {
  const logs: unknown[] = []
  const events: string[] = []
  const counts = { logs: 0, events: 0 }
  const routes = new Hono()

  routes.use('/logs', cors({ origin: '*' }))
  routes.use('/ingest', cors({ origin: '*' }))
  routes.use('/api/*', cors({ origin: '*' }))

  routes.post('/logs', async (c) => {
    const entries = parseEntries(await readText(c.req.raw))
    counts.logs += entries.length
    logs.push(...entries)
    logs.splice(0, logs.length - maxMessages)
    return c.body(null, 204)
  })
  const takeEvent = async (request: Request) => {
    counts.events += 1
    events.push(await readText(request))
    events.splice(0, events.length - maxMessages)
    return Response.json({})
  }
  routes.post('/ingest', (c) => takeEvent(c.req.raw))
  routes.post('/api/:project/envelope/', (c) => takeEvent(c.req.raw))
  routes.get('/__sink', (c) =>
    c.json({ ...counts, lastLog: logs.at(-1) ?? null, lastEvent: events.at(-1) ?? null }),
  )
  return routes
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > largestBytes) {
    throw refusal(413, 'TOO_LARGE')
  }
  const text = await request.text()
  if (text.length > largestBytes) throw refusal(413, 'TOO_LARGE')
  return text
}

function parseEntries(text: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : [parsed]
  } catch {
    throw refusal(400, 'MALFORMED')
  }
}
