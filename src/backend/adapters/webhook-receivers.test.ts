import dns from 'node:dns'
import { createServer as createPlain, type IncomingHttpHeaders, type Server } from 'node:http'
import { createServer as createTls } from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { selfSignedCertificate } from '#tests/e2e/self-signed-certificate.ts'
import { createWebhookReceivers } from './webhook-receivers.ts'
import { newWebhookSecret } from './webhook-signature.ts'

const secret = newWebhookSecret()
const body = JSON.stringify({ type: 'bill.ready', timestamp: '2026-11-28T01:00:00Z', data: {} })
const at = Temporal.Instant.from('2026-11-28T01:00:00Z')
const asked = { id: 'msg_1', at, body, secrets: [secret] }

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }
let received: Received[] = []
let connections = 0
const servers: Server[] = []

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, () => resolve()))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

let own = ''
const portOf = (origin: string) => new URL(origin).port
const receivers = (...ownOrigins: string[]) =>
  createWebhookReceivers({ ownOrigins, timeoutMs: 500 })

beforeAll(async () => {
  const server = createPlain((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      if (request.url === '/inside') answer.writeHead(307, { Location: `${own}/taken` }).end()
      else if (request.url === '/silent') return
      else if (request.url === '/large') answer.end(Buffer.alloc(10_000_000, 'x'))
      else if (request.url === '/drip') {
        answer.writeHead(200)
        answer.write('x')
      } else if (request.url === '/later') answer.writeHead(429, { 'Retry-After': '90' }).end()
      else answer.end('taken')
    })
  })
  own = `http://127.0.0.1:${await listen(server)}`
})
afterEach(() => {
  received = []
  connections = 0
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
})

/** Names answer so: the addresses of the first question, of the next, and so on; the last stay. */
function nameAnswers(...answers: string[][]) {
  const lookup = vi.spyOn(dns, 'lookup')
  lookup.mockImplementation((...asked: unknown[]) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? []
    const done = asked.at(-1)
    const found = addresses.map((address) => ({ address, family: 4 }))
    if (typeof done === 'function') Reflect.apply(done, undefined, [null, found])
  })
  syncBuiltinESMExports()
  return lookup
}

/** A verifier whose clock stands there. */
function verifyAt(moment: Temporal.Instant, { headers, body: text }: Received) {
  vi.spyOn(Date, 'now').mockReturnValue(moment.epochMilliseconds)
  const given = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, String(value)]),
  )
  return new Webhook(secret).verify(text, given)
}

describe('署名', () => {
  test('公開されているライブラリーで確かめられ、本文を1文字でも変えると確かめられない', async () => {
    expect(await receivers(own).send(`${own}/`, asked)).toEqual({
      kind: 'answered',
      status: 200,
      text: 'taken',
      retryAfterSeconds: undefined,
    })
    const [one] = received
    if (one === undefined) throw new Error('nothing was received')
    expect(verifyAt(at, one)).toEqual(JSON.parse(body))
    expect(one.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1795827600',
    })
    expect(() => verifyAt(at, { ...one, body: body.replace('ready', 'reedy') })).toThrow(
      'No matching signature found',
    )
  })

  test('鍵を替えているあいだは、前の鍵でも新しい鍵でも確かめられる', async () => {
    const [former, next] = [newWebhookSecret(), newWebhookSecret()]
    await receivers(own).send(`${own}/`, { ...asked, secrets: [next, former] })
    const signature = String(received[0]?.headers['webhook-signature'])
    expect(signature).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const key of [former, next])
      expect(signature).toContain(
        new Webhook(key).sign('msg_1', new Date(at.epochMilliseconds), body),
      )
  })

  test('受け取る側の時計が4分ずれていても確かめられ、6分ずれていれば断られる', async () => {
    await receivers(own).send(`${own}/`, asked)
    const [one] = received
    if (one === undefined) throw new Error('nothing was received')
    for (const minutes of [-4, 4])
      expect(verifyAt(at.add({ minutes }), one)).toEqual(JSON.parse(body))
    for (const minutes of [-6, 6])
      expect(() => verifyAt(at.add({ minutes }), one)).toThrow(/timestamp/i)
  })
})

describe('つながない相手', () => {
  test.each([
    'https://127.0.0.1:PORT/',
    'https://[::ffff:10.0.0.1]/',
    'https://localhost:PORT/',
    'https://169.254.169.254/latest/meta-data/',
  ])('社内のアドレスには、つながずに断る：%s', async (address) => {
    const url = address.replace('PORT', portOf(own))
    expect(receivers().isCallable(url)).toBe(false)
    expect(await receivers().send(url, asked)).toEqual({ kind: 'noAnswer', cause: 'address' })
    expect(connections).toBe(0)
  })

  test('社内も指す名前、あとから社内を指すように変わった名前には、つながずに断る。名前は、つなぐたびに1回だけ調べる', async () => {
    const url = `https://hooks.example.jp:${portOf(own)}/`
    // One look-up a connection: between what was checked and what is connected to, the name is not asked again.
    const lookup = nameAnswers(['8.8.8.8', '127.0.0.1'], ['127.0.0.1'])
    const port = receivers()
    expect(port.isCallable(url)).toBe(true)
    expect(await port.send(url, asked)).toEqual({ kind: 'noAnswer', cause: 'address' })
    expect(await port.send(url, asked)).toEqual({ kind: 'noAnswer', cause: 'address' })
    expect(lookup).toHaveBeenCalledTimes(2)
    expect(connections).toBe(0)
  })

  test('社内への転送には、ついて行かない', async () => {
    expect(await receivers(own).send(`${own}/inside`, asked)).toMatchObject({ status: 307 })
    expect(received).toHaveLength(1)
  })

  test('ほかの名前の証明書を出す相手には、本文を送らない', async () => {
    const [right, wrong] = [selfSignedCertificate(), selfSignedCertificate('elsewhere.example')]
    const trusted = getCACertificates('default')
    setDefaultCACertificates([...trusted, right.cert, wrong.cert])
    try {
      const answers: unknown[] = []
      for (const pair of [right, wrong]) {
        const server = createTls(pair, (request, answer) => {
          received.push({ headers: request.headers, body: '' })
          answer.end()
        })
        const origin = `https://localhost:${await listen(server)}`
        answers.push(await receivers(origin).send(`${origin}/`, asked))
      }
      expect(answers).toEqual([
        expect.objectContaining({ status: 200 }),
        { kind: 'noAnswer', cause: 'certificate' },
      ])
      expect(received).toHaveLength(1)
    } finally {
      setDefaultCACertificates(trusted)
    }
  })

  test.each([
    'http://hooks.example.jp/',
    'https://user:word@hooks.example.jp/',
    'https://hooks/',
    'https://hooks.internal/',
    'https://8.8.8.8/',
    'hooks.example.jp',
  ])('名前のないもの、httpsでないもの、ログインの付いたものは、登録できない：%s', (url) => {
    expect(receivers().isCallable(url)).toBe(false)
  })
})

describe('変わった返事', () => {
  test('10MBの返事は、はじめの4096文字だけ読む', async () => {
    const answer = await receivers(own).send(`${own}/large`, asked)
    expect(answer).toMatchObject({ kind: 'answered', status: 200, text: 'x'.repeat(4096) })
  })

  test.each(['/silent', '/drip'])('終わらない返事は、時間で打ち切る：%s', async (path) => {
    expect(await receivers(own).send(own + path, asked)).toEqual({
      kind: 'noAnswer',
      cause: 'timeout',
    })
  })

  test('「あとで」の秒数を読む', async () => {
    expect(await receivers(own).send(`${own}/later`, asked)).toMatchObject({
      status: 429,
      retryAfterSeconds: 90,
    })
  })

  test('だれも待ち受けていない相手は、つながらないと分かる', async () => {
    const closed = 'http://127.0.0.1:1'
    expect(await receivers(closed).send(`${closed}/`, asked)).toEqual({
      kind: 'noAnswer',
      cause: 'connection',
    })
  })
})
