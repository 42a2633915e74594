import { expect, test } from 'vitest'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'

const harness = await useHarness()
const browse = await openPages(harness)

const lines = [{}, {}, { kind: 'data' as const }]
const family = (loginId: string) =>
  makeMember(harness, { loginId, planCode: 20, course: 'share', lines })

test('3回線の家族の解約では、何も選ばれていない。選ばずに進むと、選ぶ欄に何をすればよいかが出る', async () => {
  const page = await browse(await family('undecided')).open('/mypage/sim/cancel.html')
  expect(page.checked).toEqual([])

  const again = await page.press('解約の内容を確認する')
  expect(again.title).toBe('解約・転出')
  expect(again.fieldErrors).toEqual([
    '解約するものを、「ご契約をすべて」か「一部の回線だけ」から選んでください。',
  ])
})

test('すべてを選べば、すべての回線の解約の確認に進む', async () => {
  const page = await browse(await family('everything')).open('/mypage/sim/cancel.html')
  const confirm = await page.press('解約の内容を確認する', { scope: 'contract' })
  expect(confirm.title).toBe('解約の確認')
})

test('1回線のご契約には選ぶものがなく、そのまま確認に進める', async () => {
  const single = await makeMember(harness, { loginId: 'single' })
  const page = await browse(single).open('/mypage/sim/cancel.html')
  expect((await page.press('解約の内容を確認する')).title).toBe('解約の確認')
})
