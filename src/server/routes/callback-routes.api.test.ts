import { createHmac } from 'node:crypto'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { callbackRoutes } from './callback-routes.ts'
import type { ServerEnv } from '../edge/request-facts.ts'

const harness = await useHarness()
const desk = simDesk(harness, 'reported')
const { call, lineId } = await desk.member()
await desk.orderCard(call, lineId)
const { exchange_id } = await harness.database.db
  .selectFrom('carrier_exchange')
  .select('exchange_id')
  .where('order_no', 'is not', null)
  .executeTakeFirstOrThrow()
const exchangeId = exchange_id

function app() {
  const traceKey = 'trace-test'
  return new Hono<ServerEnv>()
    .use(async (c, next) => {
      c.set('facts', { traceKey, now: harness.clock.now(), signedIn: undefined })
      await next()
    })
    .route('/', callbackRoutes(harness.services))
}

/** What a system that knows the secret sends: signed over the bytes as they are. */
async function post(path: string, body: string | Buffer) {
  const bytes = Buffer.from(body)
  const secret = harness.services.config.CARRIER_CALLBACK_SECRET
  const signature = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`
  const answer = await app().request(path, {
    method: 'POST',
    headers: { 'X-Signature': signature },
    body: bytes,
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) }
}

const report = (changes: object = {}) => ({
  type: 'order',
  eventId: 'event-1',
  orderId: exchangeId,
  lineRef: 'line-1',
  state: 'accepted',
  at: '2026-11-20T10:00:00+09:00',
  facts: {},
  ...changes,
})
const reading = (changes: object = {}) => ({
  type: 'identity',
  sessionId: 'session-1',
  state: 'matched',
  verifiedOn: '2026-11-20',
  failure: null,
  ...changes,
})

const unreadable: [string, string | Buffer][] = [
  ['nothing', ''],
  ['no JSON', '{"type":"order"'],
  ['a NUL for JSON', '\0'],
  ['a form', 'type=order&state=accepted'],
  ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ['null', 'null'],
  ['a list', '[]'],
  ['a number', '1'],
  ['another type', '{"type":"other"}'],
]
const wrongTimes = ['', 'yesterday', '2026-02-30T10:00:00+09:00', '0000-01-01T00:00:00Z']
const wrongYears = ['9999-12-31T23:59:59Z', '+275760-09-13T00:00:00Z', '1899-12-31T00:00:00Z']

const refused = {
  status: 400,
  body: { error: { code: 'MALFORMED', message: '送られた報告を読み取れません。' } },
}

describe.each(['/callbacks/carrier', '/callbacks/identity'])('%s', (path) => {
  test.each(unreadable)('署名があっても読めない本文は 400：%s', async (_, body) => {
    expect(await post(path, body)).toEqual(refused)
  })

  test('署名が違えば 401', async () => {
    const answer = await app().request(path, {
      method: 'POST',
      headers: { 'X-Signature': 'sha256=00' },
      body: '{"type":"usage"}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('回線設備からの報告', () => {
  test.each([...wrongTimes, ...wrongYears])('時刻「%s」は 400', async (at) => {
    expect(await post('/callbacks/carrier', JSON.stringify(report({ at })))).toEqual(refused)
  })

  test.each([
    ['eventId', { eventId: 'a\0b' }],
    ['orderId', { orderId: 'a\0b' }],
    ['state', { state: '\0' }],
    ['facts', { facts: { trackingNo: 'a\0b' } }],
    ['facts の奥', { facts: { list: [{ deep: '\0' }] } }],
    ['facts の名前', { facts: { 'a\0b': 1 } }],
    ['半端なサロゲート', { eventId: '\ud800' }],
  ])('保存できない文字は 400：%s', async (_, changes) => {
    expect(await post('/callbacks/carrier', JSON.stringify(report(changes)))).toEqual(refused)
  })

  test('長すぎる名前は 400、ありえない事実は読み流す', async () => {
    const long = JSON.stringify(report({ eventId: 'e'.repeat(5000) }))
    expect(await post('/callbacks/carrier', long)).toEqual(refused)
    const facts = { trackingNo: {}, reason: 7, portedOutAt: '9999-12-31', iccid: [null] }
    const odd = JSON.stringify(report({ eventId: 'event-odd', facts }))
    expect(await post('/callbacks/carrier', odd)).toEqual({ status: 204, body: undefined })
  })

  test('正しい報告は受け取る', async () => {
    expect((await post('/callbacks/carrier', JSON.stringify(report()))).status).toBe(204)
    const { n } = await harness.database.db
      .selectFrom('carrier_report')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('event_id', '=', 'event-1')
      .executeTakeFirstOrThrow()
    expect(n).toBe(1)
  })
})

describe('本人確認からの報告', () => {
  test.each([
    ['0000年', { verifiedOn: '0000-01-01' }],
    ['9999年', { verifiedOn: '9999-12-31' }],
    ['ない日', { verifiedOn: '2026-02-30' }],
    ['NUL', { sessionId: 'a\0b' }],
    ['理由の NUL', { failure: ['\0'] }],
    ['知らない状態', { state: 'other' }],
  ])('読めない内容は 400：%s', async (_, changes) => {
    expect(await post('/callbacks/identity', JSON.stringify(reading(changes)))).toEqual(refused)
  })

  test('知らない受付の報告は読み流す', async () => {
    expect((await post('/callbacks/identity', JSON.stringify(reading()))).status).toBe(204)
  })
})
