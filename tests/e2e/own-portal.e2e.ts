import { expect } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'

test.use({ startAt: '2026-11-30T10:00:00+09:00' })

test('解約を予約した契約は、月が替わると終わり、マイページは「終了」と表示する', async ({
  page,
  portal,
}) => {
  await logIn(page, 'ito', '/mypage/contract.html')
  await expect(page.locator('main')).toContainText('最終利用日 2026年11月30日（月）')
  await portal.clock.to('2026-12-01T00:05')
  expect((await portal.clock.now()).toString()).toContain('2026-11-30T15:05')
  await logIn(page, 'ito', '/mypage/contract.html')
  await expect(page.locator('main')).toContainText('終了')
})
