import { findings } from './findings.ts'
import { boxOf, expect, logIn, phone, test } from './fixtures.ts'

// What the chart and its tables say, the lines apart, and the files: tests/http/usage.test.ts.

// axe tries a style of its own, which the page's policy refuses.
test.use({ ...phone, expectedConsole: /Applying inline style/ })

test('グラフの棒を選ぶと、上の欄にその日の値が出て、何も動かない。矢印のキーでも選べる。表を開いてもaxeの指摘がない', async ({
  page,
}) => {
  await logIn(page, 'suzuki', '/mypage/data/usage.html')
  const chart = page.locator('#days')
  const pick = chart.getByRole('slider', { name: '日を選ぶ' })
  // A phone scrolls to what is pressed.
  const top = async () => (await boxOf(chart)).y + (await page.evaluate(() => scrollY))
  const before = await top()
  await expect(pick).toHaveValue('30')
  const box = await boxOf(pick)
  // The middle of the first column.
  await pick.click({ position: { x: box.width / 62, y: 40 } })
  await expect(pick).toHaveValue('0')
  await pick.press('ArrowRight')
  await expect(pick).toHaveValue('1')
  const said = (await pick.getAttribute('aria-valuetext')) ?? ''
  const day = /^(\d+月\d+日（.）)/.exec(said)?.[1] ?? ''
  await expect(chart.locator('.chart__panel')).toContainText(day)
  expect(await chart.locator('svg[role=img] > g > title').nth(1).textContent()).toBe(said)
  expect(await top()).toBe(before)

  await page.getByText('表で見る').first().tap()
  await expect(page.getByRole('table').first()).toBeVisible()
  expect(await findings(page)).toEqual([])
})
