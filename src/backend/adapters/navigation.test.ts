import { createServer, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { waited } from '#tests/waited.ts'
import { createNavigation } from './navigation.ts'

type Answer = (response: ServerResponse) => void

const good = (name: string): Answer => {
  const body = { head: '', header: `<p>${name}</p>`, footer: '<p>f</p>', main_contents: '' }
  return (response) => response.end(JSON.stringify(body))
}

let server: Server
let answer: Answer
let asked: string[]
let port: number

beforeEach(async () => {
  asked = []
  answer = good('1')
  server = createServer((incoming, outgoing) => {
    asked.push(incoming.url ?? '')
    answer(outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterEach(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

function setUp() {
  const clock = { ms: 0 }
  const failures: unknown[] = []
  const navigation = createNavigation({
    url: `http://localhost:${port}/navi`,
    monotonicMs: () => clock.ms,
    onFailure: (cause) => failures.push(cause),
  })
  const fetchFor = (back_path = '/fee') =>
    navigation.fetch({ is_sp: false, dmm_login: false, mvno_member: false, back_path })
  return { clock, failures, fetchFor }
}

/** What runs in the background is over when the service has been asked so often. */
const askedTimes = (times: number) => expect.poll(() => asked.length).toBe(times)

describe('共通ヘッダーの取得', () => {
  test.each([
    ['another site', 'https://evil.example/'],
    ['another site without its scheme', '//evil.example/'],
    ['a backslash', '/\\evil.example'],
    ['an encoded slash', '/%2F/evil.example'],
    ['a script', 'javascript:alert(1)'],
    ['the logout', '/auth/logout'],
    ['3,000 characters', `/${'a'.repeat(3000)}`],
  ])('戻り先にできない back_path は / として尋ねる：%s', async (_, hostile) => {
    const { fetchFor } = setUp()
    await fetchFor(hostile)
    expect(asked).toEqual(['/navi?is_sp=0&dmm_login=0&mvno_member=0&back_path=%2F'])
  })

  test('同じ条件では1分間に1回だけ尋ね、条件が違えば別に尋ねる', async () => {
    const { fetchFor, clock } = setUp()
    const [first] = await Promise.all([fetchFor(), fetchFor(), fetchFor()])
    expect(first).toMatchObject({ header: '<p>1</p>', footer: '<p>f</p>', isMissing: false })
    clock.ms = 59_999
    await fetchFor()
    expect(asked).toEqual(['/navi?is_sp=0&dmm_login=0&mvno_member=0&back_path=%2Ffee'])
    await fetchFor('/option')
    expect(asked).toHaveLength(2)
  })

  test('1分を過ぎた写しは、新しいものを取りに行く間もそのまま見せる', async () => {
    const { fetchFor, clock } = setUp()
    await fetchFor()
    answer = good('2')
    clock.ms = 60_000
    expect((await fetchFor()).header).toBe('<p>1</p>')
    await askedTimes(2)
    await expect.poll(async () => (await fetchFor()).header).toBe('<p>2</p>')
  })

  test('止まっている間は5分までの写しを見せ、それより古ければ空にする', async () => {
    const { fetchFor, clock, failures } = setUp()
    await fetchFor()
    answer = (response) => response.writeHead(503).end()
    clock.ms = 299_999
    expect((await fetchFor()).header).toBe('<p>1</p>')
    await expect.poll(() => failures.length).toBe(1)
    clock.ms = 300_000
    expect(await fetchFor()).toEqual({
      head: '',
      header: '',
      footer: '',
      main_contents: '',
      isMissing: true,
    })
  })
})

describe('答えがおかしいとき、ヘッダーは空になり、直ればすぐ戻る', () => {
  const huge = JSON.stringify({
    head: '',
    header: `<p>${'あ'.repeat(700_000)}</p>`,
    footer: '',
    main_contents: '',
  })
  const faults: Record<string, Answer> = {
    '5xx': (response) => response.writeHead(500).end('{}'),
    途中で切れたJSON: (response) => response.end('{"head":"<link'),
    JSONでない: (response) => response.end('<html>'),
    形が違う: (response) => response.end('{"head":1}'),
    '2MBの答え': (response) => response.end(huge),
    よそへの転送: (response) => response.writeHead(302, { Location: 'http://localhost/' }).end(),
  }
  test.each(Object.keys(faults))('%s', async (name) => {
    const { fetchFor, clock, failures } = setUp()
    answer = faults[name] ?? good('')
    expect((await fetchFor()).isMissing).toBe(true)
    expect(failures).toHaveLength(1)
    answer = good('again')
    clock.ms = 5_000
    expect((await fetchFor()).header).toBe('<p>again</p>')
  })

  test.each([
    ['答えがない', () => undefined],
    ['答えが途中で止まる', (response) => void response.writeHead(200).write('{"head":')],
  ] satisfies [string, Answer][])('%s：あきらめて、5秒間はだれも待たない', async (_, silence) => {
    const { fetchFor, clock } = setUp()
    answer = silence
    const { result, ms } = await waited(fetchFor())
    expect(result.isMissing).toBe(true)
    expect(ms).toBeLessThan(1000)
    expect((await fetchFor('/option')).isMissing).toBe(true)
    expect(asked).toHaveLength(1)
    answer = good('again')
    clock.ms = 5_000
    expect((await fetchFor('/option')).header).toBe('<p>again</p>')
  })
})

test('スクリプト、イベント、よその番地は取り除く', async () => {
  const { fetchFor } = setUp()
  const body = {
    head: '<script>x()</script><link rel="stylesheet" href="https://evil.example/a.css"><meta name="a" content="b">',
    header: '<p onclick="x()">a</p><a href="javascript:x()">b</a><iframe src="/"></iframe>',
    footer: '<img src="//evil.example/a.png" alt="">',
    main_contents: '<div class="provider-main">',
  }
  answer = (response) => response.end(JSON.stringify(body))
  expect(await fetchFor()).toMatchObject({
    head: '<meta name="a" content="b" />',
    header: '<p>a</p><a>b</a>',
    footer: '<img alt="" />',
  })
})
