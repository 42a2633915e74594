import type { Page } from '@playwright/test'
import { boxOf, expect, logIn, open, phone, resize, running, stopClock, test } from './fixtures.ts'

const header = (page: Page) => page.locator('.site-header')
const menu = (page: Page, id: 'plan' | 'terminal' | 'support') => page.locator(`[data-menu=${id}]`)
const shade = (page: Page) => page.locator('.shade')

/** How long what is folded takes to open, as the style sheet says. */
const paceOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element) =>
        getComputedStyle(element, '::details-content').transitionDuration.split(', ')[0] ?? '',
    )

test('高さは49px。メニューはキーボードでもマウスでも開閉し、少し遅れて画面が暗くなり、選んだリンクへアプリの中で移る', async ({
  page,
}) => {
  await open(page, '/')
  await test.step('ヘッダーの高さは49px、ページの幅は1000px', async () => {
    expect((await boxOf(header(page))).height).toBe(49)
    expect((await boxOf(page.locator('#static-contents .plan-cards'))).width).toBe(1000)
  })
  await test.step('Enterで開閉し、Escapeで閉じてもフォーカスはそこに残る', async () => {
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
  await test.step('指すと200ミリ秒で開き、離れると閉じる', async () => {
    await menu(page, 'plan').hover()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await expect(page.locator('[data-menu=plan] a').first()).toBeVisible()
    expect(await paceOf(page, '[data-menu=plan]')).toBe('0.2s')
    await page.mouse.move(20, 600)
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
  })
  await test.step('次のメニューに移ると前のメニューが閉じ、押すと閉じる', async () => {
    await menu(page, 'plan').hover()
    await menu(page, 'support').hover()
    await expect(menu(page, 'support')).toHaveAttribute('open')
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
    await page.mouse.down()
    await page.mouse.up()
    await expect(menu(page, 'support')).not.toHaveAttribute('open')
    await page.mouse.move(20, 600)
    await expect(shade(page)).not.toHaveAttribute('data-shown')
  })
  await test.step('リンクを選ぶと閉じて、アプリの中で移る', async () => {
    await menu(page, 'plan').hover()
    await expect(menu(page, 'plan')).toHaveAttribute('open')
    await page.locator('[data-menu=plan] a[href="/option"]').click()
    await expect(page).toHaveURL('/option')
    await expect(menu(page, 'plan')).not.toHaveAttribute('open')
    await page.mouse.move(20, 600)
    await expect(shade(page)).not.toHaveAttribute('data-shown')
  })
  await test.step('メニューが開いて100ミリ秒後に暗くなり、閉じて100ミリ秒後に明るくなる', async () => {
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

test.describe('タッチ機器', () => {
  test.use({ ...phone, viewport: { width: 1280, height: 900 } })

  test('広い画面のメニューも、スマートフォンのメニューも、触れると開き、外に触れるか、リンクを選ぶと閉じる', async ({
    page,
  }) => {
    await open(page, '/')
    await test.step('広い画面：触れると開閉し、ほかは閉じ、外に触れるとすべて閉じる', async () => {
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
    const drawer = page.locator('.drawer')
    await test.step('スマートフォン：触れると開き、どの分類も開く。Escapeと外への接触で閉じる', async () => {
      await resize(page, 375, 700)
      await drawer.locator('summary').first().tap()
      await expect(drawer).toHaveAttribute('open')
      await drawer.getByText('サポート', { exact: true }).tap()
      await expect(drawer.locator('a[href="/apn"]')).toBeVisible()
      expect(await paceOf(page, '.drawer .accordion')).toBe('0.2s')
      await page.keyboard.press('Escape')
      await expect(drawer).not.toHaveAttribute('open')
      await drawer.locator('summary').first().tap()
      await page.touchscreen.tap(180, 20)
      await expect(drawer).not.toHaveAttribute('open')
    })
    await test.step('リンクを選ぶと閉じる', async () => {
      await drawer.locator('summary').first().tap()
      await drawer.locator('a[href="/talk/top.html"]').tap()
      await expect(page).toHaveURL('/talk/top.html')
      await page.goBack()
      await expect(page).toHaveURL('/')
      await expect(drawer).not.toHaveAttribute('open')
    })
  })
})

test.describe('ほかのタブでログインの状態が変わったとき', () => {
  test.use({ expectedConsole: /503/ })

  test('戻ったときにヘッダーとボタンが切り替わり、得られない提供元の部品は空になって次のページで聞き直し、同じ状態では聞き直さない', async ({
    page,
  }) => {
    const buttons = () => page.locator('.site-header__acts a').allTextContents()
    const provider = page.locator('[data-provider=header]')
    const comeBack = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    const navigation = '**/api/platform/dmm_navi/**'
    await open(page, '/')
    await page.locator('footer a[href="/option"]').first().click()
    // The address changes first, the page and the link after it.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('オプション')
    expect(await buttons()).toEqual(['マイページ', 'お申し込み'])
    await expect(page.locator('head [data-navigation]')).toHaveCount(2)

    await test.step('提供元のログインは、移った先のページに戻る', async () => {
      // An answer without a page leaves this one where it is.
      await page.route(/\/auth\/login/, (route) => route.fulfill({ status: 204 }))
      const loading = page.waitForRequest(/\/auth\/login/)
      await provider.locator('a', { hasText: 'ログイン' }).click()
      expect(new URL((await loading).url()).searchParams.get('back')).toBe('/option')
      await page.unroute(/\/auth\/login/)
    })
    await test.step('その間にナビゲーションが止まると、提供元の部品は空になり、聞くのは1回だけ', async () => {
      let asked = 0
      await page.route(navigation, (route) => {
        asked += 1
        return route.fulfill({ status: 503 })
      })
      await logIn(page, 'watanabe')
      await comeBack()
      await expect(provider).toBeEmpty()
      await expect(page.locator('[data-provider=footer]')).toBeEmpty()
      await expect(page.locator('head [data-navigation]')).toHaveCount(0)
      await expect.poll(buttons).toEqual(['お申し込み'])
      // Spec 9: a call that failed is not made again.
      expect(asked).toBe(1)
      await page.unroute(navigation)
    })
    await test.step('次のページで聞き直す', async () => {
      await page.locator('footer a[href="/fee"]').first().click()
      await expect(provider).toContainText('ログアウト')
    })
    await test.step('会員になると、マイページだけになる', async () => {
      const member = { code: 200, result: { mvno_member: true, dmm_login: true } }
      await page.route('**/api/platform/auth/', (route) => route.fulfill({ json: member }))
      const loading = page.waitForRequest(/\/api\/platform\/dmm_navi\//)
      await comeBack()
      const { searchParams } = new URL((await loading).url())
      expect(Object.fromEntries(searchParams)).toEqual({
        is_sp: 'false',
        dmm_login: 'true',
        mvno_member: 'true',
        back_path: '/fee',
      })
      await expect.poll(buttons).toEqual(['マイページ'])
      await expect(provider).toContainText('ログアウト')
    })
    await test.step('状態が同じ間は、聞き直さない', async () => {
      const navigations: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('dmm_navi')) navigations.push(request.url())
      })
      const response = page.waitForResponse(/\/api\/platform\/auth\//)
      await comeBack()
      await response
      await page.locator('footer a[href="/option"]').first().click()
      await expect(page).toHaveURL('/option')
      expect(navigations).toEqual([])
    })
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

test('アプリが動く前に開いたメニューは開いたまま残り、最初のTabで、本文へ進むリンクが出る', async ({
  page,
}) => {
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
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '本文へ移動する' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(menu(page, 'plan')).not.toHaveAttribute('open')
})
