import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { createTestClient } from '#tests/stand-ins/client.ts'
import { startReceiver } from '#tests/stand-ins/receiver.ts'
import { startIdentity } from './start.ts'
import type { IdentityOptions } from './start.ts'

let instant = Temporal.Instant.from('2026-11-20T10:00:00+09:00')
let folder = ''
let options: IdentityOptions
let server: RunningServer
let receiver: Awaited<ReturnType<typeof startReceiver>>
const identity = createTestClient(() => server.url, 'secret')

beforeEach(async () => {
  instant = Temporal.Instant.from('2026-11-20T10:00:00+09:00')
  folder = await mkdtemp(join(tmpdir(), 'identity-'))
  receiver = await startReceiver('callback-secret')
  options = {
    port: 0,
    dataFile: join(folder, 'identity.sqlite'),
    now: () => instant,
    secret: 'secret',
    callbackUrl: receiver.url,
    callbackSecret: 'callback-secret',
    tickMs: 0,
    returnOrigins: ['http://portal.test'],
  }
  server = await startIdentity(options)
})
afterEach(async () => {
  await server.close()
  await receiver.close()
  await rm(folder, { recursive: true })
})

const expected = { name: '佐藤 花子', birth: '1990-04-01', address: '東京都千代田区一番町1' }
const request = (orderId: string) => ({
  orderId,
  returnUrl: 'http://portal.test/mypage/sim/change.html?order=9',
  expected,
})
async function begin(orderId: string) {
  const { json } = await identity.post('/sessions', request(orderId))
  return { sessionId: '', url: '', ...Object(json) }
}
const choose = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' })

describe('カードの読み取り', () => {
  test('一致すれば、日付とともにポータルへ知らせ、手続きの画面へ戻る', async () => {
    const { sessionId, url } = await begin('i-1')
    const page = await fetch(url)
    expect(await page.text()).toContain('<h1>本人確認（読み取り）</h1>')
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({ state: 'reading' })
    const back = await choose(url, 'matched')
    expect(back.headers.get('location')).toBe(
      `http://portal.test/mypage/sim/change.html?order=9&session=${sessionId}`,
    )
    expect((await identity.get(`/sessions/${sessionId}`)).json).toEqual({
      sessionId,
      orderId: 'i-1',
      state: 'matched',
      verifiedOn: '2026-11-20',
      failure: null,
      method: 'certificate',
      document: { kind: 'my_number_card', reference: 'JPKI-110DC4C24194' },
    })
    await identity.post('/__tick')
    expect(receiver.received).toEqual([
      {
        eventId: `identity-${sessionId}`,
        type: 'identity',
        sessionId,
        orderId: 'i-1',
        state: 'matched',
        at: '2026-11-20T10:00:00+09:00',
        sentAt: instant.toString(),
        verifiedOn: '2026-11-20',
        failure: null,
        method: 'certificate',
        document: { kind: 'my_number_card', reference: 'JPKI-110DC4C24194' },
      },
    ])
    expect((await choose(url, 'mismatch')).status).toBe(410)
  })

  test('読み取れないときはやり直せ、一致しないときは違う項目を知らせる', async () => {
    const { sessionId, url } = await begin('i-2')
    expect((await choose(url, '')).status).toBe(422)
    const failed = await choose(url, 'unreadable')
    expect(await failed.text()).toContain('もう一度お試しください')
    expect((await choose(url, 'mismatch')).status).toBe(303)
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({
      state: 'mismatch',
      verifiedOn: null,
      failure: ['address'],
    })
    await identity.post('/__tick')
    expect(receiver.received.map((message) => message['state'])).toEqual(['mismatch'])
  })

  test('30分たてば期限切れになり、再起動しても知らせは届く', async () => {
    const { sessionId, url } = await begin('i-3')
    instant = instant.add({ minutes: 30 })
    await server.close()
    server = await startIdentity(options)
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({ state: 'expired' })
    await identity.post('/__tick')
    expect(receiver.received.map((message) => message['state'])).toEqual(['expired'])
    const page = await fetch(server.url + new URL(url).pathname)
    expect(page.status).toBe(410)
  })

  test.each([
    ['driving_licence', 'matched', 'chip-and-face', /^\d{12}$/u],
    ['residence_card', 'matched', 'chip-and-face', /^AB\d{8}CD$/u],
    ['special_permanent_resident_certificate', 'mismatch', 'chip-and-face', /^CD\d{8}AB$/u],
    ['residence_card', 'faceless', 'ic-chip', /^AB\d{8}CD$/u],
  ])(
    '%sを読み取り、結果が%sなら、%sと書類の番号を伝える',
    async (kind, outcome, method, number) => {
      const { sessionId, url } = await begin(`i-${kind}-${method}`)
      await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ outcome, document: kind }),
        redirect: 'manual',
      })
      expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({
        state: outcome === 'mismatch' ? 'mismatch' : 'matched',
        method,
        document: { kind, reference: expect.stringMatching(number) },
      })
    },
  )

  test('書類の番号を伝えない結果も選べる', async () => {
    const { sessionId, url } = await begin('i-undocumented-play')
    await choose(url, 'undocumented')
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({
      state: 'matched',
      document: { kind: 'my_number_card', reference: null },
    })
  })

  test.each(['matched', 'mismatch', 'expired'])('合図-%sで、すぐにその結果になる', async (word) => {
    const { sessionId, url } = await begin(`i-${word}`)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(303)
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({ state: word })
  })
})

describe('始め方', () => {
  test('同じ申し込みでは、読み取りは1つだけ始まる', async () => {
    const first = await identity.post('/sessions', request('i-4'))
    const again = await identity.post('/sessions', request('i-4'))
    expect(first.status).toBe(201)
    expect(again).toMatchObject({ isReplayed: true, json: first.json })
    expect(await identity.staysSilent('POST', '/sessions', request('i-lost'))).toBe(true)
  })

  test('マイナンバーを送っても受け取らず、人の情報も残さない', async () => {
    const withNumber = { ...request('i-5'), expected: { ...expected, myNumber: '123456789018' } }
    expect((await identity.post('/sessions', withNumber)).status).toBe(400)
    await begin('i-6')
    await server.close()
    const stored = await readFile(options.dataFile, 'utf8')
    server = await startIdentity(options)
    expect(stored).toContain('i-6')
    for (const personal of ['123456789018', '佐藤', '1990-04-01', '一番町']) {
      expect(stored).not.toContain(personal)
    }
  })

  test('戻り先は登録した相手だけ、合言葉があるときだけ', async () => {
    const away = { ...request('i-7'), returnUrl: 'http://evil.test/' }
    expect((await identity.post('/sessions', away)).json).toMatchObject({
      error: { code: 'RETURN_URL_REFUSED' },
    })
    const anonymous = await fetch(`${server.url}/sessions`, { method: 'POST', body: '{}' })
    expect(anonymous.status).toBe(401)
    expect((await identity.get('/sessions/none')).status).toBe(404)
  })
})

describe('パソコンで始めたものを、スマートフォンで読み取る', () => {
  const phone = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile Safari/537.36' }

  test('パソコンではQRコードが開いていて、スマートフォンでは閉じている', async () => {
    const { url } = await begin('i-desk')
    expect(await (await fetch(url)).text()).toMatch(/<details open>[\s\S]*<svg/u)
    expect(await (await fetch(url, { headers: phone })).text()).toContain('<details >')
  })

  test('スマートフォンで読み取ると、始めた端末で続けるように伝え、そちらから戻れる', async () => {
    const { sessionId, url } = await begin('i-phone')
    await fetch(url)
    const onPhone = await choose(`${url}?phone=1`, 'matched')
    expect(onPhone.status).toBe(200)
    expect(await onPhone.text()).toContain('手続きを始めた端末の画面で、結果をご確認ください。')
    expect((await identity.get(`/sessions/${sessionId}`)).json).toMatchObject({ state: 'matched' })
    expect(await (await fetch(url)).text()).toContain(
      `href="http://portal.test/mypage/sim/change.html?order=9&amp;session=${sessionId}"`,
    )
  })

  test('電子証明書の期限切れは、時間切れと区別して知らせる', async () => {
    const read = await begin('i-certificate')
    await fetch(read.url)
    await choose(read.url, 'expired')
    const waited = await begin('i-waited')
    instant = instant.add({ minutes: 31 })
    const failureOf = async (id: string) =>
      Object(Object(await identity.get(`/sessions/${id}`))['json'])['failure']
    expect(await failureOf(read.sessionId)).toEqual(['certificate'])
    expect(await failureOf(waited.sessionId)).toBeNull()
  })
})
