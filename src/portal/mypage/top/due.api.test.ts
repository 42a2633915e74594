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

test('1日の0時から請求が決まるまでも、トップ・料金・かんたんマイページに、前の月の分がある', async () => {
  harness.clock.set('2026-12-01T00:30:00+09:00')
  await makeMember(harness, { loginId: 'not-fixed-yet' })
  const browser = browse(await harness.signIn('not-fixed-yet'))
  const said = '1,191円まだ確定していません。12月7日（月）にカードへ請求'
  for (const path of ['/mypage/top.html', '/mypage/billing/top.html'])
    expect((await browser.open(path)).textsOf('due-bill')).toEqual([`11月分のお支払い${said}`])
  expect((await browser.open('/mypage/lite')).html.replaceAll(/<[^>]*>|\n/g, '')).toContain(
    `2026年11月分のお支払い ${said}`,
  )
})
