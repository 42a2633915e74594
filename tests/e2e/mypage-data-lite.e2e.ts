import type { Response } from '@playwright/test'
import { expect, logIn, test } from './fixtures.ts'

const lite = '/mypage/lite'
const LIMIT_BYTES = 30_000

test.use({ javaScriptEnabled: false })
// sato's one line is stopped and switched here: one after the other.
test.describe.configure({ mode: 'default' })

test('通信制限中でも開ける：1回の通信、30KB以内、スクリプトも外部の部品もない', async ({
  page,
}) => {
  await logIn(page, 'suzuki', lite)
  const answers: Response[] = []
  page.on('response', (response) => answers.push(response))
  for (const path of [lite, `${lite}?topup=1`, `${lite}?packId=1gb`]) {
    answers.length = 0
    const answer = await page.goto(path, { waitUntil: 'networkidle' })
    expect(answer?.status()).toBe(200)
    expect(answers.map((response) => new URL(response.url()).pathname)).toEqual([lite])
    const headers = JSON.stringify(await answer?.headersArray())
    const bytes = (await answer?.body())?.length ?? Infinity
    expect(bytes + headers.length, path).toBeLessThan(LIMIT_BYTES)
    await expect(page.locator('script, link[rel=stylesheet], img')).toHaveCount(0)
  }
  await page.goto(lite)
  await expect(page.locator('.n')).toHaveText(/^\d+\.\d\d\sGB$|^\d+\sMB$/)
  // Its own style is let in by the page's policy.
  await expect(page.locator('.n')).toHaveCSS('font-weight', '700')
})

test('チャージは、値段と期限を見てから1回で買える', async ({ page }) => {
  await logIn(page, 'ito', lite)
  await page.getByRole('link', { name: 'データをチャージする' }).click()
  await page.getByRole('radio', { name: /^100\s?MB/ }).check()
  await page.getByRole('button', { name: '確認に進む' }).click()
  await expect(page.getByText('料金 220円（税込）')).toBeVisible()
  await page.getByRole('button', { name: 'この内容で購入する' }).click()
  await expect(page.getByRole('status')).toHaveText(
    'データをチャージしました。すぐにお使いいただけます。',
  )
  await expect(page.getByRole('listitem').filter({ hasText: 'チャージ' })).toHaveCount(1)
})

test('紛失した回線を止めて、再開する', async ({ page }) => {
  await logIn(page, 'sato', lite)
  const stops = page.getByRole('link', { name: '紛失したので回線を止める' })
  await stops.click()
  await page.getByRole('button', { name: 'この回線を止める' }).click()
  await expect(page.getByRole('status')).toContainText('回線を止めました。')
  await expect(stops).toHaveCount(0)
  await page.getByRole('button', { name: '止めた回線を再開する' }).click()
  await expect(page.getByRole('status')).toContainText('回線を再開しました。')
  await expect(stops).toHaveCount(1)
})

test('高速データ通信を切り替えると、次に切り替えられる時刻が分かる', async ({ page }) => {
  await logIn(page, 'sato', lite)
  await page.getByRole('button', { name: /高速データ通信を(オン|オフ)にする/ }).click()
  await expect(page.getByRole('status')).toContainText('切り替えを受け付けました')
  await expect(page.getByRole('main')).toContainText(
    /\d+:\d\dから切り替えられます（1分に1回まで）。/,
  )
})

test('利用停止中は、チャージできない理由が分かる', async ({ page }) => {
  await logIn(page, 'takahashi', lite)
  await expect(page.getByRole('main')).toContainText(
    'お支払いの確認ができていないため、停止しています。',
  )
  await page.goto(`${lite}?topup=1`)
  await expect(page.getByRole('main')).toContainText('ご利用を停止しているため')
  await expect(page.getByRole('radio')).toHaveCount(0)
})
