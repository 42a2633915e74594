import type { Page, Request } from '@playwright/test'
import { boxOf, expect, open, resize, shifts, stopClock, test } from './fixtures.ts'

test.describe('お知らせバー', () => {
  const script = /\/announce\/bar\.js/
  const items = (page: Page) => page.locator('.announce-bar__item')

  // Which place is whose: src/portal/shell/place.test.ts; that of my page: vertical.e2e.ts.
  test('トップは場所78、移った先のトークサービスは場所80の3件を求め、ヘッダーはトークサービスのものに変わる', async ({
    page,
    baseURL,
  }) => {
    const askedFor = (place: string) =>
      page.waitForRequest(
        (request) =>
          request.url().includes('/announce/items') && request.url().includes(`placeId=${place}`),
      )
    const queryOf = (request: Request) => Object.fromEntries(new URL(request.url()).searchParams)
    const onTop = askedFor('78')
    await open(page, '/')
    expect(queryOf(await onTop)).toEqual({ placeId: '78', size: '3' })
    await expect(items(page)).toHaveCount(3)
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)

    const onTalk = askedFor('80')
    await page.locator('footer a[href="/talk/top.html"]').click()
    expect(queryOf(await onTalk)).toEqual({ placeId: '80', size: '3' })
    await expect(items(page).first()).toBeVisible()
    const header = page.locator('.site-header--talk')
    await expect(header).toBeVisible()
    await expect(page.locator('.site-header__menus')).toHaveCount(0)
    expect((await boxOf(header)).height).toBe(49)
    const faq = header.getByRole('link', { name: 'よくある質問' })
    await expect(faq).toHaveAttribute('target', '_blank')
    const mypage = header.getByRole('link', { name: 'マイページ' })
    await expect(mypage).toHaveAttribute('href', `${baseURL}/mypage/`)
    // On a phone that button is the only one.
    await resize(page, 375, 700)
    await expect(
      page.locator('.site-header--talk :is(a, summary):visible:not(.site-header__home)'),
    ).toHaveText(['マイページ'])
  })

  const failures = {
    ない: (page: Page) => page.route(script, (route) => route.fulfill({ status: 404 })),
    届かない: (page: Page) => page.route(script, (route) => route.abort()),
    黙っている: (page: Page) => page.route(script, () => undefined),
    投げる: (page: Page) =>
      page.route(script, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken bar")' }),
      ),
    始まるときに投げる: (page: Page) =>
      page.route(script, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.AnnounceBar = { init() { throw new Error("broken bar") } }',
        }),
      ),
  }
  test.describe('スクリプト', () => {
    test.use({ expectedConsole: /404|ERR_FAILED|broken bar|サーバーでエラーを検出しました/ })
    // The first of these ends as one that is missing, the last as one that throws when it begins; R13 of
    // shell-outage.e2e.ts has one that hangs.
    const alike = ['届かない', '黙っている', '投げる']
    for (const [name, fail] of Object.entries(failures)) {
      const tag = alike.includes(name) ? ['@long'] : []
      test(`${name}：ページは完全で、何も動かない`, { tag }, async ({ page }) => {
        await fail(page)
        await open(page, '/')
        if (name !== '黙っている') await expect(page.locator('#announce-bar')).toBeHidden()
        await expect(
          page.locator('.announce').getByRole('link', { name: 'お知らせ' }),
        ).toBeVisible()
        expect(await shifts(page)).toBeLessThanOrEqual(0.02)
        await page.locator('footer a[href="/option"]').first().click()
        await expect(page).toHaveURL('/option')
      })
    }
  })
})

test.describe('スタイルを待つ時間', () => {
  /** Public pages carry their style; one that is made for a visitor's own question links to it. */
  const linking = '/fee?gb=10'

  test('保存した公開ページは、別のスタイルを要らず、提供元のスタイルは届いたら効く。だれも受け止めなかった誤りは、ログに出る', async ({
    page,
  }) => {
    const sheets: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.css')) sheets.push(new URL(request.url()).pathname)
    })
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    await page.route(/site-[\w-]+\.css/, () => undefined)
    await open(page, '/beginner')
    await expect(page.locator('.site-header')).toHaveCSS('height', '49px')
    // The whole sheet comes with the application, for the pages that are gone to within it.
    await expect
      .poll(() => sheets.toSorted())
      .toEqual([expect.stringMatching(/^\/assets\/site-/), '/navi.css'])
    await expect(page.locator('link[data-navigation]')).toHaveCount(1)
    await expect(page.locator('.provider-navi')).toHaveCSS('display', 'flex')
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('nobody handles this')
      })
    })
    await expect.poll(() => messages.join()).toContain('サーバーでエラーを検出しました')
  })

  test('止まったスタイルが中身を待たせるのは、2秒まで。あとで届けば、効く', async ({ page }) => {
    const { promise: wanted, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/portal-[\w-]+\.css/, async (route) => {
      await wanted
      await route.continue()
    })
    const began = Date.now()
    await page.goto(linking, { waitUntil: 'commit' })
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      undefined,
      { timeout: 20_000 },
    )
    expect(await painted.jsonValue()).toBeGreaterThan(1900)
    expect(Date.now() - began).toBeLessThan(15_000)
    await expect(page.locator('h1')).toBeVisible()
    const header = page.locator('.site-header')
    await expect(page.locator('link[data-page-styles]')).toHaveAttribute('media', 'not all')
    await expect(header).not.toHaveCSS('height', '49px')
    arrive()
    await expect(header).toHaveCSS('height', '49px')
  })

  test('ページのスタイルは、きっかり2000ミリ秒待つ', async ({ page }) => {
    await page.route(/portal-[\w-]+\.css/, () => undefined)
    await page.clock.install({ time: 0 })
    await page.clock.pauseAt(1000)
    await page.goto(linking, { waitUntil: 'commit' })
    const link = page.locator('link[data-page-styles]')
    await expect(link).toHaveCount(1)
    const now = await page.evaluate(() => performance.now())
    await page.clock.runFor(1999 - now)
    await expect(link).not.toHaveAttribute('media')
    await page.clock.runFor(1)
    await expect(link).toHaveAttribute('media', 'not all')
  })

  test('アプリは提供元のスタイルを、きっかり1000ミリ秒待つ', async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    await page.route(/\/navi\.css/, () => undefined)
    const entry = /\/assets\/entry\.client-[\w-]+\.js$/
    const { promise: wanted, resolve: start } = Promise.withResolvers<void>()
    await page.route(entry, async (route) => {
      await wanted
      await route.continue()
    })
    const asked = page.waitForRequest(entry)
    await page.goto('/beginner', { waitUntil: 'domcontentloaded' })
    await asked
    await stopClock(page)
    const waits = await page.evaluateHandle(() => {
      const delays: unknown[] = []
      const wait = window.setTimeout.bind(window)
      Reflect.set(window, 'setTimeout', (callback: () => void, ms?: number, ...rest: unknown[]) => {
        delays.push(ms)
        return wait(callback, ms, ...rest)
      })
      return delays
    })
    start()
    await expect.poll(() => waits.jsonValue()).toContain(1000)
    const isRunning = () =>
      page
        .locator('main')
        .evaluate((main) => Object.keys(main).some((key) => key.startsWith('__reactProps')))
    await page.clock.runFor(999)
    expect(await isRunning()).toBe(false)
    expect(warnings).not.toContain('css load timeout')
    await page.clock.runFor(1)
    await expect.poll(() => warnings).toContain('css load timeout')
    await expect.poll(isRunning).toBe(true)
  })

  test.describe('スクリプトなし', () => {
    test.use({ javaScriptEnabled: false })
    test('何も隠さず、提供元のスタイルが効く', async ({ page }) => {
      await page.goto('/beginner')
      await expect(page.locator('h1')).toBeVisible()
      await expect(page.locator('.provider-navi')).toHaveCSS('display', 'flex')
    })
  })
})

test.use({ expectedConsole: /nobody handles this|サーバーでエラーを検出しました/ })
