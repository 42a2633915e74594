import { describe, expect, test } from 'vitest'
import { logIn } from './portal.ts'

describe('データ容量の見直しを、やめる手続きの画面には出さない', () => {
  test('解約と転出の画面に、容量の見直しへのリンクはない', async () => {
    const { open } = await logIn('suzuki', '/mypage/top.html')
    for (const path of [
      '/mypage/sim/cancel.html',
      '/mypage/sim/cancel.html?step=confirm',
      '/mypage/portout.html',
      '/mypage/initial-cancel.html',
    ]) {
      const page = await open(path)
      expect([path, page.status, page.heading]).toEqual([path, 200, expect.stringMatching(/./)])
      expect(page.links.filter(({ href }) => href.includes('/mypage/plan/'))).toEqual([])
    }
  })

  test('解約を予約している人には、請求や利用量の画面にもない', async () => {
    const { open } = await logIn('ito', '/mypage/top.html')
    for (const path of [
      '/mypage/billing/top.html',
      '/mypage/data/usage.html',
      '/mypage/top.html',
    ]) {
      const page = await open(path)
      expect([path, page.status]).toEqual([path, 200])
      const links = page.all.flatMap((one) => one.attrs).map(({ value }) => value)
      expect(links.filter((href) => href.startsWith('/mypage/plan/advice.html'))).toEqual([])
    }
  })
})

test('比べられる月のない人には、比較を出していないと言う', async () => {
  const { page } = await logIn('ito', '/mypage/plan/advice.html')
  expect(page.text).toContain('比較はお出ししていません')
  expect(page.text).not.toContain('月ごとの内訳')
})
