import { Hono } from 'hono'
import { html } from 'hono/html'
import { page } from '../wire/page.ts'
import { readBody, refusal } from '../wire/refusal.ts'
import type { Store } from '../wire/store.ts'
import { findProfile, hasBeen, planEvent, stateOf } from './order-store.ts'
import { phoneReadSchema } from './wire.ts'

type PhoneOptions = { store: Store; now: () => Temporal.Instant; progress: () => void }

/** A phone that has read a code is on the net so many seconds later. */
const seenAfterSeconds = 20
const ownPhone = { maker: 'Google', name: 'Google Pixel 10' }

type Read = { activationCode: string; maker?: string | undefined; name?: string | undefined }

/** The new phone: it reads the code of an eSIM, by a page or by a call. No secret of ours: whoever has the code may. */
export function phoneRoutes({ store, now, progress }: PhoneOptions): Hono {
  const routes = new Hono()

  /** @returns undefined when the eSIM is in the phone, else why not */
  const read = ({ activationCode, ...device }: Read): string | undefined => {
    const orderId = findProfile(store, activationCode)
    if (orderId === undefined) return 'PROFILE_UNKNOWN'
    if (hasBeen(store, orderId, 'downloaded')) {
      if (!hasBeen(store, orderId, 'expired', 'cancelled', 'rolled_back'))
        planEvent(store, orderId, 'download_repeated', now(), {})
      progress()
      return 'PROFILE_TAKEN'
    }
    if (stateOf(store, orderId) !== 'profile_ready') return 'PROFILE_OVER'
    planEvent(store, orderId, 'downloaded', now(), {})
    const { maker = ownPhone.maker, name = ownPhone.name } = device
    const facts = { deviceMaker: maker, deviceName: name }
    planEvent(store, orderId, 'seen', now().add({ seconds: seenAfterSeconds }), facts)
    progress()
    return undefined
  }

  routes.post('/phone/read', async (c) => {
    const why = read(await readBody(c, phoneReadSchema))
    if (why === 'PROFILE_UNKNOWN') throw refusal(404, why)
    if (why !== undefined) throw refusal(409, why)
    return c.json({ state: 'downloaded' })
  })

  routes.get('/phone', async (c) => c.html(await phonePage(c.req.query('code') ?? '', undefined)))
  routes.post('/phone', async (c) => {
    const body = await c.req.parseBody()
    const activationCode = typeof body['code'] === 'string' ? body['code'].trim() : ''
    return c.html(await phonePage(activationCode, sentenceOf(read({ activationCode }))))
  })
  return routes
}

function sentenceOf(why: string | undefined): string {
  switch (why) {
    case undefined:
      return 'eSIMが入りました。20秒ほどで電波につながります。'
    case 'PROFILE_TAKEN':
      return 'このコードは、すでにほかの端末で読み取られています。'
    case 'PROFILE_OVER':
      return 'このコードの有効期限は過ぎました。'
    default:
      return 'このコードは使えません。'
  }
}

function phonePage(code: string, said: string | undefined): Promise<string> {
  return page(
    '新しいスマホ（見本）',
    html`<p class="brand">新しいスマホ（見本）</p>
      <h1>eSIMを追加する</h1>
      <p role="status" ${said === undefined ? 'hidden' : ''}>${said ?? ''}</p>
      <form method="post" action="/phone">
        <label for="code">アクティベーションコード</label>
        <input id="code" name="code" autocomplete="off" value="${code}" />
        <button type="submit">読み取る</button>
      </form>`,
  )
}
