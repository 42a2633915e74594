import { expect, open, phone, test } from './fixtures.ts'
import { findings } from './findings.ts'

// What the sample member is answered is in src/server/routes/sample-key.api.test.ts, every page in public-axe.e2e.ts.

test.use({ ...phone, expectedConsole: /Applying inline style|status of 404/ })

test('呼び出しのページで、見本の会員に聞き、書き換えるとエラーも見える：キーボードだけで', async ({
  page,
}) => {
  await open(page, '/developers/reference/highSpeedStatusPut.html')
  const form = page.locator('form.try')
  const status = form.getByRole('status')
  await form.getByRole('button', { name: '試す' }).focus()
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/^200・\d+ミリ秒$/)
  const shown = form.locator('pre')
  await expect(shown).toContainText('Authorization: Bearer hbk_sandbox')
  await expect(shown).toContainText('Content-Type: application/json')
  await expect(shown).toContainText('"code": 200')

  const body = form.getByLabel('本文（JSON）')
  await body.fill((await body.inputValue()).replace('line-1', 'line-9'))
  await form.getByLabel('アドレス').focus()
  await page.keyboard.press('Enter')
  await expect(status).toHaveText(/^404（エラー）・/)
  await expect(shown).toContainText('"code": "NOT_FOUND"')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await findings(page, 'main')).toEqual([])
})
