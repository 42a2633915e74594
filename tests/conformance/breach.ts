import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { signatureOf } from '#conformance/inbox.ts'

export type Request = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}
export type Reply = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The one field that may come more than once. */
  readonly cookies?: readonly string[]
  readonly body: string
}
export type Sent = { readonly body: string; readonly signature: string }

/** One way in which a system breaks a sentence. */
export type Breach = {
  readonly name: string
  /** The sentence that is broken by it. */
  readonly breaks: string
  /** What is answered in place of the system's own answer; undefined: nothing, for ever. */
  readonly answer?: (
    request: Request,
    forward: (changes?: Partial<Request>) => Promise<Reply>,
  ) => Promise<Reply | undefined>
  /** What is sent in place of a report of the system's. */
  readonly report?: (sent: Sent, sign: (body: string) => Sent) => readonly Sent[]
}

const apart = ['content-length', 'set-cookie']
const callbackSecret = 'secret-of-the-reports'
const sign = (body: string): Sent => ({ body, signature: signatureOf(body, callbackSecret) })

/** A proxy between a system and who tries it, that breaks what it is told to break. */
export async function startBreaker() {
  let breach: Breach | undefined
  let to = { url: '', reportUrl: '' }

  /** The system calls itself by its own address: whoever follows it would go past the proxy. */
  const ours = (text: string) => text.replaceAll(to.url, front.url)

  const forwardTo =
    (request: Request) =>
    async (changes: Partial<Request> = {}): Promise<Reply> => {
      const { method, path, headers, body } = { ...request, ...changes }
      const { host: _host, connection: _connection, 'content-length': _length, ...own } = headers
      const answer = await fetch(to.url + path, {
        method,
        headers: own,
        redirect: 'manual',
        ...(body !== '' && { body }),
      })
      const fields = [...answer.headers].filter(([name]) => !apart.includes(name))
      const others = Object.fromEntries(fields.map(([name, value]) => [name, ours(value)]))
      const cookies = answer.headers.getSetCookie()
      const text = ours(await answer.text())
      return { status: answer.status, headers: others, cookies, body: text }
    }

  async function pass(request: Request, outgoing: ServerResponse) {
    const forward = forwardTo(request)
    const reply = breach?.answer ? await breach.answer(request, forward) : await forward()
    if (!reply) return
    const { status, headers, cookies = [], body } = reply
    outgoing.writeHead(status, { ...headers, 'set-cookie': [...cookies] }).end(body)
  }

  async function report(request: Request, outgoing: ServerResponse) {
    const sent = { body: request.body, signature: request.headers['x-signature'] ?? '' }
    const copies = breach?.report ? breach.report(sent, sign) : [sent]
    let status = 204
    for (const { body, signature } of copies) {
      const answer = await fetch(to.reportUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body,
      })
      status = answer.status
    }
    outgoing.writeHead(status).end()
  }

  const serve =
    (work: typeof pass) => async (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const request = await readRequest(incoming)
      await work(request, outgoing).catch(() => outgoing.destroy())
    }
  const front = await listen(serve(pass))
  const back = await listen(serve(report))
  return {
    url: front.url,
    reportUrl: back.url,
    lead(where: typeof to) {
      to = where
    },
    /** From now on; undefined: everything goes through. */
    breakBy(next: Breach | undefined) {
      breach = next
    },
    close: () => Promise.all([front.close(), back.close()]),
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url: path = '/', headers } = incoming
  const text = Object.entries(headers).map(([name, value]) => [name, String(value)])
  const body = (await buffer(incoming)).toString('utf8')
  return { method, path, headers: Object.fromEntries(text), body }
}

async function listen(handle: (incoming: IncomingMessage, outgoing: ServerResponse) => unknown) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
