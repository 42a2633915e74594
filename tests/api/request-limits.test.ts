import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errors } from '#protocol/errors.ts'
import { antiForgery } from '#protocol/http.ts'
import { requestLimits, type LimitName, type RequestLimit } from '#server/edge/request-limits.ts'
import { startHarness, type Harness } from './harness.ts'
import { makeMember } from './members.ts'
import { openBuild } from './pages.ts'

const ORIGIN = 'http://localhost:3000'
const PROXY = '10.0.0.1'
const figures = { requests: 2, seconds: 30 }
const { message } = errors.TOO_MANY_REQUESTS

let harness: Harness
let built: Awaited<ReturnType<typeof openBuild>>
let member: Awaited<ReturnType<typeof makeMember>>
let serial = 0
beforeAll(async () => {
  const names = Object.keys(requestLimits)
  const limits = Object.fromEntries(
    names.map((name): [string, RequestLimit] => [name, { perAddress: figures }]),
  )
  harness = await startHarness(undefined, { TRUSTED_PROXIES: [PROXY] }, { limits })
  built = await openBuild(harness)
  member = await makeMember(harness, { loginId: 'limited' })
}, 240_000)
beforeEach(() => void (serial += 1))
afterAll(() => harness?.stop())

/** As the socket has it when our proxy passes on a request of this client. */
function ask(path: string, init: RequestInit = {}, client = `203.0.113.${serial}`) {
  const headers = new Headers(init.headers)
  headers.set('Cookie', `sid=${member.secret}; ${antiForgery.cookie}=${member.token}`)
  headers.set('Origin', ORIGIN)
  headers.set('Sec-Fetch-Site', 'same-origin')
  headers.set('X-Forwarded-For', client)
  const socket = { remoteAddress: PROXY, remotePort: 1, remoteFamily: 'IPv4' }
  return built.app.request(`${ORIGIN}${path}`, { ...init, headers }, { incoming: { socket } })
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { [antiForgery.header]: member.token },
  body: JSON.stringify(body),
})
const put = (body: object): RequestInit => ({ ...json(body), method: 'PUT' })
const signed = (body: string): RequestInit => {
  const secret = harness.services.config.CARRIER_CALLBACK_SECRET
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return { method: 'POST', headers: { 'X-Signature': `sha256=${signature}` }, body }
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams({ ...fields, [antiForgery.field]: member.token }),
})
const firstStep = { step: 'plan', version: 0, plan: 10, lines: 1 }
const topUp = { packId: '100mb', priceYen: 220 }
const texts = (fields: typeof topUp) => ({ ...fields, priceYen: String(fields.priceYen) })
const period = 'from=2026-11-01&to=2026-11-20'

/** Whatever is limited, by each way there is to it; how it is answered belongs to who asks. */
const limited: [LimitName, 'page' | 'json', string, () => RequestInit][] = [
  ['login', 'page', '/auth/login', () => ({})],
  ['login', 'page', '/auth/callback?state=x', () => ({})],
  ['login', 'json', '/api/platform/auth/open_id', () => ({})],
  ['postcodes', 'json', '/api/postcodes/search?zipcode=1000001', () => ({})],
  ['files', 'page', '/mypage/document/doc_none.pdf', () => ({})],
  ['files', 'page', '/calendar/order/PC-20261120-0001.ics', () => ({})],
  ['files', 'page', `/mypage/data/usage.csv?${period}`, () => ({})],
  ['files', 'page', `/MYPAGE/data/usage%2Ecsv?${period}`, () => ({})],
  ['files', 'page', `/mypage/data/usage.json?${period}`, () => ({})],
  ['files', 'page', `/mypage/call.csv?${period}`, () => ({})],
  ['attempts', 'json', '/api/port_out/issuance_request', () => json({})],
  ['attempts', 'json', '/api/port_out/one_stop?token=guessed', () => ({})],
  ['purchases', 'json', '/api/high_speed/coupon', () => json(topUp)],
  [
    'purchases',
    'page',
    '/mypage/data/charge.html?step=confirm&packId=100mb',
    () => form(texts(topUp)),
  ],
  ['purchases', 'page', '/mypage/lite', () => form({ intent: 'topup', ...texts(topUp) })],
  ['ownMails', 'json', '/api/mail_check', () => json({})],
  ['noticeStops', 'page', '/auth/notice-stop', () => form({ t: 'guessed' })],
  ['applications', 'json', '/api/order/application', () => put(firstStep)],
  ['applicationSteps', 'json', '/api/order/application', () => put({ ...firstStep, plan: 999 })],
  ['applicationMails', 'json', '/api/order/application/link', () => json({})],
  ['applicationChecks', 'json', '/api/order/application/card', () => json({ back: '/order' })],
  ['applicationLookups', 'json', '/api/order/application/status', () => json({})],
  ['calendars', 'page', '/calendar/guessed.ics', () => ({})],
  ['widgets', 'page', '/w/guessed', () => ({})],
  ['photographs', 'page', '/mypage/device/photograph', () => form({ orderNo: 'none' })],
  ['pictures', 'page', '/mypage/device/photograph/none.jpg', () => ({})],
  ['browserLog', 'json', '/browser-log', () => json([])],
  ['callbacks', 'json', '/callbacks/carrier', () => signed('{"type":"usage"}')],
]

describe('短い時間に続いた操作は 429 で断り、いつから受け付けるかを告げる', () => {
  test('決めたものはすべて試す', () => {
    // The login of the console is tried with its own server: src/server/console/login.api.test.ts.
    const tried = new Set([...limited.map(([name]) => name), 'staffLogin'])
    expect(tried).toEqual(new Set(Object.keys(requestLimits)))
  })

  test.each(limited)('%s（%s） %s', async (_, name, path, init) => {
    const passed = [await ask(path, init()), await ask(path, init())].map(({ status }) => status)
    expect(passed.filter((status) => status === 429)).toEqual([])
    const refused = await ask(path, init())
    const text = await refused.text()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(figures.seconds)
    if (name === 'json')
      expect(JSON.parse(text)).toEqual({
        code: 429,
        error: { code: 'TOO_MANY_REQUESTS', message },
      })
    else
      expect([refused.headers.get('content-type'), text]).toEqual([
        'text/html; charset=utf-8',
        expect.stringContaining(message),
      ])
    const other = await ask(path, init(), `198.51.100.${serial}`)
    expect(other.status).toBe(passed[0])
  })

  test('接続元を書き足しても、信頼するプロキシが見た相手として数える', async () => {
    const client = `203.0.113.${serial}`
    const statuses = []
    for (const made of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
      statuses.push((await ask('/calendar/guessed.ics', {}, `${made}, ${client}`)).status)
    expect(statuses).toEqual([404, 404, 429])
  })
})
