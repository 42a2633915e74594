import { expect, test } from 'vitest'
import { classesOf, textOf } from '#server/content/html-tree.ts'
import { useHarness } from '#tests/api/use-harness.ts'
import { makeMember } from '#tests/api/members.ts'
import { openPages } from '#tests/api/pages.ts'

const harness = await useHarness()
const browse = await openPages(harness)
const member = await makeMember(harness, { loginId: 'confirming', planCode: 20, course: 'share' })

const ofLine = (lineId: string | undefined) => ({ step: 'confirm', lineId: lineId ?? '' })

test.each([
  ['plan/change.html', 'この内容で変更を予約する', () => ({ step: 'confirm', plan: '30' })],
  ['sim/add.html', 'SIMの追加を申し込む', () => ({ step: 'confirm', kind: 'data', size: 'nano' })],
  [
    'sim/change.html',
    'SIMの発行を申し込む',
    () => ({ what: 'reissue', size: 'nano', reason: 'broken', ...ofLine(member.lineIds[0]) }),
  ],
  ['sim/cancel.html', '解約を予約する', () => ({ step: 'confirm', scope: 'contract' })],
  ['portout.html', 'MNP予約番号の発行を申し込む', () => ofLine(member.lineIds[0])],
])('%s の確認では、料金と日付の要点が、押すボタンより前にある', async (screen, button, asked) => {
  const page = await browse(member).open(`/mypage/${screen}?${new URLSearchParams(asked())}`)
  const figures = page.elements.findIndex((one) => classesOf(one).includes('key-figures'))
  const pressed = page.elements.findIndex(
    (one) => one.tagName === 'button' && textOf(one).endsWith(button),
  )
  expect(pressed).toBeGreaterThan(0)
  expect(figures).toBeGreaterThan(0)
  expect(figures).toBeLessThan(pressed)
})
