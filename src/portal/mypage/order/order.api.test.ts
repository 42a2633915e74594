import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { startHarness, type Harness } from '../../../../tests/api/harness.ts'
import { setProfile } from '../../../../tests/api/members.ts'
import { openPages } from '../../../../tests/api/pages.ts'
import { simDesk } from '../../../../tests/api/sim-orders.ts'

let harness: Harness
let browse: Awaited<ReturnType<typeof openPages>>
let desk: ReturnType<typeof simDesk>
beforeAll(async () => {
  harness = await startHarness()
  browse = await openPages(harness)
  desk = simDesk(harness, 'order')
})
afterAll(() => harness?.stop())

test('「本人確認へ進む」を1回押すと、読み取りの画面に着く', async () => {
  const member = await desk.member({ planCode: 20 })
  await setProfile(harness, member.accountId)
  const { orderNo } = await desk.orderLine(member.call, 'voice', 'nano')
  const page = await browse(member).open(`/mypage/order.html?no=${orderNo}`)
  expect(page.text).toContain('あと3回試せます')
  const reader = await page.press('本人確認へ進む')
  expect(reader.leadsTo?.startsWith(`${harness.identity.url}/read/`)).toBe(true)
  const check = await member.call(api.identityCheckGet, { query: { orderNo } })
  expect(check.attemptsLeft).toBe(2)
})
