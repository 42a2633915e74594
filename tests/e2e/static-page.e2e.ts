import { expect, open, phone, requestsOf, running, stopClock, test } from './fixtures.ts'

const NOT_FOUND = 'お探しのページは見つかりませんでした'
test.use({ expectedConsole: /ERR_FAILED|404/ })

/** What a page asks for besides itself: the simulator's first answer, and the board of outages. */
const own = /^\/(fee\/simulation|info\/outage\.json)\.data\?/

// The top page asks for its first answer by itself when one arrives in the app: there it may grow once, not again.
for (const { path, first, tag } of [
  { path: '/', first: '/', tag: [] },
  { path: '/', first: '/fee', tag: [] },
  { path: '/support', first: '/support', tag: ['@long'] },
])
  test(
    `アプリの中で移ると、届くのはパソコン用の断片だけで、題と説明も新しくなり、戻ると、見ていた位置に戻る: ${path}（${first} から見始めて）`,
    { tag },
    async ({ page }) => {
      // The fee page has an answer of its own, shown until the top page takes its place.
      const answer = page.locator('[data-slot="top-simulator"] #simulation .amount--figure')
      await open(page, first)
      const requests = requestsOf(page)
      const asked = () => requests.splice(0).filter((address) => !own.test(address))
      if (first !== path) {
        await page.locator(`header a[href="${path}"]`).first().click()
        await expect(page).toHaveURL(path)
        await expect(page.locator('h1')).toHaveCount(1)
        expect(asked()).toEqual(['/assets/cop/views/index.default.html'])
      }
      if (path === '/') await expect(answer).toBeVisible()
      // Asked again, the answer would come too late and move the page: it must be there at once.
      await page.route(/\/fee\/simulation/, () => undefined)
      await page.mouse.wheel(0, 1200)
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200)
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/option"]')?.click())
      await expect(page).toHaveURL('/option')
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await expect(page).toHaveTitle(/^オプション｜/)
      expect(asked()).toEqual(['/assets/cop/views/option/index.default.html'])
      const lead = page.locator('#static-contents span[data-title]')
      await expect(page.locator('meta[name=description]')).toHaveAttribute(
        'content',
        (await lead.getAttribute('data-description')) ?? '',
      )
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/option$/)
      await expect(page.locator('main')).toBeFocused()
      await page.goBack()
      await expect(page).toHaveURL(path)
      if (path === '/') await expect(answer).toBeVisible()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(1200)
    },
  )

test(
  '/ → /beginner/simfree.html：届くのはパソコン用の断片だけ',
  { tag: '@long' },
  async ({ page }) => {
    await open(page, '/')
    const requests = requestsOf(page)
    await page.locator('a[href="/beginner/simfree.html"]').first().click()
    await expect(page).toHaveURL('/beginner/simfree.html')
    await expect(page.locator('h1')).toHaveCount(1)
    expect(requests.filter((path) => !own.test(path))).toEqual([
      '/assets/cop/views/beginner/simfree.default.html',
    ])
  },
)

test('戻る操作は再読み込みのあと動き出す前のページでも効き、ファイルのないページは、アプリの中でも「見つかりません」になる', async ({
  page,
}) => {
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
  await running(page)
  await page.route('**/assets/cop/views/mnp/**', (route) => route.abort())
  await page.locator('footer a[href="/mnp"]').first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(NOT_FOUND)
  await expect(page).toHaveTitle(new RegExp(`^${NOT_FOUND}`))
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

  test('アプリ・ツールは1024pxの幅で、デスクトップ版を見せる：アプリの中で行くときも、読み込み直しても。戻れば、電話の幅に戻る', async ({
    page,
  }) => {
    await open(page, '/')
    expect(await page.evaluate(() => innerWidth)).toBe(375)
    const requests = requestsOf(page)
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('a[href="/app/tool.html"]')?.click(),
    )
    await expect(page).toHaveURL('/app/tool.html')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1024)
    expect(requests).toContain('/assets/cop/views/app/tool.default.html')
    await page.reload()
    await running(page)
    expect(await page.evaluate(() => innerWidth)).toBe(1024)
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(375)
  })
})
