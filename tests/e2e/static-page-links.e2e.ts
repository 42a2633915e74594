import type { Page } from '@playwright/test'
import { expect, open, phone, running, stopClock, test } from './fixtures.ts'

/** Puts a link into the open page as an editor would have written it. */
async function withLink(page: Page, markup: string) {
  await page.evaluate((html) => {
    const text = document.querySelector('#static-contents .prose')
    text?.querySelector(':scope > a')?.remove()
    text?.insertAdjacentHTML('afterbegin', html)
  }, markup)
  return page.locator('#static-contents .prose > a').first()
}

/** From here on it can be told whether another document is loaded. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'sameDocument', true))
const isSameDocument = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'sameDocument') === true)

/** How many pixels an element is from its place under the fixed header of 49 px. */
const fromHeader = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.abs(element.getBoundingClientRect().top - 49))

// Which links are of which kind: src/portal/site/link-kind.test.ts.
test('本文のリンクは、targetかCtrlなら窓を開き、中のページならアプリに残って # を保ち、絶対番地とマイページと規約なら読み込み直す', async ({
  page,
  context,
  baseURL,
}) => {
  await open(page, '/beginner')
  await mark(page)
  for (const { how, markup, modifiers } of [
    { how: 'target', markup: '<a href="/fee" target="_blank">x</a>', modifiers: [] },
    { how: 'Ctrl', markup: '<a href="/fee">x</a>', modifiers: ['ControlOrMeta'] },
  ] as const)
    await test.step(`${how} は窓を開く`, async () => {
      const opened = context.waitForEvent('page')
      await (await withLink(page, markup)).click({ modifiers: [...modifiers] })
      const other = await opened
      await expect(other).toHaveURL('/fee')
      await other.close()
      await expect(page).toHaveURL('/beginner')
    })

  await test.step('中のページはアプリに残り、上の部品が遅れて届いても、# の場所はヘッダーの下のまま', async () => {
    const arriving = Promise.withResolvers<void>()
    await page.route('**/fee/simulation*', async (route) => {
      await arriving.promise
      await route.continue()
    })
    await (await withLink(page, '<a href="/fee?a=1#one-off">x</a>')).click()
    await expect(page).toHaveURL('/fee?a=1#one-off')
    expect(await isSameDocument(page)).toBe(true)
    await expect.poll(() => fromHeader(page, '#one-off')).toBeLessThan(2)
    const before = await page.evaluate(() => document.body.offsetHeight)
    arriving.resolve()
    await expect(page.locator('[data-slot="fee-simulator"] form')).toBeVisible()
    await expect
      .poll(() => page.evaluate(() => document.body.offsetHeight))
      .toBeGreaterThan(before + 100)
    await expect.poll(() => fromHeader(page, '#one-off')).toBeLessThan(2)
  })
  await test.step('自分で動かせば、そこで離れる', async () => {
    await page.mouse.wheel(0, -300)
    await expect.poll(() => fromHeader(page, '#one-off')).toBeGreaterThan(200)
  })

  await test.step('/mypage/ へは、ページを読み込み直す', async () => {
    // An answer without a page leaves this one where it is.
    await page.route('**/mypage/top.html', (route) => route.fulfill({ status: 204 }))
    const loading = page.waitForRequest((request) => request.isNavigationRequest())
    await (await withLink(page, '<a href="/mypage/top.html">x</a>')).click()
    expect(new URL((await loading).url()).pathname).toBe('/mypage/top.html')
  })
  await test.step('絶対番地へは、ページを読み込み直す', async () => {
    await (await withLink(page, `<a href="${baseURL}/mnp">x</a>`)).click()
    await expect(page).toHaveURL('/mnp')
    expect(await isSameDocument(page)).toBe(false)
  })
  await test.step('公衆Wi-Fiの規約は、普通のリンクとして開く', async () => {
    await running(page)
    await mark(page)
    await page.locator('footer a[href="/agreement/wifi.html"]').click()
    await expect(page).toHaveURL('/agreement/wifi.html')
    expect(await isSameDocument(page)).toBe(false)
  })
})

test('mypage/top.html は、ページを読み込み直す', { tag: '@long' }, async ({ page }) => {
  await open(page, '/beginner')
  const loading = page.waitForRequest((request) => request.isNavigationRequest())
  await (await withLink(page, '<a href="mypage/top.html">x</a>')).click()
  expect(new URL((await loading).url()).pathname).toBe('/mypage/top.html')
})

for (const { name, device, tag } of [
  { name: 'デスクトップ', device: {}, tag: [] },
  { name: 'スマートフォン', device: phone, tag: ['@long'] },
]) {
  test.describe(name, { tag }, () => {
    test.use(device)

    test('# は100ミリ秒後に、300ミリ秒で、1秒に30回、固定ヘッダーの下まで動く。動きを減らす設定では、すぐに着く', async ({
      page,
    }) => {
      await open(page, '/beginner')
      const link = await withLink(page, '<a href="#questions">x</a>')
      await page.evaluate(() => {
        const visits: number[] = []
        const move = window.scrollTo.bind(window)
        Reflect.set(window, 'scrollTo', (x: number, y: number) => {
          visits.push(y)
          move(x, y)
        })
        Reflect.set(window, 'places', visits)
      })
      const visits = () => page.evaluate(() => Reflect.get(window, 'places').length)
      const target = page.locator('#questions')
      const top = () => target.evaluate((element) => element.getBoundingClientRect().top)
      await stopClock(page)
      await link.click()
      await page.clock.runFor(100 + 33)
      expect(await visits()).toBe(0)
      expect(await page.evaluate(() => scrollY)).toBe(0)
      await page.clock.runFor(1)
      expect(await visits()).toBe(1)
      const started = await page.evaluate(() => scrollY)
      expect(started).toBeGreaterThan(0)
      await page.clock.runFor(200)
      expect(await page.evaluate(() => scrollY)).toBeGreaterThan(started)
      expect(Math.round(await top())).toBeGreaterThan(50)
      await page.clock.runFor(100)
      expect(await visits()).toBe(9)
      await expect.poll(async () => Math.abs((await top()) - 49)).toBeLessThan(1)
      await expect(page).toHaveURL('/beginner#questions')
      await expect(target).toBeFocused()

      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.evaluate(() => scrollTo(0, 0))
      await page.clock.runFor(1000)
      await link.click()
      await page.clock.runFor(100)
      expect(Math.abs((await top()) - 49)).toBeLessThan(1)
      expect(await visits()).toBe(11)
    })
  })
}

test.describe('スクリプトなし', () => {
  test.use({ javaScriptEnabled: false })

  test('# のある番地はその場所を見せ、アコーディオンは押すと開き、もう一度押すと閉じる（300ms）', async ({
    page,
  }) => {
    await page.goto('/beginner#questions')
    await expect(page.locator('#questions')).toBeInViewport()
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
})
