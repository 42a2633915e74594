import { beforeEach, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import type { Page } from '#tests/browser-without-script.ts'

const START = '2026-11-20T10:00:00+09:00'

const harness = await useHarness(START)
const browse = await openPages(harness)
beforeEach(() => harness.clock.set(START))

const path = '/mypage/data/charge.html'
const buy = '円で購入する'
const receiptNo = ({ text }: Page) => /受付番号(D-[\w-]+?)内容/.exec(text)?.[1]

async function confirm(loginId: string, packId = '500mb') {
  const member = await makeMember(harness, { loginId })
  const visitor = browse(member)
  const choose = await visitor.open(path)
  return { member, visitor, page: await choose.press('確認に進む', { packId }) }
}

const chargesOf = async ({ call }: Awaited<ReturnType<typeof makeMember>>) =>
  (await call(api.highSpeedCouponGet)).spentThisMonthYen

test('買ったあとで確認に戻り、もう一度買えば、もう1つ買える。二度押しは1つ', async () => {
  const { member, visitor, page } = await confirm('again')
  const first = await page.press(buy)
  expect(receiptNo(await page.press(buy))).toBe(receiptNo(first))
  expect(await chargesOf(member)).toBe(660)

  const back = await visitor.open(page.url.href)
  expect(back.text).toContain('データの残り 500 MB → 1.00 GB')
  const second = await back.press(buy)
  expect(receiptNo(second)).not.toBe(receiptNo(first))
  expect(await chargesOf(member)).toBe(1320)
})

test('使い切ったか期限の過ぎたチャージの控えも、あとから読める', async () => {
  const { page } = await confirm('spent', '1gbNoCarry')
  const done = await page.press(buy)
  harness.clock.set('2026-12-05T10:00:00+09:00')
  const later = await browse(await harness.signIn('spent')).open(done.url.href)
  expect(later.status).toBe(200)
  expect(receiptNo(later)).toBe(receiptNo(done))
  expect(later.text).toContain('このチャージは、有効期限が過ぎています')
  expect(later.text).toContain('受付日時2026年11月20日（金）10:00')
  expect(later.text).toContain('料金528円')
  expect(later.text).not.toContain('すぐにお使いいただけます')
})

test('ほかの方の控えと、ない番号は見つからない', async () => {
  const { page } = await confirm('owner')
  const done = await page.press(buy)
  const other = browse(await makeMember(harness, { loginId: 'other' }))
  expect((await other.open(done.url.href)).status).toBe(404)
  expect((await other.open(`${path}?done=D-0000-0000-0000`)).status).toBe(404)
})
