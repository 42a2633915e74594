import { elementsOf, textOf } from '#server/content/html-tree.ts'
import type { Page } from '@playwright/test'
import { expect, logIn, test } from './fixtures.ts'

// A top-up with script. Without it, and what else is done with data and lines: tests/http/data.test.ts, tests/api/line-walk.test.ts;
// the speed, a name that is too long and an answer that is lost: mypage-presses.e2e.ts.

/** The top-ups of 500 MB on record, which is not drawn for it. */
async function charges(page: Page) {
  const answer = await page.request.get('/mypage/data/usage.html?view=records')
  const rows = elementsOf(await answer.text()).filter(({ tagName }) => tagName === 'tr')
  return rows.map(textOf).filter((row) => /チャージ.*＋500/.test(row)).length
}

test('データチャージは、値段と期限を見てから買い、再読み込みしても一度だけ。戻って押せばもう1つ買える', async ({
  page,
}) => {
  await logIn(page, 'sato')
  const before = await charges(page)
  await page.goto('/mypage/data/charge.html')
  await page.getByRole('radio', { name: /^500\s?MB/ }).check()
  await page.getByRole('button', { name: '確認に進む' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの確認')
  await expect(page.locator('dt:text-is("お支払い（税込）") + dd').first()).toHaveText('660円')
  await expect(page.getByRole('main')).toContainText('24:00まで')
  await page.getByRole('button', { name: /円で購入する$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの受付')
  await expect(page.getByRole('main')).toContainText('データチャージを受け付けました')
  const first = new URL(page.url()).searchParams.get('done')
  expect(first).toBeTruthy()
  await page.reload()
  await expect(page.getByRole('main')).toContainText('660円（税込）')
  // Back to 確認, which offers another one, and once more: that other one is bought.
  await page.goBack()
  await page.getByRole('button', { name: /円で購入する$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('データチャージの受付')
  expect(new URL(page.url()).searchParams.get('done')).not.toBe(first)
  expect(await charges(page)).toBe(before + 2)
})

// As tests/http/data.test.ts asks it.
test(
  '利用停止中は、できない理由と、何をすればよいかが分かる',
  { tag: '@long' },
  async ({ page }) => {
    const card = page.locator('.line-cards > li').filter({ hasText: '090' })
    await logIn(page, 'takahashi', '/mypage/top.html')
    await expect(page.getByRole('main')).toContainText('料金のお支払いを確認できないため')
    await expect(card).toContainText('利用停止中')
    await card.getByRole('link', { name: /この回線の詳細/ }).click()
    await expect(page.getByRole('main')).toContainText('この回線はすでに止まっています')
    await page.goto('/mypage/data/charge.html')
    await expect(page.getByText('いまはチャージできません')).toBeVisible()
    await expect(page.getByRole('button', { name: '確認に進む' })).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('1,100円（税込）')
    // Nothing is promised that would not help.
    await expect(page.getByRole('main')).not.toContainText('すぐにチャージできます')
  },
)
