import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { webhookEventTypes } from '#vocabulary/webhook.ts'
import { api } from '#protocol/index.ts'
import type { Call } from '#protocol/http.ts'

type Answer = { readonly status: number; readonly text?: string; readonly headers?: object }

/** One event as it came in, before anything is believed of it. */
export type Received = {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver of events on this machine: each path is a program of some member, and answers 200 unless told otherwise. */
export async function startReceiver() {
  const received: Received[] = []
  const answers = new Map<string, Answer[]>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
      received.push({
        path,
        headers: Object.fromEntries(headers),
        body: Buffer.concat(parts).toString(),
      })
      const own = answers.get(path) ?? []
      const { status, text = '', headers: more = {} } = own.shift() ?? { status: 200 }
      response.writeHead(status, { ...more })
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    origin: `http://127.0.0.1:${port}`,
    /** What came to a path so far, the first first. */
    at: (path: string) => received.filter((one) => one.path === path),
    count: () => received.length,
    /** The next events to a path are answered so; then 200 again. */
    answer: (path: string, ...next: Answer[]) => void answers.set(path, next),
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Nobody listens there. */
export const NOBODY = 'http://127.0.0.1:1'

/** What an event says, after the published library has checked that it is ours. @throws where it is not */
export const verified = (secret: string, { headers, body }: Received): unknown =>
  new Webhook(secret).verify(body, headers)

/** A webhook of a member, told of everything. @returns its id and secret */
export const makeWebhook = (call: Call, url: string, changes: object = {}) =>
  call(api.webhooksPost, { body: { url, events: [...webhookEventTypes], ...changes } })
