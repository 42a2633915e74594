import { expect, test } from 'vitest'
import { api } from '#protocol/index.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { setProfile } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { simDesk } from '#tests/api/sim-orders.ts'

const harness = await useHarness(undefined, {}, { prints: true })
const browse = await openPages(harness)
const desk = simDesk(harness, 'order')

test('MNP転出の控えに「適用日」はなく、申し込み時の日付は、予約番号を発行する日と言う', async () => {
  const member = await desk.member()
  const visitor = browse(member)
  const confirm = await visitor.open(`/mypage/portout.html?step=confirm&lineId=${member.lineId}`)
  expect(confirm.text).toContain('MNP予約番号の発行日2026年11月20日（金）')
  const done = await confirm.press('MNP予約番号の発行を申し込む', { agreed: 'yes' })
  const order = await done.follow('お手続き状況を見る')
  for (const { text } of [confirm, done, order]) expect(text).not.toContain('適用日')
  expect(order.text).toContain('MNP予約番号の発行日2026年11月20日（金）')
})

test('解約の控えは、お申し込み時の内容でも、最終利用日と言う', async () => {
  const visitor = browse(await desk.member())
  const confirm = await visitor.open('/mypage/sim/cancel.html?step=confirm&scope=contract')
  const done = await confirm.press('解約を予約する', { agreed: 'yes' })
  const order = await done.follow('お手続き状況を見る')
  expect(order.text).not.toContain('適用日')
  expect(order.text).toContain('最終利用日2026年11月30日（月）')
})

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

test('書面の郵送の控えでは、日付はお届けの予定日', async () => {
  const member = await desk.member()
  const tasks = harness.services.work.flatMap((part) => part.tasks ?? [])
  await tasks.find(({ name }) => name === 'documents missing')?.run(harness.clock.now())
  await harness.drain()
  const list = await browse(member).open('/mypage/document.html')
  const confirm = await list.follow('紙の書面を郵送')
  const done = await confirm.press('郵送を申し込む')
  const order = await done.follow('お手続き状況を見る')
  for (const { text } of [confirm, order])
    expect(text).toContain('お届けの予定日2026年11月24日（火）')
  expect(order.text).not.toContain('お届けの予定日2026年11月20日')
})

test('頼めない手続きを順番待ちに頼むと断られ、別の手続きに読み替えられることはない', async () => {
  const member = await desk.member()
  const visitor = browse(member)
  const portOut = await visitor.open(`/mypage/portout.html?step=confirm&lineId=${member.lineId}`)
  await portOut.press('MNP予約番号の発行を申し込む', { agreed: 'yes' })
  const blocked = await visitor.open('/mypage/plan/change.html?step=confirm&plan=18')
  const ask = '受け付けられるようになったら自動で申し込む'
  expect((await blocked.press(ask, { operation: 'topUp' })).status).toBe(400)
  const { procedures } = await member.call(api.procedureQueueGet)
  expect(procedures).toEqual([])
})
