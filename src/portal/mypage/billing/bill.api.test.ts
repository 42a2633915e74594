import { expect, test } from 'vitest'
import { billedMonth } from '#backend/billing/queries/billed-month.ts'
import { closeMonth } from '#backend/billing/bulk/close-month.ts'
import { tokyoDate, tokyoMonth } from '#domain/tokyo.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { setContract, setRows } from '#tests/api/rows.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-11-01T07:00:00+09:00')
const browse = await openPages(harness)

test('確定した請求のどの行も、開けば料金とその日付、計算、税の扱いが読める', async () => {
  await makeMember(harness, { loginId: 'explained' })
  const month = billedMonth(tokyoMonth('2026-10'), harness.services.book)
  await closeMonth((work) => harness.database.db.transaction().execute(work), month, {
    now: harness.clock.now,
  })
  const visitor = browse(await harness.signIn('explained'))
  const page = await visitor.open('/mypage/billing/2026-10.html')
  expect(page.text).toContain(
    '基本料金 3GB（音声通話SIM）は1か月1,080円（税抜）。2019年10月1日からの料金です。',
  )
  expect(page.text).toContain('1,080円 × 1か月 = 1,080円')
})

test('1月の請求の画面は、見出しと同じ「2027年1月分」をページの名前にも使う', async () => {
  harness.clock.set('2027-01-03T12:00:00+09:00')
  await makeMember(harness, { loginId: 'january' })
  const visitor = browse(await harness.signIn('january'))
  const page = await visitor.open('/mypage/billing/2027-01.html')
  expect([page.title, page.heading]).toEqual(['2027年1月分の請求', '2027年1月分の請求'])
  expect((await visitor.open('/mypage/billing/nowhere.html')).status).toBe(404)
})

test('解約が済んで請求の残りがなければ、来ない月の0円の請求へは進めない', async () => {
  harness.clock.set('2026-12-01T07:00:00+09:00')
  const { contractId } = await makeMember(harness, { loginId: 'over' })
  const ends_on = tokyoDate('2026-11-30')
  await setRows(harness, 'line', { status: 'ended', ends_on }, { contract_id: contractId })
  await setContract(harness, contractId, { status: 'terminated', ends_on })
  const month = billedMonth(tokyoMonth('2026-11'), harness.services.book)
  await closeMonth((work) => harness.database.db.transaction().execute(work), month, {
    now: harness.clock.now,
  })
  const visitor = browse(await harness.signIn('over'))
  const last = await visitor.open('/mypage/billing/2026-11.html')
  expect(last.status).toBe(200)
  expect(last.text).not.toContain('2026年12月分 →')
  expect((await visitor.open('/mypage/billing/2026-12.html')).status).toBe(404)
})
