import type { Page } from '@playwright/test'
import { expect, open } from './fixtures.ts'
import { test, type Outside, type Sink } from './outside.ts'

// What the browser sends to the operator's log and error reporter (spec 7.2, 8, 9), which lie on another origin.
test.describe.configure({ mode: 'default' })
test.use({
  expectedConsole:
    /xxx|broken|サーバーでエラーを検出しました|ERR_FAILED|Failed to fetch|404|CORS policy/,
})

/** Throws in the page, outside of everything that could handle it. */
const throwIn = (page: Page, ...messages: string[]) =>
  page.evaluate((all) => {
    for (const message of all)
      setTimeout(() => {
        throw new Error(message)
      })
  }, messages)

type Entry = { message: string; level: string }

/** The errors that the page posts to the log from now on. */
function loggedBy(page: Page): Entry[] {
  const entries: Entry[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/logs')) return
    const posted: Entry[] = request.postDataJSON()
    entries.push(...posted.filter(({ message }) => message === pageError))
  })
  return entries
}

/** The last event: an envelope is lines of JSON, the third of which is the event. */
const eventIn = ({ lastEvent }: Sink) => JSON.parse(lastEvent?.split('\n')[2] ?? 'null')

const asMember = (page: Page, { url, secret, token }: Outside) =>
  page.context().addCookies([
    { name: 'sid', value: secret, url },
    { name: 'XSRF-TOKEN', value: token, url },
  ])

const pageError = 'サーバーでエラーを検出しました'

test('誰も処理しなかったエラーも、エラーの画面になったエラーも、ログとエラー収集に一度ずつ届き、会員のことは何も届かない', async ({
  page,
  outside,
}) => {
  await asMember(page, outside)
  await open(page, '/mypage/data/notification.html?tel=09012345678#09012345678')
  await test.step('誰も処理しなかったエラーの値は、250文字で切られる', async () => {
    const logged = loggedBy(page)
    const before = await outside.sink()
    await throwIn(page, 'x'.repeat(300))
    await expect.poll(async () => (await outside.sink()).events).toBe(before.events + 1)
    await expect.poll(async () => (await outside.sink()).logs).toBeGreaterThan(before.logs)
    const sink = await outside.sink()
    const event = eventIn(sink)
    expect(event.exception.values[0]).toMatchObject({
      type: 'Error',
      value: `${'x'.repeat(250)}...`,
    })
    expect(event.request.url).toBe(`${outside.url}/mypage/data/notification.html`)
    expect(logged).toEqual([
      {
        message: pageError,
        additional: `Error: ${'x'.repeat(300)}`,
        level: 'error',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        fileName: expect.any(String),
        lineNumber: expect.any(Number),
      },
    ])
    // Nothing of the member: no query, no cookie, no name, no number, no address asked to be worked out.
    const logs = `${sink.lastEvent}${JSON.stringify(logged)}`
    for (const secret of ['0901234', outside.secret, outside.token, 'sato', '"infer_ip":"auto"'])
      expect(logs).not.toContain(secret)
  })
  await test.step('エラーの画面になったエラー', async () => {
    const before = await outside.sink()
    // An answer that nobody can read; one that never comes leaves the page as it is (mypage-presses.e2e.ts).
    await page.route('**/*.data**', (route) =>
      route.fulfill({ status: 200, contentType: 'text/x-script', body: 'no answer' }),
    )
    await page.getByRole('button', { name: '設定を保存する' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('表示できませんでした')
    await expect.poll(async () => (await outside.sink()).events).toBe(before.events + 1)
    expect(eventIn(await outside.sink()).exception.values[0].type).toMatch(/Error$/)
  })
})

test('本番の記録はinfoから上だけを届け、続く同じエラーは収集へ一度だけ、スタックは50段まで、届かないうちに待たせるのは30件まで。サーバーが番号を添えて断ったものは届けない', async ({
  page,
  outside,
}) => {
  await open(page, '/beginner')
  const logged = loggedBy(page)
  await test.step('本番の記録は、infoから上だけ', () => expectInfoAndAbove(page))

  await test.step('同じエラーが続いても、収集へは一度だけ', async () => {
    const before = await outside.sink()
    await page.evaluate(() => {
      const same = new Error('broken again and again')
      for (let times = 0; times < 5; times += 1)
        setTimeout(() => {
          throw same
        })
    })
    await page.evaluate(() => {
      void Promise.reject(new DOMException('Transition was aborted because of invalid state.'))
    })
    await expect.poll(() => logged.length).toBe(5)
    await throwIn(page, 'broken last')
    await expect
      .poll(async () => eventIn(await outside.sink())?.exception.values[0].value)
      .toBe('broken last')
    expect((await outside.sink()).events).toBe(before.events + 2)
  })
  await test.step('スタックは50段まで', async () => {
    const before = await outside.sink()
    await page.evaluate(() => {
      const deep = (left: number): never => {
        if (left > 0) return deep(left - 1)
        throw new Error('broken deep down')
      }
      setTimeout(deep, 0, 200)
    })
    await expect.poll(async () => (await outside.sink()).events).toBe(before.events + 1)
    const [thrown] = eventIn(await outside.sink()).exception.values
    expect(thrown.stacktrace.frames).toHaveLength(50)
  })
  await test.step('サーバーが番号を添えて断ったページは届けない', async () => {
    const before = await outside.sink()
    await page.route('**/assets/cop/views/option/**', (route) => route.fulfill({ status: 404 }))
    await page.locator('footer a[href="/option"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('見つかりませんでした')
    await throwIn(page, 'broken afterwards')
    await expect.poll(async () => (await outside.sink()).events).toBe(before.events + 1)
    expect(eventIn(await outside.sink()).exception.values[0].value).toBe('broken afterwards')
  })
  await test.step('届かないうちに待たせるのは30件まで', async () => {
    const before = logged.length
    const asked: string[] = []
    await page.route('**/envelope/**', (route) => {
      asked.push(route.request().postData() ?? '')
    })
    // The log's requests outlive the page, of which the browser lets 64 kB be under way: ten at a time.
    for (let thrown = 10; thrown <= 40; thrown += 10) {
      await throwIn(page, ...Array.from({ length: 10 }, (_, index) => `broken ${thrown - index}`))
      await expect.poll(() => logged.length).toBe(before + thrown)
    }
    await expect.poll(() => asked.length).toBe(30)
    await throwIn(page, 'broken once more')
    await expect.poll(() => logged.length).toBe(before + 41)
    expect(asked).toHaveLength(30)
  })
})

test('スタイルを待ちきれなかったことは、警告としてその場所とともに記録され、記録先が止まっていても、ページは何も変わらない', async ({
  page,
  outside,
}) => {
  await outside.fault('silent', '/navi.css')
  await page.goto('/beginner', { waitUntil: 'domcontentloaded' })
  await page.locator('h1').click()
  await expect
    .poll(async () => (await outside.sink()).lastLog)
    .toMatchObject({
      message: 'css load timeout',
      additional: null,
      level: 'warn',
      fileName: expect.stringMatching(/\/assets\/entry\.client-[\w-]+\.js$/),
      lineNumber: expect.any(Number),
    })
  await page.route('**/envelope/**', (route) => route.abort())
  for (const [mode, to] of [
    ['down', '/option'],
    ['silent', '/mnp'],
  ] as const) {
    await outside.fault(mode, '/logs')
    await throwIn(page, `broken while ${mode}`)
    await page.locator(`footer a[href="${to}"]`).first().click()
    await expect(page).toHaveURL(to)
    await expect(page.locator('h1')).toBeVisible()
  }
})

/** The application's own log, whatever the build calls it, is told something of each level. */
async function expectInfoAndAbove(page: Page) {
  const logs: string[] = []
  page.on('console', (message) => message.text().startsWith('told as') && logs.push(message.text()))
  const posted: Entry[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/logs')) return
    const entries: Entry[] = request.postDataJSON()
    posted.push(...entries.filter(({ message }) => message.startsWith('told as')))
  })
  await page.evaluate(async () => {
    const scripts = performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (/\/assets\/[\w.-]+\.js$/.test(name) ? name : []))
    for (const script of scripts) {
      const exported: Record<string, unknown> = await import(script)
      for (const log of Object.values(exported).map(Object))
        if ('postTo' in log)
          for (const level of ['debug', 'info', 'warn']) log[level](`told as ${level}`)
    }
  })
  await expect.poll(() => posted.length).toBe(2)
  expect(posted.map(({ level, message }) => [level, message])).toEqual([
    ['info', 'told as info'],
    ['warn', 'told as warn'],
  ])
  expect(logs).toEqual(['told as info', 'told as warn'])
}
