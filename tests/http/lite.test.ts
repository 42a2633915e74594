import { describe, expect, test } from 'vitest'
import { attribute, textOf } from '#server/content/html-tree.ts'
import { logIn } from './portal.ts'

const lite = '/mypage/lite'

describe('かんたんマイページ', () => {
  test('チャージは、値段と期限を見てから1回で買える', async () => {
    const { page } = await logIn('ito', lite)
    const choose = await page.follow('データをチャージする')
    const confirm = await choose.press('確認に進む', { packId: '100mb' })
    expect(confirm.text).toContain('料金 220円（税込）')
    const done = await confirm.press('この内容で購入する')
    expect(done.text).toContain('データをチャージしました。すぐにお使いいただけます。')
    const entries = done.elements.filter(({ tagName }) => tagName === 'li').map(textOf)
    expect(entries.filter((entry) => entry.includes('チャージ'))).toHaveLength(1)
  })

  test('紛失した回線を止めて、再開する', async () => {
    const stop = '紛失したので回線を止める'
    const { page } = await logIn('sato', lite)
    const stopped = await (await page.follow(stop)).press('この回線を止める')
    expect(stopped.text).toContain('回線を止めました。')
    expect(stopped.links.map(({ text }) => text)).not.toContain(stop)
    const resumed = await stopped.press('止めた回線を再開する')
    expect(resumed.text).toContain('回線を再開しました。')
    expect(resumed.links.map(({ text }) => text)).toContain(stop)
  })

  test('高速データ通信を切り替えると、次に切り替えられる時刻が分かる', async () => {
    const { page } = await logIn('sato', lite)
    const switched = await page.press('高速データ通信を')
    expect(switched.text).toContain('切り替えを受け付けました')
    expect(switched.text).toMatch(/\d+:\d\dから切り替えられます（1分に1回まで）。/)
  })

  test('今月の料金、引き落としの日、前の請求が分かり、未払いには支払いへの道がある', async () => {
    const { page } = await logIn('suzuki', lite)
    expect(page.text).toMatch(/\d{4}年\d+月・今日まで [\d,]+円/)
    expect(page.text).toMatch(/\d+月7日（.）にカードへ請求/)
    expect(page.text).toMatch(/\d{4}年\d+月分の請求 [\d,]+円/)
    expect(page.text).not.toContain('お支払いの確認ができていない料金')
    const { page: owing } = await logIn('takahashi', lite)
    expect(owing.text).toMatch(/お支払いの確認ができていない料金が[\d,]+円あります（\d{4}年\d+月分/)
    expect(owing.links.map(({ text }) => text)).toContain('お支払いに進む')
  })

  test('利用停止中は、チャージできない理由が分かる', async () => {
    const { page, open } = await logIn('takahashi', lite)
    expect(page.text).toContain('お支払いの確認ができていないため、停止しています。')
    const charge = await open(`${lite}?topup=1`)
    expect(charge.text).toContain('ご利用を停止しているため')
    expect(charge.elements.filter((one) => attribute(one, 'type') === 'radio')).toEqual([])
  })
})
