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

test('SIMが入っている端末と違うIMEIは、確認の前に欄の横で断り、IMEIをアドレスに残さない', async () => {
  const imei = nextImei()
  const member = await makeOne({ imei })
  const input = await browse(member).open(`/mypage/device/register.html?lineId=${member.lineId}`)
  const other = nextImei()
  const refused = await input.press('内容を確認する', { imei: other })
  expect(refused.fieldErrors).toEqual([
    'SIMが入っている端末のIMEIと違います。登録する端末にSIMを入れ替え、一度通信してから、この画面を開き直してください。',
  ])
  const confirm = await refused.press('内容を確認する', { imei })
  expect(confirm.text).toContain(`IMEI${imei}`)
  for (const page of [refused, confirm]) {
    expect(page.url.href).not.toContain(imei)
    expect(page.url.href).not.toContain(other)
  }
})

test('端末のIMEIは、登録を申し込むまではブラウザーに控えられ、申し込んだあとは残らない', async () => {
  const imei = nextImei()
  const member = await makeOne({ imei })
  const visitor = browse(member)
  const input = await visitor.open(`/mypage/device/register.html?lineId=${member.lineId}`)
  const confirm = await input.press('内容を確認する', { imei })
  expect(visitor.cookies()).toContain('registration_answers')
  const done = await confirm.press('この端末を登録する', { agreed: 'yes' })
  expect(done.url.searchParams.get('done')).not.toBeNull()
  expect(visitor.cookies()).not.toContain('registration_answers')
})
