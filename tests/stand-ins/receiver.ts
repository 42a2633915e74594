import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { listen, toRequestHandler } from '#demo/stand-ins/wire/listen.ts'

/** The portal's end of the callbacks: keeps what came with a right signature, and can refuse. */
export async function startReceiver(secret: string) {
  const received: Record<string, unknown>[] = []
  let status: 200 | 500 = 200
  const app = new Hono()
  app.post('/', async (c) => {
    const body = await c.req.text()
    const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    if (c.req.header('x-signature') !== expected) return c.text('wrong signature', 401)
    if (status === 200) received.push(JSON.parse(body))
    return c.text('', status)
  })
  const server = await listen(
    { port: 0 },
    () => toRequestHandler(app),
    () => {},
  )
  return {
    ...server,
    received,
    answerWith(next: 200 | 500) {
      status = next
    },
  }
}
