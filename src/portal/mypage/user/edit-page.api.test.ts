import { beforeEach, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { setProfile } from '#tests/api/members.ts'
import { registered } from '#tests/api/profile-holders.ts'
import { rowsOf } from '#tests/api/rows.ts'
import { openPages } from '#tests/api/pages.ts'
import { simDesk } from '#tests/api/sim-orders.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import type { Page } from '#tests/browser-without-script.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)
const desk = simDesk(harness, 'edit-page')
beforeEach(() => harness.clock.set('2026-11-20T10:00:00+09:00'))

type Browser = { secret: string | undefined }

/** A member with a mail address, at a browser that the account knows. */
async function atHome() {
  const { loginId, accountId } = await desk.member()
  await setProfile(harness, accountId, registered)
  return { loginId, ...(await signIn(loginId, { secret: undefined })) }
}

async function signIn(loginId: string, browser: Browser) {
  const member = await harness.signIn(loginId, harness.clock.now(), true, browser)
  return { member, browser: { secret: member.device?.secret } }
}

const moved = { zipCode: '1540004', region: '東京都', locality: '世田谷区', street: '太子堂1-2-3' }

async function sendLate({ member }: Pick<Awaited<ReturnType<typeof atHome>>, 'member'>) {
  const form = await browse(member).open('/mypage/user/edit.html?part=address')
  const review = await form.press('内容を確認する', moved)
  harness.clock.set('2026-11-20T10:10:01+09:00')
  return review.press('この内容で申し込む')
}

test('確認コードから10分を過ぎて申し込むと、打った内容は残り、確認のあとの画面にも入っている', async () => {
  const home = await atHome()
  const late = await sendLate(home)
  expect(late.status).toBe(403)
  expect(late.text).toContain('入力した内容は、確認のあとの画面に残ります。')
  expect(late.links).toContainEqual(expect.objectContaining({ text: '確認して続ける' }))
  expect(late.valueOf('street')).toBe(moved.street)

  const { member } = await signIn(home.loginId, home.browser)
  const again = await browse(member).open('/mypage/user/edit.html?part=address')
  expect(again.text).toContain('確認の前に入力した内容を入れてあります。')
  for (const [field, value] of Object.entries(moved)) expect(again.valueOf(field)).toBe(value)
  // Of another part nothing is put in, and once it is sent nothing is kept.
  const name = await browse(member).open('/mypage/user/edit.html?part=name')
  expect(name.text).not.toContain('入力した内容を入れてあります')
  await (await again.press('内容を確認する')).press('この内容で申し込む')
  expect((await member.call(api.userEditStatusGet)).draft).toBeUndefined()
  const rows = await rowsOf(harness, 'profile_draft', ['account_id'], {
    account_id: member.accountId,
  })
  expect(rows).toEqual([])
})

test('ほかの端末で打たれた内容も、30分を過ぎた内容も、入力の欄に入らない', async () => {
  const home = await atHome()
  await sendLate(home)
  const other = await signIn(home.loginId, { secret: undefined })
  expect((await other.member.call(api.userEditStatusGet)).draft).toBeUndefined()
  const password = await harness.signIn(home.loginId, harness.clock.now(), false, home.browser)
  expect((await password.call(api.userEditStatusGet)).draft).toBeUndefined()
  harness.clock.set('2026-11-20T10:40:01+09:00')
  const late = await signIn(home.loginId, home.browser)
  expect((await late.member.call(api.userEditStatusGet)).draft).toBeUndefined()
})

test('番地まで入力したあとで郵便番号から探しても、入力した番地と建物名は消えない', async () => {
  const { member } = await atHome()
  const form = await browse(member).open('/mypage/user/edit.html?part=address')
  const street = '太子堂1-2-3 コーポ桜203'
  const filled = await form.press('郵便番号から住所を入れる', { zipCode: '1540004', street })
  expect(filled.valueOf('region')).toBe('東京都')
  expect(filled.valueOf('locality')).toBe('世田谷区')
  expect(filled.valueOf('street')).toBe(street)
})

test('引っ越し前の住所は、新しい郵便番号の町に変わり、番地がないあいだは次へ進めない', async () => {
  const { member } = await atHome()
  const form = await browse(member).open('/mypage/user/edit.html?part=address')
  const filled = await form.press('郵便番号から住所を入れる', { zipCode: '1540004' })
  expect(filled.valueOf('street')).toBe('太子堂')
  const asked = await filled.press('内容を確認する')
  expect(asked.text).toContain('番地まで入力してください。')
  expect(asked.valueOf('street')).toBe('太子堂')
  const again = await asked.press('内容を確認する', { street: '太子堂1-2-3' })
  expect(again.text).toContain('太子堂1-2-3')
})

test('郵便番号のボタンで住所が入り、町がいくつもある番号では選んだ町が入る', async () => {
  const { member } = await atHome()
  const form = await browse(member).open('/mypage/user/edit.html?part=address')
  const button = '郵便番号から住所を入れる'
  const addressOf = (page: Page) =>
    ['region', 'locality', 'street'].map((field) => page.valueOf(field))
  const single = await form.press(button, { zipCode: '９０７－１８０１' })
  expect(addressOf(single)).toEqual(['沖縄県', '八重山郡与那国町', '与那国'])
  // 66 towns share this postcode.
  const asked = await single.press(button, { zipCode: '452-0961' })
  expect(asked.text).toContain('この郵便番号には66の町があります')
  const town = asked.choice('town', '愛知県清須市春日宮重町')
  const chosen = await asked.press('選んだ町を住所に入れる', { town })
  expect(addressOf(chosen)).toEqual(['愛知県', '清須市', '春日宮重町'])
})
