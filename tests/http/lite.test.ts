import { describe, expect, test } from 'vitest'
import { attribute, classesOf, textOf } from '#server/content/html-tree.ts'
import { logIn } from './portal.ts'

const lite = '/mypage/lite'
/** It says that there is none: a browser asks for none. */
const NO_ICON = 'data:,'

describe('かんたんマイページ', () => {
  test('通信制限中でも開ける：1回の通信、30KB以内、スクリプトも外部の部品もない', async () => {
    const { open } = await logIn('suzuki', lite)
    for (const path of [lite, `${lite}?topup=1`, `${lite}?packId=1gb`]) {
      const page = await open(path)
      const bytes = Buffer.byteLength(page.html) + JSON.stringify([...page.headers]).length
      expect([path, page.status, bytes < 30_000]).toEqual([path, 200, true])
      const outside = page.all.filter(
        (one) => /^(?:script|link|img)$/.test(one.tagName) && attribute(one, 'href') !== NO_ICON,
      )
      expect([path, outside.map(({ tagName }) => tagName)]).toEqual([path, []])
      // Its own style is let in by the page's policy.
      const styles = page.all.filter(({ tagName }) => tagName === 'style')
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(styles.length).toBeGreaterThan(0)
      for (const style of styles)
        expect(policy).toContain(`style-src 'self' 'nonce-${attribute(style, 'nonce')}'`)
    }
    const left = (await open(lite)).all.filter((one) => classesOf(one).includes('n')).map(textOf)
    expect(left).toEqual([expect.stringMatching(/^\d+\.\d\d\sGB$|^\d+\sMB$/)])
  })

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
