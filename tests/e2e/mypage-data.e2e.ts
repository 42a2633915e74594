import type { Page } from '@playwright/test'
import { expect, logIn, test } from './fixtures.ts'

// Data and lines as a member uses them; without script: tests/http/data.test.ts. The demo's members differ: suzuki shares a pool
// among three lines, takahashi is suspended for an unpaid bill, watanabe has no contract.

const top = '/mypage/top.html'

const lineCard = (page: Page, name: string) =>
  page.locator('.line-cards > li').filter({ hasText: name })

async function openLine(page: Page, name: string) {
  await page.goto(top)
  await lineCard(page, name)
    .getByRole('link', { name: /この回線の詳細/ })
    .click()
  await page.waitForURL(/\/mypage\/line\//)
}

test.describe('データと回線', () => {
  // A form that comes back does so with 400.
  test.use({ expectedConsole: /status of 400/ })

  test('回線ごとに高速データ通信を切り替え、1分のあいだは理由と時刻が分かる', async ({ page }) => {
    await logIn(page, 'suzuki', top)
    const name = '健一'
    const card = lineCard(page, name)
    const high = card.getByRole('button', { name: /高速データ通信/ })
    const before = await high.getAttribute('aria-pressed')
    const response = page.waitForResponse((answer) => answer.request().method() === 'POST')
    await high.click()
    await expect(high).toHaveAttribute('aria-pressed', before === 'true' ? 'false' : 'true')
    await response
    await page.goto(top)
    await expect(card).toContainText(/切り替えは1分に1回までです。\d+:\d\dから切り替えられます。/)
  })

  test('データチャージは、値段と期限を見てから買い、再読み込みしても一度だけ。戻って押せばもう1つ買える', async ({
    page,
  }) => {
    await logIn(page, 'sato', top)
    const charges = page.getByRole('row', { name: /チャージ.*＋500/ })
    await page.goto('/mypage/data/usage.html?view=records')
    const before = await charges.count()
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
    await page.goto('/mypage/data/usage.html?view=records')
    await expect(charges).toHaveCount(before + 2)
  })

  test('回線の名前を変えられ、長すぎる名前は打ったまま直せる', async ({ page }) => {
    await logIn(page, 'suzuki')
    await openLine(page, '健一')
    const field = page.getByLabel('この回線の名前')
    const was = await field.inputValue()
    await field.fill('あ'.repeat(21))
    await page.getByRole('button', { name: '名前を保存する' }).click()
    await expect(page.getByRole('main')).toContainText('20文字以内で入力してください。')
    await expect(page.getByLabel('この回線の名前')).toHaveValue('あ'.repeat(21))
    await page.getByLabel('この回線の名前').fill(was)
    await page.getByRole('button', { name: '名前を保存する' }).click()
    await expect(page.getByText('名前を保存しました。')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(was)
  })

  test('データ残量のお知らせを設定でき、数でない値は打ったまま直せる', async ({ page }) => {
    await logIn(page, 'sato')
    await page.goto('/mypage/data/notification.html')
    await page.getByLabel('ほかの残量（MB）').fill('たくさん')
    await page.getByRole('checkbox', { name: /^1\sGB$/ }).check()
    await page.getByRole('button', { name: '設定を保存する' }).click()
    await expect(page.getByRole('alert')).toContainText(
      '残量（MB）は、1から999,999までの数字で入力してください。',
    )
    await expect(page.getByLabel('ほかの残量（MB）')).toHaveValue('たくさん')
    await expect(page.getByRole('checkbox', { name: /^1\sGB$/ })).toBeChecked()
    await page.getByLabel('ほかの残量（MB）').fill('７００')
    await page.getByRole('button', { name: '設定を保存する' }).click()
    await expect(page.getByText('設定を保存しました')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: /^700\sMB$/ })).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /^1\sGB$/ })).toBeChecked()
  })

  // As tests/http/data.test.ts asks it.
  test(
    '利用停止中は、できない理由と、何をすればよいかが分かる',
    { tag: '@long' },
    async ({ page }) => {
      await logIn(page, 'takahashi', top)
      await expect(page.getByRole('main')).toContainText('料金のお支払いを確認できないため')
      await expect(lineCard(page, '090')).toContainText('利用停止中')
      await page.goto('/mypage/data/charge.html')
      await expect(page.getByText('いまはチャージできません')).toBeVisible()
      await expect(page.getByRole('button', { name: '確認に進む' })).toHaveCount(0)
      await expect(page.getByRole('main')).toContainText('1,100円（税込）')
      // Nothing is promised that would not help.
      await expect(page.getByRole('main')).not.toContainText('すぐにチャージできます')
      await openLine(page, '090')
      await expect(page.getByRole('main')).toContainText('この回線はすでに止まっています')
    },
  )
})

test('紛失した回線を、一度確かめてから止め、同じ画面で再開する', async ({ page }) => {
  await logIn(page, 'suzuki')
  await openLine(page, '蓮')
  await page.getByRole('link', { name: '紛失のため回線を止める' }).click()
  await expect(page.getByText('止めているあいだも、月々の料金はかかります。')).toBeVisible()
  await page.getByRole('button', { name: 'この回線を止める' }).click()
  await expect(page.getByText(/回線を止める手続きを始めました/)).toBeVisible()
  await expect(page.getByText('紛失のお届けにより、停止しています。')).toBeVisible()
  await page.getByRole('button', { name: 'この回線を再開する' }).click()
  await expect(page.getByText(/回線を再開する手続きを始めました/)).toBeVisible()
  await expect(page.getByRole('link', { name: '紛失のため回線を止める' })).toBeVisible()
})

test('危険なサイトのブロックは、はじめからオンで、切って戻せる', async ({ page }) => {
  await logIn(page, 'ito')
  await openLine(page, '090')
  const block = page.getByRole('button', { name: '危険なサイトをブロックする' })
  await expect(block).toHaveAttribute('aria-pressed', 'true')
  await block.click()
  await expect(page.getByText('危険なサイトのブロックをオフにしました。')).toBeVisible()
  await expect(block).toHaveAttribute('aria-pressed', 'false')
  await block.click()
  await expect(block).toHaveAttribute('aria-pressed', 'true')
})

test('お知らせを既読にすると、未読の数が減る', async ({ page }) => {
  await logIn(page, 'takahashi', '/mypage/notices.html')
  const unread = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^既読にする/ }) })
  const id = await unread.first().getAttribute('id')
  const own = page.locator(`#${id}`)
  await expect(own).toContainText('未読')
  await own.getByRole('button', { name: /^既読にする/ }).click()
  await expect(own).not.toContainText('未読')
  // Other tests may send the same member notices meanwhile: the number is asked for beside the page.
  await expect(async () => {
    await page.reload()
    const answer = await page.request.get('/api/notices/?unread=true&limit=1')
    const { result }: { result: { unread: number } } = await answer.json()
    await expect(page.getByRole('link', { name: `未読（${result.unread}件）` })).toBeVisible({
      timeout: 1000,
    })
  }).toPass()
  await page.goto('/mypage/notices.html?unread=true')
  await expect(page.locator(`#${id}`)).toHaveCount(0)
})
