import type { Page } from '@playwright/test'
import { expect, logIn, open, running, shifts, stopClock, test } from './fixtures.ts'

test.describe('お知らせバー', () => {
  const script = /\/announce\/bar\.js/
  const items = (page: Page) => page.locator('.announce-bar__item')

  for (const [path, placeId] of [
    ['/', '78'],
    ['/talk/top.html', '80'],
  ] as const) {
    test(`${path} は場所 ${placeId}、3件を求める`, async ({ page }) => {
      const asked = page.waitForRequest(/\/announce\/items/)
      await page.goto(path)
      const query = new URL((await asked).url()).searchParams
      expect(Object.fromEntries(query)).toEqual({ placeId, size: '3' })
      await expect(items(page)).toHaveCount(3)
      expect(await shifts(page)).toBeLessThanOrEqual(0.02)
    })
  }

  test('マイページ asks for place 79', async ({ page }) => {
    const asked = page.waitForRequest(/\/announce\/items\?placeId=79&size=3/)
    await logIn(page, 'sato', '/mypage/top.html')
    await asked
    await expect(items(page).first()).toBeVisible()
  })

  test('サイトから通話のサービスに移ると、聞き直す', async ({ page }) => {
    await open(page, '/')
    await expect(items(page)).toHaveCount(3)
    const asked = page.waitForRequest(/placeId=80/)
    await page.locator('footer a[href="/talk/top.html"]').click()
    await asked
    await expect(items(page).first()).toBeVisible()
  })

  const failures = {
    'is missing': (page: Page) => page.route(script, (route) => route.fulfill({ status: 404 })),
    'cannot be reached': (page: Page) => page.route(script, (route) => route.abort()),
    hangs: (page: Page) => page.route(script, () => undefined),
    throws: (page: Page) =>
      page.route(script, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken bar")' }),
      ),
    'throws when it begins': (page: Page) =>
      page.route(script, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: 'window.AnnounceBar = { init() { throw new Error("broken bar") } }',
        }),
      ),
  }
  test.describe('スクリプト', () => {
    test.use({ expectedConsole: /404|ERR_FAILED|broken bar|サーバーでエラーを検出しました/ })
    // The first of these ends as one that is missing, the other as one that throws when it begins.
    const alike = ['cannot be reached', 'throws']
    for (const [name, fail] of Object.entries(failures)) {
      const tag = alike.includes(name) ? ['@long'] : []
      test(`${name}：ページは完全で、何も動かない`, { tag }, async ({ page }) => {
        await fail(page)
        await open(page, '/')
        if (name !== 'hangs') await expect(page.locator('#announce-bar')).toBeHidden()
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

  test('保存した公開ページは、別のスタイルを要らない', async ({ page }) => {
    const sheets: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('.css')) sheets.push(new URL(request.url()).pathname)
    })
    await page.route(/site-[\w-]+\.css/, () => undefined)
    await page.goto('/beginner')
    await expect(page.locator('.site-header')).toHaveCSS('height', '49px')
    // The whole sheet comes with the application, for the pages that are gone to within it.
    await expect
      .poll(() => sheets.toSorted())
      .toEqual([expect.stringMatching(/^\/assets\/site-/), '/navi.css'])
  })

  test('アプリの中で移ったページも、開いたときと同じに見える', async ({ page }) => {
    const looks = () =>
      page.locator('#main *').evaluateAll((elements) =>
        elements.map((element) => {
          const { x, width, height } = element.getBoundingClientRect()
          return [element.className, x, width, height, getComputedStyle(element).color].join(' ')
        }),
      )
    await open(page, '/mnp')
    const opened = await looks()
    await open(page, '/option')
    await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }))
    await page.locator('footer a[href="/mnp"]').first().click()
    await expect(page).toHaveURL('/mnp')
    await expect.poll(looks).toEqual(opened)
    expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true)
  })

  test('止まったスタイルが中身を待たせるのは、2秒まで', async ({ page }) => {
    await page.route(/portal-[\w-]+\.css/, () => undefined)
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
  })

  test('あとで届けば、効く', async ({ page }) => {
    let release = () => {}
    const blocked = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/portal-[\w-]+\.css/, async (route) => {
      await blocked
      await route.continue()
    })
    await page.goto(linking, { waitUntil: 'commit' })
    const height = () =>
      page.locator('.site-header').evaluate((element) => getComputedStyle(element).height)
    await expect(page.locator('link[data-page-styles]')).toHaveAttribute('media', 'not all')
    expect(await height()).not.toBe('49px')
    release()
    await expect.poll(height).toBe('49px')
  })

  test('提供元のスタイルは1秒待ち、そのあとは始めて記録する', async ({ page }) => {
    const warnings: string[] = []
    page.on('console', (message) => warnings.push(message.text()))
    await page.route(/\/navi\.css/, () => undefined)
    await page.goto('/beginner', { waitUntil: 'domcontentloaded' })
    await expect(page.locator('h1')).toBeVisible()
    await page.locator('h1').click()
    await running(page)
    expect(warnings).toContain('css load timeout')
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

  test('提供元のスタイルは、届いたら効く', async ({ page }) => {
    await page.goto('/beginner')
    await expect(page.locator('link[data-navigation]')).toHaveCount(1)
    await expect(page.locator('.provider-navi')).toHaveCSS('display', 'flex')
    expect(await shifts(page)).toBeLessThanOrEqual(0.02)
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

test('だれも受け止めなかった誤りは、ログに出る', async ({ page }) => {
  const messages: string[] = []
  page.on('console', (message) => messages.push(message.text()))
  await open(page, '/beginner')
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody handles this')
    })
  })
  await expect.poll(() => messages.join()).toContain('サーバーでエラーを検出しました')
})
test.use({ expectedConsole: /nobody handles this|サーバーでエラーを検出しました/ })
