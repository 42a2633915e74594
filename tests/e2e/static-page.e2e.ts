import { expect, open, phone, requestsOf, stopClock, test } from './fixtures.ts'

const NOT_FOUND = 'お探しのページは見つかりませんでした'

test.describe('静的ページの読み込み', () => {
  const moves = [
    { from: '/', link: '/option', file: 'option/index', tag: [] },
    { from: '/', link: '/beginner/simfree.html', file: 'beginner/simfree', tag: ['@long'] },
    { from: '/option', link: '/', file: 'index', tag: [] },
  ]
  for (const { from, link, file, tag } of moves) {
    test(`${from} → ${link}：届くのはパソコン用の断片だけ`, { tag }, async ({ page }) => {
      await open(page, from)
      const requests = requestsOf(page)
      await page.locator(`main a[href="${link}"], footer a[href="${link}"]`).first().click()
      await expect(page).toHaveURL(link)
      await expect(page.locator('h1')).toHaveCount(1)
      // The top page's simulator and its board of outages ask for their own answers besides.
      const own = /^\/(fee\/simulation|info\/outage\.json)\.data\?/
      const pages = requests.filter((path) => !own.test(path))
      expect(pages).toEqual([`/assets/cop/views/${file}.default.html`])
    })
  }

  test('題と説明と正規の番地は、新しいページのもの', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/fee"]').first().click()
    await expect(page).toHaveTitle(/^料金プラン｜/)
    const lead = page.locator('#static-contents span[data-title]')
    const description = await lead.getAttribute('data-description')
    await expect(page.locator('meta[name=description]')).toHaveAttribute(
      'content',
      description ?? '',
    )
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/fee$/)
    await expect(page.locator('main')).toBeFocused()
  })

  // The top page asks for its first answer by itself when one arrives in the app: there it may grow once, not again.
  for (const { path, first, tag } of [
    { path: '/', first: '/', tag: [] },
    { path: '/', first: '/fee', tag: [] },
    { path: '/support', first: '/support', tag: ['@long'] },
  ])
    test(
      `戻ると、見ていた位置に戻る: ${path}（${first} から見始めて）`,
      { tag },
      async ({ page }) => {
        // The fee page has an answer of its own, shown until the top page takes its place.
        const answer = page.locator('[data-slot="top-simulator"] #simulation .amount--figure')
        await open(page, first)
        if (first !== path) await page.locator(`header a[href="${path}"]`).first().click()
        await expect(page).toHaveURL(path)
        if (path === '/') await expect(answer).toBeVisible()
        // Asked again, the answer would come too late and move the page: it must be there at once.
        await page.route(/\/fee\/simulation/, () => undefined)
        await page.mouse.wheel(0, 1200)
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200)
        await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/option"]')?.click())
        await expect(page).toHaveURL('/option')
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
        await page.goBack()
        await expect(page).toHaveURL(path)
        if (path === '/') await expect(answer).toBeVisible()
        await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200)
      },
    )

  test('戻る操作は、再読み込みのあと動き出す前のページでも効く', async ({ page }) => {
    await open(page, '/support')
    await page.locator('footer a[href="/option"]').first().click()
    await expect(page).toHaveURL('/option')
    const { promise: wanted, resolve: start } = Promise.withResolvers<void>()
    await page.route(/\/assets\/entry\.client-[\w-]+\.js$/, async (route) => {
      await wanted
      await route.continue()
    })
    await page.reload()
    await page.goBack({ waitUntil: 'commit' })
    await expect(page).toHaveURL('/support')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('お困りの内容を選んでください')
    start()
  })

  test('ファイルのないページは、アプリの中でも「見つかりません」になる', async ({ page }) => {
    await page.route('**/assets/cop/views/option/**', (route) => route.abort())
    await open(page, '/')
    await page.locator('footer a[href="/option"]').first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)
    await expect(page).toHaveTitle(new RegExp(`^${NOT_FOUND}`))
  })
  test.use({ expectedConsole: /ERR_FAILED|404/ })
})

test.describe('スマートフォン', () => {
  test.use(phone)

  test('電話用の断片を読み込み、その間の覆いは500ミリ秒残る', async ({ page }) => {
    await open(page, '/beginner')
    const requests = requestsOf(page)
    const overlay = page.locator('.loading-overlay')
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/possible.sp.html', async (route) => {
      await arrived
      await route.continue()
    })
    await page.locator('main a[href="/beginner/possible.html"]').first().click()
    await expect(overlay).toBeVisible()
    await stopClock(page)
    arrive()
    await expect(page).toHaveURL('/beginner/possible.html')
    await expect(page.locator('h1')).toHaveText('できること・できないこと')
    await page.clock.runFor(499)
    await expect(overlay).toBeVisible()
    await page.clock.runFor(1)
    await expect(overlay).toHaveCount(0)
    expect(requests).toEqual(['/assets/cop/views/beginner/possible.sp.html'])
  })

  test('アプリ・ツールは1024pxの幅で、デスクトップ版を見せる', async ({ page }) => {
    await open(page, '/app/tool.html')
    expect(await page.evaluate(() => innerWidth)).toBe(1024)
    await page.goto('/doc')
    expect(await page.evaluate(() => innerWidth)).toBe(375)
  })

  test('アプリの中で行くときも、戻るときも', async ({ page }) => {
    await open(page, '/')
    const requests = requestsOf(page)
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('a[href="/app/tool.html"]')?.click(),
    )
    await expect(page).toHaveURL('/app/tool.html')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1024)
    expect(requests).toContain('/assets/cop/views/app/tool.default.html')
    await page.goBack()
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(375)
  })
})

test('幅が変わると、500ms後にその幅の版を読み直す', async ({ page }) => {
  await open(page, '/option')
  await stopClock(page)
  const requests = requestsOf(page)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.clock.runFor(499)
  expect(requests).toEqual([])
  await page.clock.runFor(1)
  await expect.poll(() => requests).toEqual(['/assets/cop/views/option/index.sp.html'])
  await page.setViewportSize({ width: 768, height: 900 })
  await page.clock.runFor(500)
  await expect.poll(() => requests.at(-1)).toBe('/assets/cop/views/option/index.default.html')
})
