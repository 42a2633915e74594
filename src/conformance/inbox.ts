import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { fieldOf, readJson } from './json.ts'

/** One report as it arrived, whatever became of it. */
export type Arrived = {
  readonly bytes: Buffer
  readonly json: unknown
  readonly signature: string | undefined
  readonly isSigned: boolean
  readonly at: Temporal.Instant
  /** What it was answered. */
  readonly status: number
}

export type Inbox = {
  readonly url: string
  readonly arrived: readonly Arrived[]
  /** Those whose fields have these values. */
  readonly reportsOf: (fields: Readonly<Record<string, unknown>>) => readonly Arrived[]
  /** From now on every report is answered so. */
  readonly answerWith: (status: 204 | 500) => void
  readonly close: () => Promise<void>
}

/** The portal's end of the reports: keeps what comes and says by its signature whether it would be taken. */
export async function openInbox(options: {
  host: string
  port: number
  secret: string
  now: () => Temporal.Instant
}): Promise<Inbox> {
  const arrived: Arrived[] = []
  let status: 204 | 500 = 204
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const bytes = await buffer(incoming)
    const signature = incoming.headers['x-signature']
    const given = typeof signature === 'string' ? signature : undefined
    const isSigned = given === signatureOf(bytes, options.secret)
    const said = isSigned ? status : 401
    const json = readJson(bytes.toString('utf8'))
    arrived.push({ bytes, json, signature: given, isSigned, at: options.now(), status: said })
    outgoing.writeHead(said).end()
  }
  const server = createServer((incoming, outgoing) => {
    // Who hangs up in the middle has reported nothing.
    take(incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `http://${options.host}:${port}/`,
    arrived,
    reportsOf: (fields) =>
      arrived.filter(({ json }) =>
        Object.entries(fields).every(([name, value]) => fieldOf(json, name) === value),
      ),
    answerWith(next) {
      status = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export function signatureOf(bytes: Buffer | string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
}
