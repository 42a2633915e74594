import { expect, test } from 'vitest'
import { CancelConfirm } from '#portal/mypage/cancellation/confirm.tsx'
import { api } from '#protocol/index.ts'
import { makeMember } from '#tests/api/members.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { screenText } from '#tests/screen-text.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')

test('3回線のうち1つを解約するときの請求は、最後の月の請求ではなく、残る回線を含むその月の請求と言う', async () => {
  const lines = [{}, {}, {}]
  const shape = { loginId: 'one-of-three', planCode: 20, course: 'share' as const, lines }
  const member = await makeMember(harness, shape)
  const textFor = async (lineIds: string[]) => {
    const estimate = await member.call(api.simCancelPaymentGet, { query: { lineId: lineIds } })
    const at = { note: undefined, keys: { xsrfToken: 'x', draft: 'd' } }
    return screenText(CancelConfirm, { estimate, lineIds, ...at })
  }
  const one = await textFor(member.lineIds.slice(0, 1))
  expect(one).toContain('2026年11月分の請求（ご契約のすべての回線）（いま分かっている分）')
  expect(one).not.toContain('最後の月の請求')
  expect(await textFor(member.lineIds)).toContain('最後の月の請求（いま分かっている分）')
})
