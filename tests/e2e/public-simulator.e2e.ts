import type { Page } from '@playwright/test'
import { boxOf, expect, open, phone, requestsOf, setApart, test } from './fixtures.ts'

const total = '#simulation .amount--figure'

/** Answers of the three questions, one after the other, by the words a reader by ear hears. */
async function choose(page: Page, ...answers: string[]) {
  const card = page.locator('.estimate')
  for (const answer of answers) await card.getByLabel(answer, { exact: true }).check()
}

test.describe('料金シミュレーション（スクリプトなし）', () => {
  test.use({ javaScriptEnabled: false })

  test('2回線目と3回線目の欄は、その数を選んだときだけ見える', async ({ page }) => {
    await page.goto('/fee')
    await expect(page.getByLabel('2回線目のSIMの種類')).toBeHidden()
    await choose(page, '3回線')
    await expect(page.getByLabel('3回線目のSIMの種類')).toBeVisible()
  })
})

test.describe('料金シミュレーション', () => {
  test('選ぶとすぐに答えが変わり、URLがその答えを指す', async ({ page }) => {
    await open(page, '/fee')
    await expect(page.locator(total)).toHaveText('1,191円')
    const requests = requestsOf(page)
    await choose(page, 'ほかの容量', '20GB')
    await expect(page.locator(total)).toHaveText('2,511円')
    await expect(page).toHaveURL('/fee?gb=20&lines=1&kind=voice')
    expect(requests.every((path) => path.startsWith('/fee/simulation.data?'))).toBe(true)
    await choose(page, '2回線')
    await page.getByLabel('2回線目のSIMの種類').selectOption('data')
    await expect(page.locator(total)).toHaveText('2,951円')
    await page.reload()
    await expect(page.locator(total)).toHaveText('2,951円')
    await expect(page.getByLabel('2回線目のSIMの種類')).toHaveValue('data')
  })

  test('アプリの中で来ても、答えが表示される', async ({ page }) => {
    await open(page, '/')
    await page.locator('footer a[href="/fee"]').first().click()
    // The top page has an answer of its own, shown until this page takes its place.
    await expect(page.locator(`[data-slot="fee-simulator"] ${total}`)).toHaveText('1,191円')
  })

  test('トップでは、選ぶとその場に答えが出て、申し込みへ進める', async ({ page }) => {
    await open(page, '/')
    await expect(page.locator(total)).toHaveText('1,191円')
    await choose(page, '8GB')
    await expect(page.locator(total)).toHaveText('1,631円')
    await expect(page.locator('.answer__parts')).toContainText(
      '8GB・音声通話SIM 1,628円 ＋ 各社共通の料金 3円',
    )
    const order = page.locator('.answer').getByRole('link', { name: '申し込みに進む' })
    await expect(order).toHaveAttribute('href', '/order?plan=18&kind=voice')
  })

  test.describe('スマートフォン', () => {
    test.use(phone)
    test('欄を直しても画面の位置は動かない', async ({ page }) => {
      await open(page, '/fee')
      await page.getByLabel('2回線', { exact: true }).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      await choose(page, '8GB')
      await expect(page.locator(total)).toHaveText('1,631円')
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })
  })
})

test.describe('トップページの容量', () => {
  test.use({ javaScriptEnabled: false })

  test('カードと1つずつの容量は、試算と同じ合計を示す（スクリプトなし）', async ({ page }) => {
    await page.goto('/')
    const cards = page.locator('.plan-card')
    await expect(cards.locator('.plan-card__price .yen')).toHaveText([
      '971円',
      '1,191円',
      '1,631円',
      '2,181円',
    ])
    const slider = page.getByRole('group', { name: 'ほかの容量を、1つずつ見る' })
    for (const [step, sum] of [
      ['ライト', '883円'],
      ['30GB', '3,171円'],
    ] as const) {
      await slider.getByLabel(step, { exact: true }).check()
      await expect(slider.locator('.size-slider__size:visible')).toContainText(sum)
    }
    await slider.getByRole('link', { name: '30GBの毎月の合計を内訳で見る' }).click()
    await expect(page).toHaveURL('/fee?gb=30&lines=1&kind=voice#simulator')
    await expect(page.locator(total)).toHaveText('3,171円')
  })
})

test.describe('360 × 780の画面', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } })

  test('見出し、合計、申し込みのボタンが、動かさずに見える', async ({ page }) => {
    await open(page, '/')
    for (const part of ['h1', total, '.answer .button'])
      await expect(page.locator(part)).toBeInViewport({ ratio: 1 })
  })
})

test('文字を200%にした320pxの画面でも、金額も見出しもはみ出さない', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of ['/', '/fee?gb=30&lines=3&kind=voice&minutes=9999', '/mnp', '/order']) {
    await page.goto(path)
    const beyond = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      for (const details of document.querySelectorAll('main details'))
        details.setAttribute('open', '')
      return document.documentElement.scrollWidth - innerWidth
    })
    expect.soft(beyond, path).toBe(0)
  }
})

for (const path of ['/', '/fee'])
  test(`文字と行の間を広げても、${path} の金額はボタンに隠れず、ボタンは375pxの画面からはみ出さない`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 375, height: 700 })
    await open(page, path)
    await setApart(page)
    const amount = await boxOf(page.locator(total).first())
    const button = await boxOf(page.getByRole('link', { name: '申し込みに進む' }).first())
    const isBeside = amount.x + amount.width <= button.x
    expect(isBeside || amount.y + amount.height <= button.y, JSON.stringify([amount, button])).toBe(
      true,
    )
    expect(button.x + button.width).toBeLessThanOrEqual(375)
  })
