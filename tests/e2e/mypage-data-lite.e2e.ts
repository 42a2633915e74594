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
