import { expect } from './fixtures.ts'
import { logIn, test } from './own-portal.ts'

test('まちがえて切り替えた速度は、もう一度押しておくと、1分たったときに元に戻る', async ({
  page,
  portal,
}) => {
  await page.clock.install()
  await logIn(page, 'sato', '/mypage/top.html')
  const speed = page.getByRole('button', { name: /高速データ通信/ }).first()
  const before = (await speed.getAttribute('aria-pressed')) ?? ''
  const other = before === 'true' ? 'false' : 'true'
  await speed.click()
  await expect(page.getByText(/押しておくと、その時刻に元に戻します。/)).toBeVisible()
  await expect(speed).toHaveAttribute('aria-pressed', other)
  await speed.click()
  await expect(page.getByText(/\d+:\d\dに元に戻します。/)).toBeVisible()
  await expect(speed).toHaveAttribute('aria-pressed', other)
  await portal.clock.move('+2min')
  await page.clock.fastForward(62_000)
  await expect(speed).toHaveAttribute('aria-pressed', before)
})
