import { expect, test } from 'vitest'
import { openPages } from '../../../../tests/api/pages.ts'
import { simDesk } from '../../../../tests/api/sim-orders.ts'
import { useHarness } from '../../../../tests/api/use-harness.ts'

const harness = await useHarness('2026-11-20T10:00:00+09:00')
const browse = await openPages(harness)
const desk = simDesk(harness, 'edit-page')

test('確認コードから10分を過ぎて申し込むと、打った内容は残ったまま、入力し直しになることまで案内する', async () => {
  const member = await desk.member()
  const form = await browse(member).open('/mypage/user/edit.html?part=phone')
  const review = await form.press('内容を確認する', { phone: '09012345678' })
  harness.clock.set('2026-11-20T10:10:01+09:00')
  const late = await review.press('この内容で申し込む')
  expect(late.status).toBe(403)
  expect(late.text).toContain('確認のあとでもう一度入力してください。')
  expect(late.links).toContainEqual(expect.objectContaining({ text: '確認して続ける' }))
  expect(late.valueOf('phone')).toBe('09012345678')
})
