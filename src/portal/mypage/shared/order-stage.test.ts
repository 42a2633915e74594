import { expect, test } from 'vitest'
import { instant, tokyoDate } from '#protocol/primitives.ts'
import { progressOf, timelineOf } from './order-stage.tsx'

type Steps = Parameters<typeof timelineOf>[0]['timeline']

const steps = (...timeline: Steps) => timelineOf({ timeline })
const at = instant.parse('2026-11-20T10:00:00+09:00')

test('まだ来ていない手順は、済んだとは言わず、その日の予定だと言う', () => {
  const [, ahead] = steps(
    { key: 'reserved', label: '予約済み', position: 'current', at },
    {
      key: 'executed',
      label: '解約済み',
      position: 'ahead',
      expectedOn: tokyoDate.parse('2026-11-30'),
    },
  )
  expect(ahead).toEqual({ title: '解約', state: 'next', at: '2026-11-30', isExpected: true })
})

test('済んだ手順は、まだ途中だとは言わない', () => {
  const [setting, active] = steps(
    { key: 'setting', label: '設定中', position: 'done', at },
    { key: 'active', label: 'ご利用中', position: 'done', at },
  )
  expect([setting?.title, active?.title]).toEqual(['設定', 'ご利用中'])
})

test('いまの手順は、その状態のとおりに言う', () => {
  const [now] = steps({
    key: 'setting',
    label: '設定中',
    position: 'current',
    at,
    message: '設定をしています。',
  })
  expect(now).toEqual({ title: '設定中', state: 'current', at, note: '設定をしています。' })
})

test('取り消した手続きや置き換わった手続きは、手順がすべて終わったとは言わない', () => {
  const timeline: Steps = [
    { key: 'reserved', label: '予約済み', position: 'done', at },
    { key: 'over', label: '終わり', position: 'done', at },
  ]
  expect(progressOf({ timeline, final: true, tone: 'info' })).toBeUndefined()
  expect(progressOf({ timeline, final: true, tone: 'danger' })).toBeUndefined()
  expect(progressOf({ timeline, final: true, tone: 'good' })).toBe('2つの手順がすべて終わりました')
})
