import { createECDH, randomBytes } from 'node:crypto'
import { html } from 'hono/html'
import { z } from 'zod'
import type { RunningServer, ServerOptions } from '../wire/listen.ts'
import { page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import { startStandIn } from '../wire/stand-in.ts'
import { allRows, firstRow, insertRow, jsonOf, rowOf, run, type Store } from '../wire/store.ts'
import { decryptPush } from './decrypt.ts'
import { signerOf } from './vapid.ts'

const schema = `
  CREATE TABLE IF NOT EXISTS device (
    id TEXT PRIMARY KEY, private_key TEXT NOT NULL, public_key TEXT NOT NULL, auth TEXT NOT NULL, gone INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS message (
    id INTEGER PRIMARY KEY AUTOINCREMENT, device_id TEXT NOT NULL, words TEXT NOT NULL, ttl INTEGER NOT NULL,
    urgency TEXT NOT NULL, size INTEGER NOT NULL, signer TEXT NOT NULL, at INTEGER NOT NULL
  ) STRICT;`

/** The largest body that every push service takes (RFC 8030, 7.2). */
const LARGEST_BYTES = 4096

const deviceRow = rowOf({
  id: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
  auth: z.string(),
  gone: z.int(),
})
const messageRow = z.object({
  device_id: z.string(),
  words: jsonOf(z.unknown()),
  ttl: z.int(),
  urgency: z.string(),
  size: z.int(),
  signer: z.string(),
  at: z.int(),
})
const shownWords = z.object({ title: z.string(), body: z.string() })
/** What the next messages of a device are answered instead. */
const ordered = z.strictObject({
  status: z.union([z.literal(413), z.literal(429), z.literal(503), z.literal(500), z.literal(403)]),
  retryAfter: z.string().optional(),
  times: z.int().min(1).default(1),
})

const SHOWN = 50

/**
 * Starts a push service and the devices behind it (docs/outside-systems.md 6): what browsers' makers run, in so far as RFC
 * 8030 asks it of them. It keeps the devices' keys as browsers do, and shows what would stand on their screens.
 */
export function startPushService(options: ServerOptions): Promise<RunningServer> {
  const answers = new Map<string, z.output<typeof ordered>>()
  return startStandIn('push', options, schema, ({ app, store, url }) => {
    app.post('/push/:id', async (c) => {
      const device = findDevice(store, c.req.param('id'))
      if (device === undefined) throw refusal(404, 'UNKNOWN_DEVICE')
      if (device.gone === 1) throw refusal(410, 'DEVICE_GONE')
      const instead = takeAnswer(answers, device.id)
      if (instead !== undefined) {
        if (instead.retryAfter !== undefined) c.header('Retry-After', instead.retryAfter)
        return c.json({ error: { code: 'BY_ORDER' } }, instead.status)
      }
      const ttl = Number(c.req.header('ttl') ?? Number.NaN)
      if (!Number.isInteger(ttl) || ttl < 0) throw refusal(400, 'TTL_MISSING')
      // Tokens last by the machine's clock, not by the one that can be moved.
      const nowMs = Temporal.Now.instant().epochMilliseconds
      const signer = signerOf(c.req.header('authorization') ?? '', url, nowMs)
      if (signer === undefined) throw refusal(403, 'NOT_SIGNED')
      const body = Buffer.from(await c.req.arrayBuffer())
      if (body.length > LARGEST_BYTES) throw refusal(413, 'TOO_LARGE')
      const added = insertRow(store, 'message', {
        deviceId: device.id,
        words: await decryptPush(body, device),
        ttl,
        urgency: c.req.header('urgency') ?? 'normal',
        size: body.length,
        signer,
        at: options.now().epochMilliseconds,
      })
      c.header('Location', `${url}/message/${added.lastInsertRowid}`)
      return c.body(null, 201)
    })
    // Of the devices themselves, by hand and by tests.
    app.post('/__devices', (c) => c.json(addDevice(store, url), 201))
    app.delete('/__devices/:id', (c) => {
      run(store, 'UPDATE device SET gone = 1 WHERE id = ?', c.req.param('id'))
      return c.body(null, 204)
    })
    app.get('/__devices/:id', (c) => c.json({ messages: messagesOf(store, c.req.param('id')) }))
    app.post('/__devices/:id/answer', async (c) => {
      answers.set(c.req.param('id'), await readBody(c, ordered))
      return c.body(null, 204)
    })
    app.get('/', async (c) => c.html(await lockScreen(store)))
  })
}

function takeAnswer(answers: Map<string, z.output<typeof ordered>>, id: string) {
  const answer = answers.get(id)
  if (answer === undefined) return undefined
  if (answer.times > 1) answers.set(id, { ...answer, times: answer.times - 1 })
  else answers.delete(id)
  return answer
}

/** A browser that subscribes: it gives away its address and the public half of its keys. */
function addDevice(store: Store, url: string) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys('base64url')
  const privateKey = ecdh.getPrivateKey('base64url')
  const auth = randomBytes(16).toString('base64url')
  const id = randomBytes(18).toString('base64url')
  insertRow(store, 'device', { id, privateKey, publicKey, auth, gone: 0 })
  return { id, endpoint: `${url}/push/${id}`, keys: { p256dh: publicKey, auth } }
}

const findDevice = (store: Store, id: string) =>
  firstRow(store, deviceRow, 'SELECT * FROM device WHERE id = ?', id)

const messagesOf = (store: Store, id: string) =>
  allRows(store, messageRow, 'SELECT * FROM message WHERE device_id = ? ORDER BY id', id)

/** What stands on the screens of all devices, the newest first. */
function lockScreen(store: Store) {
  const rows = allRows(store, messageRow, 'SELECT * FROM message ORDER BY id DESC LIMIT ?', SHOWN)
  const list = rows.map(({ words, at }) => {
    const { title, body } = shownWords.parse(words)
    const time = Temporal.Instant.fromEpochMilliseconds(at).toString({
      timeZone: 'Asia/Tokyo',
      smallestUnit: 'second',
    })
    return html`<li><b>${title}</b><br />${body}<br /><small>${time}</small></li>`
  })
  return page(
    'プッシュ通知',
    html`<h1>プッシュ通知</h1>
      ${
        rows.length === 0
          ? html`<p>まだありません。端末の画面に出るはずの内容が、ここに届きます。</p>`
          : html`<ul>
              ${list}
            </ul>`
      }`,
  )
}
