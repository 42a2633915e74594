import { expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#demo/seed/demo-members.ts'
import { visit } from './portal.ts'

// The whole path once without script; tests/e2e/vertical.e2e.ts walks it with script.
test('料金を読み、ログインし、残量を見て、高速通信を切り、ログアウトする', async () => {
  const browser = visit()
  const fee = await browser.open('/fee')
  expect(fee.heading).toBe('料金プラン')
  expect(fee.text).toContain('1,188円')

  const login = await browser.open('/auth/login?back=/mypage/top.html')
  const top = await login.press('ログイン', { loginId: 'kobayashi', password: DEMO_PASSWORD })
  expect(top.text).toContain('高速データの残り')
  expect(top.text).toMatch(/残り\s(\d+\.\d\d\sGB|\d+\sMB)/)
  expect(top.elements.map((one) => one.attrs).flat()).toContainEqual(
    expect.objectContaining({ name: 'aria-pressed', value: 'true' }),
  )
  await top.press('高速データ通信')
  const after = await browser.open('/mypage/top.html')
  expect(after.elements.map((one) => one.attrs).flat()).toContainEqual(
    expect.objectContaining({ name: 'aria-pressed', value: 'false' }),
  )
  expect(after.text).toMatch(/低速（最大200kbps）|オフ/)

  const ours = await (await browser.open('/auth/logout')).press('ログアウトする')
  // The provider asks for its own session too, and leads back to the top page.
  expect(ours.url.pathname).toMatch(/^\/oidc\//)
  const left = await ours.press('ログアウトする')
  expect(left.url.pathname).toBe('/')
  expect((await browser.open('/mypage/top.html')).url.pathname).not.toBe('/mypage/top.html')
})

test('ポイント提携先への情報提供に同意し、いつでも撤回できる', async () => {
  const browser = visit()
  const login = await browser.open('/auth/login?back=/privacy_policy')
  const page = await login.press('ログイン', { loginId: 'kobayashi', password: DEMO_PASSWORD })
  expect(page.text).toContain('現在、同意していません。')
  const agreed = await page.press('情報の提供に同意する')
  expect(agreed.text).toMatch(/に同意しています（第1\.0版）/)
  expect((await agreed.press('同意を撤回する')).text).toContain('現在、同意していません。')
})
