import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningServer } from '../wire/listen.ts'
import { toLocalPath } from './navigation.ts'
import { startPlatform } from './start.ts'

let instant = Temporal.Instant.from('2026-11-20T10:00:00+09:00')
let folder = ''
let server: RunningServer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platform-'))
  server = await startPlatform({
    port: 0,
    dataFile: ':memory:',
    now: () => instant,
    secret: 'secret',
    servicesSecret: 'services',
    accounts: [],
    clients: [],
    returnOrigins: ['http://portal.test'],
    mailFolder: folder,
  })
})

afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (path: string) => fetch(server.url + path, { redirect: 'manual' })
const getJson = async (path: string): Promise<unknown> => (await get(path)).json()
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { method: 'POST', body, headers, redirect: 'manual' })
const setFault = (fault: object) => post('/__faults', JSON.stringify(fault))

describe('ナビゲーションのサービス', () => {
  test('訪問者と会員で、リンクは状態に従う', async () => {
    const visitor = await getJson(
      '/navi?is_sp=0&dmm_login=0&mvno_member=0&back_path=/fee%3Fa=1%26b',
    )
    expect(visitor).toMatchObject({
      header: expect.stringContaining('href="/auth/login?back=%2Ffee%3Fa%3D1%26b"'),
      main_contents: '<div class="provider-main provider-main--pc">',
      footer: expect.stringContaining(`${server.url}/rules`),
      head: expect.stringContaining(`href="${server.url}/navi.css"`),
    })
    const account = await getJson('/navi?is_sp=1&dmm_login=1&mvno_member=1&back_path=/')
    expect(account).toMatchObject({
      header: expect.stringContaining('href="/auth/logout"'),
      main_contents: '<div class="provider-main provider-main--sp">',
    })
    expect(JSON.stringify(account)).not.toContain('/auth/login')
  })

  test.each([
    ['/mypage/top.html?x=1#a', '/mypage/top.html?x=1#a'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['https://evil.test', '/'],
    ['/a\nb', '/'],
    ['/"><script>', '/"><script>'],
    [undefined, '/'],
    [`/${'a'.repeat(2000)}`, '/'],
  ])('back_path %j は %j になる', (given, expected) => {
    expect(toLocalPath(given)).toBe(expected)
  })

  test('悪意のある back_path は、属性の外に出ない', async () => {
    const answer = JSON.stringify(await getJson('/navi?back_path=/%22%3E%3Cscript%3E'))
    expect(answer).not.toContain('<script>')
  })

  test('不調：1回だけ止まる、壊れたJSON、2MBの答え', async () => {
    await setFault({ mode: 'down', target: '/navi', times: 1 })
    expect((await get('/navi')).status).toBe(503)
    expect((await get('/navi')).status).toBe(200)
    await setFault({ mode: 'malformed' })
    await expect(getJson('/navi')).rejects.toThrow(SyntaxError)
    await setFault({ mode: 'huge' })
    expect((await (await get('/navi')).arrayBuffer()).byteLength).toBeGreaterThan(2_000_000)
    await setFault({ mode: 'off' })
  })

  test('ナビゲーションが案内するページは、すべてある', async () => {
    for (const path of [
      '/account',
      '/help',
      '/faq',
      '/inquiry',
      '/company',
      '/rules',
      '/privacy',
    ]) {
      const page = await get(path)
      expect([path, page.status]).toEqual([path, 200])
      expect(await page.text()).toMatch(/<h1>.+<\/h1>/)
    }
  })
})

describe('お知らせバー', () => {
  test('場所ごとに中身が違い、頼んだ数より多くない', async () => {
    expect(await getJson('/announce/items?placeId=79&size=3')).toMatchObject({
      placeId: 79,
      size: 3,
      items: [{ level: 'important' }, { level: 'info' }, { id: 'month-end-2026-11' }],
    })
    expect(await getJson('/announce/items?placeId=78&size=1')).toMatchObject({
      items: [{ id: 'maintenance-2026-11', title: expect.stringContaining('12月9日') }],
    })
    expect(await getJson('/announce/items?placeId=1&size=3')).toMatchObject({ items: [] })
  })

  test('どの項目も、そのお知らせに行ける', async () => {
    for (const placeId of [78, 79, 80]) {
      const answer = await get(`/announce/items?placeId=${placeId}&size=3`)
      const items: { id: string; title: string; body: string; url: string }[] = (
        await answer.json()
      ).items
      expect(items).toHaveLength(3)
      for (const { id, title, body, url } of items) {
        expect(url).toBe(`${server.url}/announce/notices/${id}`)
        const notice = await (await get(new URL(url).pathname)).text()
        expect(notice).toContain(`<h1>${title}</h1>`)
        expect(notice).toContain(body)
      }
    }
    expect((await get('/announce/notices/nothing')).status).toBe(404)
  })

  test('スクリプトは init を用意し、頼めば失敗する', async () => {
    expect(await (await get('/announce/bar.js')).text()).toContain('window.AnnounceBar')
    await setFault({ mode: 'malformed', target: '/announce', times: 1 })
    expect(await (await get('/announce/bar.js')).text()).toContain('throw new Error')
  })
})

describe('カードの変更画面', () => {
  const returnUrl = 'http://portal.test/mypage/billing/card'
  const card = {
    return_url: returnUrl,
    state: 's1',
    number: '４２４２ 4242-4242 4242',
    expiry: '09/30',
    holder: 'HANAKO SATO',
  }
  const submit = (form: Record<string, string>) => post('/card', new URLSearchParams(form))
  const exchange = (code: string | null) =>
    post('/card/exchange', JSON.stringify({ code }), { authorization: 'Bearer secret' })

  test('カードは、1回だけ使える符号でトークンになる', async () => {
    expect((await get(`/card?return_url=${encodeURIComponent(returnUrl)}&state=s1`)).status).toBe(
      200,
    )
    const back = await submit(card)
    expect(back.status).toBe(303)
    const location = new URL(back.headers.get('location') ?? '')
    expect(location.searchParams.get('state')).toBe('s1')
    const code = location.searchParams.get('code')
    expect((await post('/card/exchange', JSON.stringify({ code }))).status).toBe(401)
    expect(await (await exchange(code)).json()).toEqual({
      cardToken: expect.stringMatching(/^tok_visa_4242_203009_ok_[0-9a-f]{18}$/),
      brand: 'visa',
      last4: '4242',
      expires: '2030-09',
    })
    expect((await exchange(code)).status).toBe(410)
  })

  test('符号は、10分で使えなくなる', async () => {
    const back = await submit(card)
    instant = instant.add({ minutes: 11 })
    const code = new URL(back.headers.get('location') ?? '').searchParams.get('code')
    expect((await exchange(code)).status).toBe(410)
  })

  test('間違った番号と過ぎた月は、欄の横に書く', async () => {
    const wrong = await submit({ ...card, number: '4242424242424241', expiry: '10/26' })
    expect(wrong.status).toBe(422)
    const text = await wrong.text()
    expect(text).toContain('カード番号をお確かめください。')
    expect(text).toContain('有効期限を')
    expect(text).not.toContain('4242424242424241')
  })

  test('やめて戻ればそう伝わり、戻り先は登録した相手だけ', async () => {
    const back = await submit({ ...card, cancel: '1' })
    expect(back.headers.get('location')).toBe(`${returnUrl}?state=s1&error=cancelled`)
    for (const hostile of [
      'http://portal.test.evil.test/',
      'http://portal.test@evil.test/',
      '//x',
      '',
    ]) {
      const refused = await get(`/card?return_url=${encodeURIComponent(hostile)}`)
      expect([hostile, refused.status]).toEqual([hostile, 400])
    }
  })
})

describe('記録の受け口とメール', () => {
  test('ログと出来事を数える', async () => {
    await post('/logs', JSON.stringify([{ message: 'a' }, { message: 'b' }]))
    await post('/ingest', '{"event_id":"1"}')
    await post('/api/1/envelope/', '{}\n{}')
    expect(await getJson('/__sink')).toEqual({
      logs: 2,
      events: 2,
      lastLog: { message: 'b' },
      lastEvent: '{}\n{}',
    })
  })

  test('フォルダーのメールだけが読め、ほかは読めない', async () => {
    const subject = `=?UTF-8?B?${Buffer.from('お申し込みを受け付けました').toString('base64')}?=`
    const text = Buffer.from('佐藤様\nありがとうございます。').toString('base64')
    await writeFile(
      join(folder, '1-a.eml'),
      `To: sato@example.test\r\nSubject: ${subject}\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${text}\r\n--b\r\nContent-Type: text/html\r\n\r\n<b>x</b>\r\n--b--\r\n`,
    )
    const mail = {
      to: 'ito@example.test',
      subject: '<b>確認</b>',
      text: '本文',
      sentAt: '2026-11-20',
    }
    await writeFile(join(folder, '2-b.json'), JSON.stringify(mail))
    await writeFile(join(folder, '3-c.json'), 'broken')
    const list = await (await get('/mail')).text()
    expect(list).toContain('お申し込みを受け付けました')
    expect(list).toContain('&lt;b&gt;確認&lt;/b&gt;')
    expect(list.indexOf('2-b.json')).toBeLessThan(list.indexOf('1-a.eml'))
    expect(await (await get('/mail?to=ito')).text()).not.toContain('1-a.eml')
    expect(await (await get('/mail/1-a.eml')).text()).toContain('ありがとうございます。')
    expect((await get('/mail/..%2Fx.json')).status).toBe(404)
  })

  test('健康の答えに、サーバーの名前と時計がある', async () => {
    expect(await getJson('/__health')).toMatchObject({ status: 'ok', name: 'platform' })
  })
})
