import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { answerOn, type Edge } from './listener.ts'
import { requestBounds, serverOptionsOf, type RequestBounds } from './request-bounds.ts'
import type { ServerEnv } from './request-facts.ts'

const LIMIT = requestBounds.bodyBytes
const origins = {
  platform: [],
  platformScripts: [],
  identityProvider: [],
  reporting: [],
  https: false,
}

let server: Server
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

/** The listener as it runs, before an application that notes what reaches it. */
async function listen(changes: Partial<RequestBounds> = {}, largeBodyOf?: Edge['largeBodyOf']) {
  const bounds = { ...requestBounds, ...changes }
  const reached: number[] = []
  const app = new Hono<ServerEnv>().all('*', async (c) => {
    reached.push((await c.req.arrayBuffer()).byteLength)
    return c.text('reached')
  })
  const noPages = { keyOf: () => undefined, get: () => undefined, fill: async () => undefined }
  const noFiles = { has: () => false, get: () => Promise.reject(new Error('no file')) }
  server = createServer(serverOptionsOf(bounds))
  answerOn(
    server,
    { origin: 'http://localhost', origins, bounds, ...(largeBodyOf && { largeBodyOf }) },
    app,
    noPages,
    noFiles,
    undefined,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const post = (path: string, bytes: number, hasLength: boolean) =>
    send(`http://127.0.0.1:${port}${path}`, bytes, hasLength)
  return { port, post, reached }
}

async function send(address: string, bytes: number, hasLength: boolean) {
  const headers = hasLength ? { 'Content-Length': bytes } : { 'Transfer-Encoding': 'chunked' }
  const asking = request(address, { method: 'POST', headers })
  const answering = new Promise<IncomingMessage>((resolve, reject) => {
    asking.once('response', resolve).once('error', reject)
  })
  asking.end(Buffer.alloc(bytes))
  const answer = await answering
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}

/** All that the server says to a client that sends this and then nothing more. */
async function answerTo(port: number, sent: string): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8')
  let heard = ''
  socket.on('data', (part: string) => (heard += part))
  socket.write(sent)
  await once(socket, 'close')
  return heard
}

describe('大きすぎる送信は、何も調べる前に 413 で断る', () => {
  test.each([
    ['長さを告げる送信', true],
    ['長さを告げない送信', false],
  ])('%s：アプリケーションには届かない', async (_, hasLength) => {
    const { post, reached } = await listen()
    const answer = await post('/mypage/data/charge.html', LIMIT + 1, hasLength)
    expect(answer.status).toBe(413)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.text).toContain(
      '<h1>受け付けできませんでした</h1><p>送信された内容が大きすぎます。入力を短くして、もう一度お試しください。</p>',
    )
    expect(reached).toEqual([])
  })

  test.each(['/api/order', '/callbacks/carrier'])('%s にはJSONで答える', async (path) => {
    const { post } = await listen()
    const answer = await post(path, LIMIT + 1, true)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      413,
      {
        code: 413,
        error: {
          code: 'BODY_TOO_LARGE',
          message: '送信された内容が大きすぎます。入力を短くして、もう一度お試しください。',
        },
      },
    ])
  })

  test.each([
    ['長さを告げる送信', true],
    ['長さを告げない送信', false],
  ])('ちょうど上限までは受け付ける：%s', async (_, hasLength) => {
    const { post, reached } = await listen()
    expect((await post('/api/order', LIMIT, hasLength)).status).toBe(200)
    expect(reached).toEqual([LIMIT])
  })

  test('断られても送り続ける相手とは、接続を切る', async () => {
    const { port } = await listen({ lingerMs: 10 })
    const heard = await answerTo(
      port,
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 600000000\r\n\r\nx',
    )
    expect(heard).toMatch(/^HTTP\/1\.1 413 /)
  })
})

describe('ゆっくりすぎる送信は打ち切る', () => {
  // The limit of one case is not the limit of the other: what is not given is the server's own, and far longer.
  // Long enough that a busy machine has read what was sent: the end of a connection with something unread is no answer.
  test.each([
    ['見出しの途中', { headersTimeoutMs: 300 }, 'POST /api/order HTTP/1.1\r\nHost: a\r\nX-'],
    [
      '本文の途中',
      { headersTimeoutMs: 300, requestTimeoutMs: 300 },
      'POST /api/order HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx',
    ],
  ])('%sで止まった相手には 408 と答え、接続を切る', async (_, limits, sent) => {
    const { port, reached } = await listen({ ...limits, checkEveryMs: 5 })
    expect(await answerTo(port, sent)).toMatch(/^HTTP\/1\.1 408 /)
    expect(reached).toEqual([])
  })
})

describe('写真を受け取る番地', () => {
  const photographs: Edge['largeBodyOf'] = ({ url }) =>
    url === '/photograph' ? { bytes: 300_000, code: 'PHOTOGRAPH_TOO_LARGE' } : undefined

  test('ほかより多く受け取り、多すぎる最初の1バイトを自分の言葉で断る', async () => {
    const { post, reached } = await listen({}, photographs)
    expect((await post('/photograph', 300_000, true)).status).toBe(200)
    expect((await post('/photograph', 300_001, true)).status).toBe(413)
    expect((await post('/photograph', 300_001, false)).text).toContain('写真は1枚10MBまでです')
    expect((await post('/other', 300_000, true)).status).toBe(413)
    expect(reached).toEqual([300_000])
  })

  test('同時に受けるのは決まった数だけで、次の人にはあとで来てもらう', async () => {
    const { post } = await listen({ largeAtOnce: 0 }, photographs)
    expect((await post('/photograph', 1000, true)).status).toBe(503)
  })
})
