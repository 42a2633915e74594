import { expect, test } from 'vitest'
import { billed } from '#tests/api/debts.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'
import { useHarness } from '#tests/api/use-harness.ts'

const harness = await useHarness('2026-12-03T10:00:00+09:00')
const browse = await openPages(harness)

test('請求が決まってから引き落としの日まで、トップにも、いくらをいつカードに請求するかがある', async () => {
  const { contractId } = await makeMember(harness, { loginId: 'due-on-top' })
  await billed(harness, contractId, { yen: 7157 })
  const top = await browse(await harness.signIn('due-on-top')).open('/mypage/top.html')
  expect(top.textsOf('due-bill')).toEqual([
    '11月分のお支払い7,157円12月7日（月）にカードへ請求内訳（11月分）',
  ])
})
