import { expect, test } from 'vitest'
import { deviceDesk } from '#tests/api/devices.ts'
import { openPages } from '#tests/api/pages.ts'

const { harness, makeOne, nextImei } = await deviceDesk()
const browse = await openPages(harness)

test('先の日付の購入日は、内容の確認の前に断られる', async () => {
  const member = await makeOne({ imei: nextImei() })
  const at = (day: string) =>
    browse(member).open(
      `/mypage/device/register.html?step=confirm&lineId=${member.lineId}&purchasedOn=${day}`,
    )
  expect((await at('2026-11-21')).text).toContain('今日までの日付を入力してください。')
  const today = await at('2026-11-20')
  expect(today.text).not.toContain('今日までの日付を入力してください。')
  expect(today.text).toContain('購入した日2026年11月20日')
})
