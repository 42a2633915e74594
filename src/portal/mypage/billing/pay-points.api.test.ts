import { afterAll, expect, test } from 'vitest'
import { payPage } from '#vocabulary/pages.ts'
import { billed } from '#tests/api/debts.ts'
import { startHarness } from '#tests/api/harness.ts'
import { makeMember, putCard } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { linkPoints, startTestPoints } from '#tests/api/points.ts'
import { rowsOf } from '#tests/api/rows.ts'

const partner = await startTestPoints([
  'minori-paid',
  'minori-refused',
  'minori-typed',
  'minori-more',
])
const harness = await startHarness('2026-12-03T10:00:00+09:00', partner.settings)
afterAll(async () => {
  await harness.stop()
  await partner.points.close()
})
const browse = await openPages(harness)

/** 確認 of November's bill of 1,191円, with 300 of the member's 1,000 points. */
async function confirming(name: string, card: string) {
  const member = await makeMember(harness, { loginId: name })
  await linkPoints(harness, member.accountId, `minori-${name}`)
  await putCard(harness, member.contractId, card)
  const billId = await billed(harness, member.contractId)
  const page = await browse(member).open(payPage(billId))
  return { ...member, confirm: await page.press('ポイントを使う', { points: '300' }) }
}
const paymentsOf = (contractId: string) =>
  rowsOf(harness, 'payment', ['way', 'amount_yen', 'state'], { contract_id: contractId }, 'attempt')

test('スクリプトなしで、ポイントの数を選び、内訳を確かめて、残りをカードで支払う', async () => {
  const { confirm, contractId } = await confirming('paid', 'ok')
  expect(confirm.text).toMatch(/ポイント\s*300\s*カード\s*891\s*円/)
  const done = await confirm.press('1,191円を支払う')
  expect(done.text).toContain('お支払いが完了しました')
  expect(done.text).toMatch(/うちポイント\s*300ポイント/)
  expect(await paymentsOf(contractId)).toEqual([
    { way: 'points', amount_yen: 300, state: 'ok' },
    { way: 'card', amount_yen: 891, state: 'ok' },
  ])
  expect(await partner.balanceOf('minori-paid')).toBe(700)
})

test('ポイントを使ったあとでカードが断られたら、確認には残りの額だけが出て、カードを替えて支払ってもポイントは重ねて減らない', async () => {
  const { confirm, contractId } = await confirming('refused', 'insufficient-funds')
  const refused = await confirm.press('1,191円を支払う')
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('このカードではお支払いいただけませんでした')
  expect(refused.text).toContain('ポイントの300円分は、お支払いに充てました')
  expect(refused.text).not.toMatch(/ポイント\s*300\s*カード/)
  await putCard(harness, contractId)
  const done = await refused.press('891円を支払う')
  expect(done.text).toContain('お支払いが完了しました')
  expect(await paymentsOf(contractId)).toEqual([
    { way: 'points', amount_yen: 300, state: 'ok' },
    { way: 'card', amount_yen: 891, state: 'refused' },
    { way: 'card', amount_yen: 891, state: 'ok' },
  ])
  expect(await partner.balanceOf('minori-refused')).toBe(700)
})

test('ポイントの数を入力したまま支払うを押しても、カードだけで払われず、内訳を出してから支払う', async () => {
  const member = await makeMember(harness, { loginId: 'typed' })
  await linkPoints(harness, member.accountId, 'minori-typed')
  await putCard(harness, member.contractId)
  const page = await browse(member).open(payPage(await billed(harness, member.contractId)))
  const shown = await page.press('1,191円を支払う', { points: '1000' })
  expect(shown.text).toContain('入力した内容を反映しました。お手続きはまだ済んでいません。')
  expect(shown.text).toMatch(/ポイント\s*1,000\s*カード\s*191\s*円/)
  expect(await paymentsOf(member.contractId)).toEqual([])
  const done = await shown.press('1,191円を支払う')
  expect(done.text).toContain('お支払いが完了しました')
  expect(await paymentsOf(member.contractId)).toEqual([
    { way: 'points', amount_yen: 1000, state: 'ok' },
    { way: 'card', amount_yen: 191, state: 'ok' },
  ])
})

test('使える数より多いポイントを入力したまま支払うを押すと、欄に理由が出て、何も支払われない', async () => {
  const member = await makeMember(harness, { loginId: 'more' })
  await linkPoints(harness, member.accountId, 'minori-more')
  await putCard(harness, member.contractId)
  const page = await browse(member).open(payPage(await billed(harness, member.contractId)))
  const shown = await page.press('1,191円を支払う', { points: '1500' })
  expect(shown.fieldErrors).toEqual(['お使いいただけるのは1,000ポイントまでです。'])
  const again = await shown.press('1,191円を支払う')
  expect(again.text).not.toContain('お支払いが完了しました')
  expect(await paymentsOf(member.contractId)).toEqual([])
})
