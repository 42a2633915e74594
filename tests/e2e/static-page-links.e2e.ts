import type { Page } from '@playwright/test'
import { expect, open, phone, stopClock, test } from './fixtures.ts'

/** Puts a link into the page as an editor would have written it, and says when another document is loaded. */
async function withLink(page: Page, markup: string) {
  await open(page, '/beginner')
  await page.evaluate((html) => {
    document.querySelector('#static-contents .prose')?.insertAdjacentHTML('afterbegin', html)
    Reflect.set(window, 'sameDocument', true)
  }, markup)
  return {
    link: page.locator('#static-contents .prose > a').first(),
    isSameDocument: () => page.evaluate(() => Reflect.get(window, 'sameDocument') === true),
  }
}

/** How many pixels an element is from its place under the fixed header of 49 px. */
const fromHeader = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top - 49))

test('絶対番地のリンクは、ページを読み込み直す', async ({ page, baseURL }) => {
  const { link, isSameDocument } = await withLink(page, `<a href="${baseURL}/fee">x</a>`)
  await link.click()
  await expect(page).toHaveURL('/fee')
  expect(await isSameDocument()).toBe(false)
})

// Which links are of which kind: src/portal/site/link-kind.test.ts.
for (const { href, tag } of [
  { href: '/mypage/top.html', tag: [] },
  { href: 'mypage/top.html', tag: ['@long'] },
]) {
  test(`${href} は、ページを読み込み直す`, { tag }, async ({ page }) => {
    const { link } = await withLink(page, `<a href="${href}">x</a>`)
    const loading = page.waitForRequest((request) => request.isNavigationRequest())
    await link.click()
    expect(new URL((await loading).url()).pathname).toBe('/mypage/top.html')
  })
}

test('ほかの中のリンクはアプリに残り、# を保つ', async ({ page }) => {
  const { link, isSameDocument } = await withLink(page, '<a href="/fee?a=1#one-off">x</a>')
  await link.click()
  await expect(page).toHaveURL('/fee?a=1#one-off')
  expect(await isSameDocument()).toBe(true)
  await expect.poll(() => fromHeader(page, '#one-off')).toBeLessThan(2)
})

test('上の部品が遅れて届いても、# の場所はヘッダーの下のまま。自分で動かせば、そこで離れる', async ({
  page,
}) => {
  const arriving = Promise.withResolvers<void>()
  await page.route('**/fee/simulation*', async (route) => {
    await arriving.promise
    await route.continue()
  })
  const { link } = await withLink(page, '<a href="/fee#one-off">x</a>')
  await link.click()
  await expect.poll(() => fromHeader(page, '#one-off')).toBeLessThan(2)
  const before = await page.evaluate(() => document.body.offsetHeight)
  arriving.resolve()
  await expect(page.locator('[data-slot="fee-simulator"] form')).toBeVisible()
  await expect
    .poll(() => page.evaluate(() => document.body.offsetHeight))
    .toBeGreaterThan(before + 100)
  await expect.poll(() => fromHeader(page, '#one-off')).toBeLessThan(2)
  await page.mouse.wheel(0, -300)
  await expect.poll(() => fromHeader(page, '#one-off')).toBeGreaterThan(200)
})

test('target のあるリンクは、窓を開く', async ({ page, context }) => {
  const { link } = await withLink(page, '<a href="/fee" target="_blank">x</a>')
  const opened = context.waitForEvent('page')
  await link.click()
  await expect(await opened).toHaveURL('/fee')
  await expect(page).toHaveURL('/beginner')
})

test('Ctrlを押せば、ブラウザーのいつもの動きになる', async ({ page, context }) => {
  const { link } = await withLink(page, '<a href="/fee">x</a>')
  const opened = context.waitForEvent('page')
  await link.click({ modifiers: ['ControlOrMeta'] })
  await expect(await opened).toHaveURL('/fee')
  await expect(page).toHaveURL('/beginner')
})

test('公衆Wi-Fiの規約は、普通のリンクとして開く', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => Reflect.set(window, 'sameDocument', true))
  await page.locator('footer a[href="/agreement/wifi.html"]').click()
  await expect(page).toHaveURL('/agreement/wifi.html')
  expect(await page.evaluate(() => Reflect.get(window, 'sameDocument'))).toBeUndefined()
})

for (const { name, device, tag } of [
  { name: 'desktop', device: {}, tag: [] },
  { name: 'phone', device: phone, tag: ['@long'] },
]) {
  test.describe(name, { tag }, () => {
    test.use(device)

    test('# は100ミリ秒後に、300ミリ秒で、固定ヘッダーの下まで動く', async ({ page }) => {
      const { link } = await withLink(page, '<a href="#questions">x</a>')
      await stopClock(page)
      await link.click()
      await page.clock.runFor(99)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.clock.runFor(1 + 34)
      const started = await page.evaluate(() => scrollY)
      expect(started).toBeGreaterThan(0)
      await page.clock.runFor(200)
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(started)
      const target = page.locator('#questions')
      const top = () => target.evaluate((element) => element.getBoundingClientRect().top)
      expect(Math.round(await top())).toBeGreaterThan(50)
      await page.clock.runFor(100)
      await expect.poll(async () => Math.abs((await top()) - 49)).toBeLessThan(1)
      await expect(page).toHaveURL('/beginner#questions')
      await expect(target).toBeFocused()
    })
  })
}

test('1秒に30回動く', async ({ page }) => {
  const { link } = await withLink(page, '<a href="#questions">x</a>')
  await page.evaluate(() => {
    const visits: number[] = []
    const move = window.scrollTo.bind(window)
    Reflect.set(window, 'scrollTo', (x: number, y: number) => {
      visits.push(y)
      move(x, y)
    })
    Reflect.set(window, 'places', visits)
  })
  await stopClock(page)
  await link.click()
  const visits = () => page.evaluate(() => Reflect.get(window, 'places').length)
  await page.clock.runFor(100 + 33)
  expect(await visits()).toBe(0)
  await page.clock.runFor(1)
  expect(await visits()).toBe(1)
  await page.clock.runFor(300)
  expect(await visits()).toBe(9)
})

test('動きを減らす設定では、すぐに着く', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { link } = await withLink(page, '<a href="#questions">x</a>')
  await stopClock(page)
  await link.click()
  await page.clock.runFor(100)
  const top = await page
    .locator('#questions')
    .evaluate((element) => element.getBoundingClientRect().top)
  expect(Math.abs(top - 49)).toBeLessThan(1)
})

test('アコーディオンは押すと開き、もう一度押すと閉じる（300ms）', async ({ page }) => {
  await open(page, '/pointback_transition')
  const accordion = page.locator('main details.accordion').first()
  const pace = await accordion.evaluate(
    (element) => getComputedStyle(element, '::details-content').transitionDuration,
  )
  expect(pace.split(', ')[0]).toBe('0.3s')
  await accordion.locator('summary').click()
  await expect(accordion).toHaveAttribute('open')
  await accordion.locator('summary').click()
  await expect(accordion).not.toHaveAttribute('open')
})

test.describe('スクリプトなし', () => {
  test.use({ javaScriptEnabled: false })

  test('文があり、リンクと # で進める', async ({ page }) => {
    await page.goto('/beginner')
    await expect(page.locator('h1')).toBeVisible()
    await page.goto('/beginner#questions')
    await expect(page.locator('#questions')).toBeInViewport()
    await page.locator('main a[href="/beginner/possible.html"]').first().click()
    await expect(page).toHaveURL('/beginner/possible.html')
  })
})
