import type { Page } from '@playwright/test'
import { boxOf, expect, logIn, open, phone, running, stopClock, test } from './fixtures.ts'

const header = (page: Page) => page.locator('.site-header')
const menu = (page: Page, id: 'plan' | 'terminal' | 'support') => page.locator(`[data-menu=${id}]`)
const shade = (page: Page) => page.locator('.shade')

test('ヘッダーの高さは49px、ページの幅は1000px', async ({ page }) => {
  await page.goto('/')
  expect((await boxOf(header(page))).height).toBe(49)
  const hero = await boxOf(page.locator('#static-contents .plan-cards'))
  expect(hero.width).toBe(1000)
})

test.describe('マウス', () => {
  test('指すと200ミリ秒で開き、離れると閉じる', async ({ page }) => {
    await open(page, '/')
    await menu(page, 'plan').hover()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await expect(page.locator('[data-menu=plan] a').first()).toBeVisible()
    const pace = await menu(page, 'plan').evaluate(
      (element) => getComputedStyle(element, '::details-content').transitionDuration,
    )
    expect(pace.split(', ')[0]).toBe('0.2s')
    await page.mouse.move(20, 600)
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
  })

  test('次のメニューに移ると前のメニューが閉じ、押すと閉じ、リンクを選ぶと閉じてアプリの中で移る', async ({
    page,
  }) => {
    await open(page, '/')
    await menu(page, 'plan').hover()
    await menu(page, 'support').hover()
    await expect(menu(page, 'support')).toHaveAttribute('open')
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')

    await page.mouse.down()
    await page.mouse.up()
    await expect(menu(page, 'support')).not.toHaveAttribute('open')

    await menu(page, 'plan').hover()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await page.locator('[data-menu=plan] a[href="/option"]').click()
    await expect(page).toHaveURL('/option')
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
  })

  test('メニューが開いて100ミリ秒後に暗くなり、閉じて100ミリ秒後に明るくなる', async ({ page }) => {
    await open(page, '/')
    await stopClock(page)
    await menu(page, 'terminal').hover()
    await page.clock.runFor(99)
    await expect(shade(page)).not.toHaveAttribute('data-shown')
    await page.clock.runFor(1)
    await expect(shade(page)).toHaveAttribute('data-shown')
    await page.mouse.move(20, 600)
    await page.clock.runFor(99)
    await expect(shade(page)).toHaveAttribute('data-shown')
    await page.clock.runFor(1)
    await expect(shade(page)).not.toHaveAttribute('data-shown')
  })
})

test.describe('キーボード', () => {
  test('Enterで開閉し、Escapeで閉じてもフォーカスはそこに残る', async ({ page }) => {
    await open(page, '/')
    const summary = page.locator('[data-menu=support] summary')
    await summary.focus()
    await page.keyboard.press('Enter')
    await expect(menu(page, 'support')).toHaveAttribute('open')
    await expect(page.locator('[data-menu=support] a').first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.locator('[data-menu=support] a').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page, 'support')).not.toHaveAttribute('open')
    await expect(summary).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(menu(page, 'support')).not.toHaveAttribute('open')
  })

  test('最初のTabで、本文へ進むリンクが出る', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '本文へ移動する' })).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })
})

test.describe('広い画面のタッチ機器', () => {
  test.use({ hasTouch: true, isMobile: true })

  test('触れると開閉し、ほかは閉じ、外に触れるとすべて閉じる', async ({ page }) => {
    await open(page, '/')
    await page.locator('[data-menu=plan] summary').tap()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await page.locator('[data-menu=support] summary').tap()
    await expect(menu(page, 'support')).toHaveAttribute('open')
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
    await page.locator('[data-menu=support] summary').tap()
    await expect(menu(page, 'support')).not.toHaveAttribute('open')
    await page.locator('[data-menu=plan] summary').tap()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await page.touchscreen.tap(40, 700)
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
  })
})

test.describe('スマートフォンのメニュー', () => {
  test.use(phone)

  test('触れると開き、どの分類も開く。Escapeと外への接触で閉じる', async ({ page }) => {
    await open(page, '/')
    const drawer = page.locator('.drawer')
    await drawer.locator('summary').first().tap()
    await expect(drawer).toHaveAttribute('open')
    await drawer.getByText('サポート', { exact: true }).tap()
    await expect(drawer.locator('a[href="/apn"]')).toBeVisible()
    const pace = await drawer
      .locator('.accordion')
      .first()
      .evaluate((element) => getComputedStyle(element, '::details-content').transitionDuration)
    expect(pace.split(', ')[0]).toBe('0.2s')
    await page.keyboard.press('Escape')
    await expect(drawer).not.toHaveAttribute('open')
    await drawer.locator('summary').first().tap()
    await page.touchscreen.tap(180, 20)
    await expect(drawer).not.toHaveAttribute('open')
  })

  test('リンクを選ぶと閉じる', async ({ page }) => {
    await open(page, '/')
    const drawer = page.locator('.drawer')
    await drawer.locator('summary').first().tap()
    await drawer.locator('a[href="/talk/top.html"]').tap()
    await expect(page).toHaveURL('/talk/top.html')
    await page.goBack()
    await expect(page).toHaveURL('/')
    await expect(drawer).not.toHaveAttribute('open')
  })
})

test.describe('ボタンはログインの状態に従う', () => {
  const buttons = (page: Page) => page.locator('.site-header__acts a').allTextContents()

  test('別のタブでログインすると、戻ったときに切り替わる', async ({ page, context }) => {
    await open(page, '/option')
    expect(await buttons(page)).toEqual(['マイページ', 'お申し込み'])
    await expect(page.locator('[data-provider=header]')).toContainText('ログイン')
    await logIn(await context.newPage(), 'watanabe', '/fee')
    const loading = page.waitForRequest(/\/api\/platform\/dmm_navi\//)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const { searchParams } = new URL((await loading).url())
    expect(Object.fromEntries(searchParams)).toEqual({
      is_sp: 'false',
      dmm_login: 'true',
      mvno_member: 'false',
      back_path: '/option',
    })
    await expect(page.locator('[data-provider=header]')).toContainText('ログアウト')
    await expect.poll(() => buttons(page)).toEqual(['お申し込み'])
  })

  test('会員になると、マイページだけになる', async ({ page }) => {
    await open(page, '/option')
    const member = { code: 200, result: { mvno_member: true, dmm_login: true } }
    await page.route('**/api/platform/auth/', (route) => route.fulfill({ json: member }))
    const loading = page.waitForRequest(/\/dmm_navi\/.*mvno_member=true/)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await loading
    await expect.poll(() => buttons(page)).toEqual(['マイページ'])
  })

  test('状態が同じ間は、読み込み直さない', async ({ page }) => {
    await open(page, '/option')
    const navigations: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('dmm_navi')) navigations.push(request.url())
    })
    const response = page.waitForResponse(/\/api\/platform\/auth\//)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await response
    await page.locator('footer a[href="/fee"]').first().click()
    await expect(page).toHaveURL('/fee')
    expect(navigations).toEqual([])
  })

  test.describe('その間にナビゲーションが止まる', () => {
    test.use({ expectedConsole: /503/ })

    test('ヘッダーとフッターとheadのタグは空になり、次のページで聞き直す', async ({
      page,
      context,
    }) => {
      await open(page, '/option')
      await expect(page.locator('head [data-navigation]')).toHaveCount(2)
      let asked = 0
      await page.route('**/api/platform/dmm_navi/**', (route) => {
        asked += 1
        return route.fulfill({ status: 503 })
      })
      await logIn(await context.newPage(), 'watanabe', '/fee')
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(page.locator('[data-provider=header]')).toBeEmpty()
      await expect(page.locator('[data-provider=footer]')).toBeEmpty()
      await expect(page.locator('head [data-navigation]')).toHaveCount(0)
      await expect.poll(() => buttons(page)).toEqual(['お申し込み'])
      // Spec 9: a call that failed is not made again.
      expect(asked).toBe(1)
      // On the next page it is another call.
      await page.unroute('**/api/platform/dmm_navi/**')
      await page.locator('footer a[href="/fee"]').first().click()
      await expect(page.locator('[data-provider=header]')).toContainText('ログアウト')
    })
  })

  test('提供元のログインは、移った先のページに戻る', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/option"]').first().click()
    // The address changes first, the page and the link after it.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('オプション')
    const loading = page.waitForRequest(/\/auth\/login/)
    await page.locator('[data-provider=header] a', { hasText: 'ログイン' }).click()
    expect(new URL((await loading).url()).searchParams.get('back')).toBe('/option')
  })
})

test.describe('スクリプトなし', () => {
  test.use({ javaScriptEnabled: false })

  test('押すとメニューが開き、リンクで進める', async ({ page }) => {
    await page.goto('/')
    await page.locator('[data-menu=plan] summary').click()
    await page.locator('[data-menu=support] summary').click()
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
    await page.locator('[data-menu=support] a[href="/apn"]').click()
    await expect(page).toHaveURL('/apn')
  })
})

test('アプリが動く前に開いたものは、開いたまま残る', async ({ page }) => {
  const { promise: opened, resolve: start } = Promise.withResolvers<void>()
  await page.route(/\/assets\/entry\.client-[\w-]+\.js$/, async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  await menu(page, 'plan').evaluate((details: HTMLDetailsElement) => (details.open = true))
  start()
  await running(page)
  await expect(menu(page, 'plan')).toHaveAttribute('open')
  await page.mouse.click(40, 700)
  await expect(menu(page, 'plan')).not.toHaveAttribute('open')
})
