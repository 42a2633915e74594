import { boxOf, expect, logIn, test } from './fixtures.ts'

const usage = '/mypage/data/usage.html'

test('グラフと表は、同じ日の同じ値を言う。13か月分の月ごとの表があり、付与も分かる', async ({
  page,
}) => {
  await logIn(page, 'sato', usage)
  const said = await page
    .locator('#days svg[role=img] > g > title')
    .evaluateAll((titles) => titles.map((title) => title.textContent ?? ''))
  expect(said).toHaveLength(31)
  await page.getByText('表で見る').first().click()
  const rows = await page
    .locator('#days tbody tr')
    .evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent ?? '')),
    )
  expect(rows).toHaveLength(31)
  for (const [index, [date, high, low, state]] of rows.entries()) {
    const mark = state === '暫定値' ? '（暫定値）' : ''
    expect(said[index]).toBe(`${date} 高速 ${high}、低速 ${low}${mark}`)
  }
  expect(rows.at(-1)?.[3]).toBe('暫定値')

  await page.locator('#months').getByText('表で見る').click()
  await expect(page.locator('#months tbody tr')).toHaveCount(13)
  await expect(page.getByRole('columnheader', { name: '付与' })).toBeVisible()
})

test('グラフの棒を選ぶと、上の欄にその日の値が出て、何も動かない。矢印のキーでも選べる', async ({
  page,
}) => {
  await logIn(page, 'suzuki', usage)
  const chart = page.locator('#days')
  const pick = chart.getByRole('slider', { name: '日を選ぶ' })
  const before = await boxOf(chart)
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
  expect((await boxOf(chart)).y).toBe(before.y)
})

test('シェアの回線ごとの割合は合わせて100％になり、1回線だけの表示に切り替えられ、アドレスに残る', async ({
  page,
}) => {
  await logIn(page, 'suzuki', usage)
  const shares = await page
    .locator('.share')
    .evaluateAll((all) => all.map((one) => Math.round(parseFloat(one.textContent ?? '0') * 10)))
  expect(shares).toHaveLength(3)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000)

  await page.getByRole('navigation', { name: '回線を選ぶ' }).getByText('健一').click()
  await expect(page).toHaveURL(/\?line=/)
  await expect(page.locator('.share')).toHaveCount(0)
  await page.getByRole('link', { name: '付与と利用の記録' }).click()
  await expect(page).toHaveURL(/view=records&line=/)
  await expect(page.getByRole('row', { name: /健一/ }).first()).toBeVisible()
})

test('通話の明細は1件ごとに計算が分かり、CSVで保存できる', async ({ page }) => {
  await logIn(page, 'sato', '/mypage/call.html')
  await expect(page.getByRole('row').nth(1)).toContainText(/円 × /)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'この月の明細をCSVで保存する' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^calls_\d{4}-\d\d-01_\d{4}-\d\d-\d\d\.csv$/)
})
