import type { Page } from '@playwright/test'
import { boxOf, expect, open, phone, requestsOf, resize, setApart, test } from './fixtures.ts'

const total = '#simulation .amount--figure'

/** Answers of the three questions, one after the other, by the words a reader by ear hears. */
async function choose(page: Page, ...answers: string[]) {
  const card = page.locator('.estimate')
  for (const answer of answers) await card.getByLabel(answer, { exact: true }).check()
}

test.describe('スクリプトなし', () => {
  test.use({ javaScriptEnabled: false })

  test('トップページの容量のカードと1つずつの容量は試算と同じ合計を示し、試算の2回線目と3回線目の欄は、その数を選んだときだけ見える', async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.locator('.plan-card .plan-card__price .yen')).toHaveText([
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
    await expect(page.getByLabel('2回線目のSIMの種類')).toBeHidden()
    await choose(page, '3回線')
    await expect(page.getByLabel('3回線目のSIMの種類')).toBeVisible()
  })
})

test('料金シミュレーションは、選ぶとすぐに答えが変わってURLがその答えを指し、トップではその場に答えが出て申し込みへ進め、アプリの中で来ても表示される', async ({
  page,
}) => {
  await open(page, '/')
  await test.step('トップでは、選ぶとその場に答えが出て、申し込みへ進める', async () => {
    await expect(page.locator(total)).toHaveText('1,191円')
    await choose(page, '8GB')
    await expect(page.locator(total)).toHaveText('1,631円')
    await expect(page.locator('.answer__parts')).toContainText(
      '8GB・音声通話SIM 1,628円 ＋ 各社共通の料金 3円',
    )
    const order = page.locator('.answer').getByRole('link', { name: '申し込みに進む' })
    await expect(order).toHaveAttribute('href', '/order?plan=18&kind=voice')
  })
  await test.step('アプリの中で来ても、答えが表示される', async () => {
    await page.locator('footer a[href="/fee"]').first().click()
    // The top page has an answer of its own, shown until this page takes its place.
    await expect(page.locator(`[data-slot="fee-simulator"] ${total}`)).toHaveText('1,191円')
  })
  await test.step('選ぶとすぐに答えが変わり、URLがその答えを指す', async () => {
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
})

test.describe('スマートフォン', () => {
  test.use({ ...phone, viewport: { width: 360, height: 780 } })

  test('360 × 780の画面で見出しと合計と申し込みのボタンが動かさずに見え、文字と行の間を広げても金額は隠れず、欄を直しても画面の位置は動かない', async ({
    page,
  }) => {
    await open(page, '/')
    for (const part of ['h1', total, '.answer .button'])
      await expect(page.locator(part)).toBeInViewport({ ratio: 1 })

    await test.step('文字と行の間を広げても、金額はボタンに隠れず、ボタンは375pxの画面からはみ出さない', async () => {
      await resize(page, 375, 700)
      await setApart(page)
      await expectApart(page, '[data-slot="top-simulator"]')
      await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/fee"]')?.click())
      await expect(page).toHaveURL('/fee')
      await expectApart(page, '[data-slot="fee-simulator"]')
      await page.evaluate(() => (document.adoptedStyleSheets = []))
    })
    await test.step('欄を直しても画面の位置は動かない', async () => {
      await page.getByLabel('2回線', { exact: true }).scrollIntoViewIfNeeded()
      const before = await page.evaluate(() => scrollY)
      await choose(page, '8GB')
      await expect(page.locator(total)).toHaveText('1,631円')
      expect(await page.evaluate(() => scrollY)).toBe(before)
    })
  })
})

/** The amount and the button beside or below it. */
async function expectApart(page: Page, slot: string) {
  const amount = await boxOf(page.locator(`${slot} ${total}`))
  const button = await boxOf(
    page.locator(slot).getByRole('link', { name: '申し込みに進む' }).first(),
  )
  const isBeside = amount.x + amount.width <= button.x
  expect(isBeside || amount.y + amount.height <= button.y, JSON.stringify([amount, button])).toBe(
    true,
  )
  expect(button.x + button.width).toBeLessThanOrEqual(375)
}
