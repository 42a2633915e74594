import { expect, logInOnPages } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'
import { heading, press } from './procedures-screen.ts'

// One portal, whose members walk through it one after the other: a long test. Without a browser, over the API's harness:
// tests/api/behind-tls-walk.test.ts.
test.describe.configure({ mode: 'serial', timeout: 180_000 })
test.use({ tls: true, ignoreHTTPSErrors: true })

for (const script of [true, false]) {
  test.describe(script ? 'スクリプトあり' : 'スクリプトなし', { tag: '@long' }, () => {
    test.use({ javaScriptEnabled: script })
    const loginId = script ? 'sato' : 'tanaka'

    test('TLSの後ろで、ログインし、切り替え、書式を送り、ログアウトできる', async ({
      page,
      context,
      portal,
    }) => {
      expect(portal.url).toMatch(/^https:/)
      await logInOnPages(page, loginId, '/mypage/top.html')
      const cookies = await context.cookies(portal.url)
      const session = cookies.find(({ name }) => name === '__Host-sid')
      expect([session?.secure, session?.httpOnly]).toEqual([true, true])

      const high = page.getByRole('button', { name: /高速データ通信/ })
      await expect(high).toHaveAttribute('aria-pressed', 'true')
      const response = page.waitForResponse((answer) => answer.request().method() === 'POST')
      await high.click()
      await response
      await expect(high).toHaveAttribute('aria-pressed', 'false')
      await page.reload()
      await expect(high).toHaveAttribute('aria-pressed', 'false')

      // A form that leads to another page: without script another one.
      if (script) {
        await page.goto('/mypage/plan/change.html')
        await page.getByRole('radio', { name: /^20GB/ }).check()
        await press(page, '変更の内容を確認する')
        await expect(heading(page, 'データ容量の変更の確認')).toBeVisible()
        await press(page, 'この内容で変更を予約する')
        await expect(heading(page, 'データ容量の変更の受付')).toBeVisible()
      } else {
        await page.goto('/mypage/contract.html')
        await page
          .locator('main')
          .getByRole('link', { name: /020|070|080|090/ })
          .first()
          .click()
        await page.getByLabel('この回線の名前').fill('外出用')
        await press(page, '名前を保存する')
        await expect(heading(page, '外出用')).toBeVisible()
      }

      // What the proxy says of its client, and not the proxy itself.
      const logins = await page.request.get('/api/login_history')
      expect(await logins.text()).toContain('"addressMasked":"203.0.113.*"')

      await page.goto('/auth/logout')
      await press(page, 'ログアウトする')
      await page.waitForURL((url) => url.pathname.startsWith('/oidc/'))
      await press(page, 'ログアウトする')
      await page.waitForURL((url) => url.href === `${portal.url}/`)
      await page.goto('/mypage/top.html')
      await expect(page.getByLabel('ログインID')).toBeVisible()
    })
  })
}

test.describe('移転先の画面から', { tag: '@long' }, () => {
  // The consent page, asked again after the consent, says that it was used.
  test.use({ expectedConsole: /status of 409/ })

  test('TLSの後ろでも、別のサイトから送られた書式は日本語の画面で断り、ワンストップの転出には同意して、移転先の画面に戻れる', async ({
    page,
    portal,
  }) => {
    await logIn(page, 'suzuki')
    await test.step('別のサイトから送られた書式は断る', async () => {
      for (const path of ['/mypage/top.html', '/mypage/top.html.data'])
        for (const origin of [
          'https://evil.example',
          portal.url.replace('https:', 'http:'),
          'null',
        ]) {
          const answer = await page.request.post(path, { headers: { origin }, form: { to: 'off' } })
          expect([path, origin, answer.status()]).toEqual([path, origin, 403])
          expect(await answer.text()).toContain('安全のため操作を中止しました')
        }
    })
    await page.goto(`${portal.carrierUrl}/one-stop`)
    await page.getByLabel('のりかえる電話番号').fill('090-0000-2002')
    await press(page, '今の契約先へ進む')
    await expect(heading(page, 'MNP転出への同意')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(portal.url)
    await page.getByRole('checkbox').check()
    await press(page, '同意する')
    await expect(page.locator('main')).toContainText('同意を受け付けました')
    await page.getByRole('link', { name: '移転先の画面に戻る' }).click()
    await expect(page.locator('body')).toContainText('転出の同意を受け取りました')
  })
})
