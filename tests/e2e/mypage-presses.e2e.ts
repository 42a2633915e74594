import type { Page, Route } from '@playwright/test'
import { elementsOf, textOf } from '#server/content/html-tree.ts'
import { expect, logIn, open, phone, running, test } from './fixtures.ts'

// What a press comes to when the network is slow, gone, or loses the answer; and when something typed stands elsewhere.

test.use({ ...phone, expectedConsole: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ })

const note = (page: Page) => page.getByRole('alert').filter({ hasText: '電波が届いていません' })

/** The top-ups of 100 MB on record, which is not drawn for it. */
async function charges(page: Page) {
  const answer = await page.request.get('/mypage/data/usage.html?view=records')
  const rows = elementsOf(await answer.text()).filter(({ tagName }) => tagName === 'tr')
  return rows.map(textOf).filter((row) => /チャージ.*＋100/.test(row)).length
}

async function toTopUpReview(page: Page) {
  await open(page, '/mypage/data/charge.html?step=confirm&packId=100mb')
  return page.getByRole('button', { name: /円で購入する$/ })
}

test('トンネルの中で速度を切り替えても画面はそのままで、送信していないと分かり、出てから押せば切り替わる', async ({
  page,
  context,
}) => {
  await logIn(page, 'kobayashi', '/mypage/top.html')
  const speed = page.getByRole('button', { name: /高速データ通信/ }).first()
  const before = await speed.getAttribute('aria-pressed')
  await context.setOffline(true)
  await speed.click()
  await expect(note(page)).toContainText('まだ送信していません')
  await expect(page.getByText('サーバーでエラーが発生しました')).toHaveCount(0)
  await expect(speed).toHaveAttribute('aria-pressed', before ?? '')
  await page.getByRole('link', { name: '料金', exact: true }).first().click()
  await expect(page).toHaveURL(/top\.html/)
  await context.setOffline(false)
  await page.getByRole('button', { name: '閉じる' }).click()
  await speed.click()
  await expect(speed).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
  await expect(note(page)).toHaveCount(0)
})

test('購入の返事が途中で失われても画面は変わらず、もう一度送っても1回だけ購入される', async ({
  page,
}) => {
  await logIn(page, 'tanaka')
  const before = await charges(page)
  const button = await toTopUpReview(page)
  const sent: (string | undefined)[] = []
  await page.route(/\.data/, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent.push(
      await route
        .request()
        .headerValue('x-xsrf-token')
        .then((value) => value ?? undefined),
    )
    if (sent.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await button.click()
  await expect(note(page)).toContainText('送信できたかどうか、まだ分かりません')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの確認')
  await page.getByRole('button', { name: 'もう一度送る' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの受付')
  expect(sent).toHaveLength(2)
  expect(sent.every((token) => (token ?? '').length > 20)).toBe(true)
  expect(await charges(page)).toBe(before + 1)
})

test('長い画面の下で押しても、結果はその場で目に入る', async ({ page }) => {
  await logIn(page, 'sato', '/mypage/top.html')
  await page.locator('a[href*="/mypage/line/"]').first().click()
  const name = page.getByLabel(/この回線の名前/)
  await name.fill('名'.repeat(21))
  await page.getByRole('button', { name: '名前を保存する' }).click()
  await expect(page.getByRole('alert')).toBeInViewport()
  await name.fill('')
  await page.getByRole('button', { name: '名前を保存する' }).click()
  await expect(page.getByText('名前を消しました。')).toBeInViewport()
})

test('入力した欄をそのままに、ほかのボタンを押すと送信されず、どの欄かが分かって戻れる', async ({
  page,
}) => {
  await logIn(page, 'ito', '/mypage/billing/limit.html')
  const limit = page.getByLabel(/上限の金額/)
  await limit.fill('3000')
  await page.getByRole('button', { name: '確認に進む' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'まだ送信されていません' })
  await expect(alert).toContainText('「上限の金額（円）」')
  await expect(page).toHaveURL(/limit\.html$/)
  await alert.getByRole('button', { name: '入力欄に戻る' }).click()
  await expect(limit).toBeFocused()
  await expect(limit).toHaveValue('3000')
})

/** Lets nothing of the pages through until it is released. */
async function holdPages(page: Page) {
  const requests: Route[] = []
  await page.route(/\/mypage\//, (route) => void requests.push(route))
  return {
    asked: () => requests.length,
    release: async () => {
      await page.unroute(/\/mypage\//)
      for (const route of requests) await route.continue().catch(() => undefined)
    },
  }
}

/** Presses by script. @returns whether the element shows it before anything else can happen. */
const showsAtOnce = (page: Page, pressed: string) =>
  page.evaluate((asked) => {
    const found = document.querySelector<HTMLElement>(asked)
    if (!found) throw new Error(`no ${asked}`)
    found.click()
    return found.hasAttribute('data-pressed')
  }, pressed)

/**
 * The same; waits for what is drawn meanwhile and presses again. In one piece: the browser is asked nothing from outside
 * while a page is on its way.
 */
const pressTwice = (page: Page, pressed: string, meanwhile: string) =>
  page.evaluate(
    async ([asked = '', drawn = '']) => {
      const found = document.querySelector<HTMLElement>(asked)
      if (!found) throw new Error(`no ${asked}`)
      found.click()
      const isShown = found.hasAttribute('data-pressed')
      while (!document.querySelector(drawn)) await new Promise(requestAnimationFrame)
      found.click()
      return isShown
    },
    [pressed, meanwhile],
  )

test('返事が遅くても、リンクも購入のボタンも、押したとたんに応え、二度押しても一度しか送られない', async ({
  page,
}) => {
  await logIn(page, 'suzuki')
  await test.step('購入のボタン', async () => {
    await toTopUpReview(page)
    const pages = await holdPages(page)
    const buy = '.review__act .button--primary'
    expect(await pressTwice(page, buy, `${buy}[aria-busy]`)).toBe(true)
    await expect.poll(pages.asked).toBe(1)
    await pages.release()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの受付')
  })
  await test.step('リンクは、骨組みが出る', async () => {
    const pages = await holdPages(page)
    const billing = '.mybar a[href$="/billing/top.html"]'
    expect(await pressTwice(page, billing, '.on-its-way .skeleton')).toBe(true)
    await expect.poll(pages.asked).toBe(1)
    await pages.release()
    await expect(page).toHaveURL(/billing\/top\.html/)
    await running(page)
    await expect(page.locator('.on-its-way')).toHaveCount(0)
  })
})

test('画面が動き出す前に押したリンクやボタンも、押したとたんに応え、そのまま先に進む。ほかの画面に進まないものは、押せるままでいる', async ({
  page,
}) => {
  await logIn(page, 'suzuki')
  // The application's own files never come.
  await page.route(/\.js$/, () => undefined)
  await page.goto('/mypage/contract.html')
  expect(await showsAtOnce(page, '.mybar a[href$="/billing/top.html"]')).toBe(true)
  await expect(page).toHaveURL(/billing\/top\.html/)
  await page.goto('/mypage/data/charge.html?step=confirm&packId=100mb')
  expect(await showsAtOnce(page, '.review__act .button--primary')).toBe(true)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの受付')
  // Where they lead to is on its way after it.
  const marked = await page.evaluate(() => {
    const link = (href: string, more: Partial<HTMLAnchorElement> = {}) =>
      Object.assign(document.createElement('a'), { href, ...more })
    const links = [
      link('#main'),
      link('/mypage/document/none.pdf'),
      link('/mypage/top.html', { target: '_blank' }),
    ]
    document.body.append(...links)
    // After all that the page does with them: a visit under way would be in the next test's way.
    addEventListener('click', (event) => event.preventDefault())
    for (const one of links) one.click()
    return links.map((one) => one.hasAttribute('data-pressed'))
  })
  expect(marked).toEqual([false, false, false])
})
