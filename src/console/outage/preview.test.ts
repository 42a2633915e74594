import { expect, test } from 'vitest'
import { previewOf } from './preview.ts'

const asOf = '2026-11-24T10:42:00+09:00'
const typed = {
  intent: 'open',
  kind: 'outage',
  severity: 'outage',
  title: '大阪府で<b>使えません</b>',
  'services.data': 'on',
  'areas.大阪府': 'on',
  beginsAt: '2026-11-24T09:48',
  until: '2026-11-24T12:00',
  message: '原因を調べています。',
}

test('書きかけの障害は、会員が読むとおりの形になる', () => {
  expect(previewOf(typed, asOf)).toEqual({
    incidentId: 'preview',
    title: '大阪府で<b>使えません</b>',
    kind: 'outage',
    severity: 'outage',
    state: 'ongoing',
    services: [{ serviceKey: 'data', name: 'データ通信' }],
    areas: ['大阪府'],
    from: '2026-11-24T09:48:00+09:00',
    expectedEnd: '2026-11-24T12:00:00+09:00',
    emergencyCalls: { state: 'unknown' },
    otherWays: [],
    updatedAt: asOf,
    updates: [{ at: asOf, message: '原因を調べています。' }],
  })
  expect(previewOf({ ...typed, beginsAt: '2026-11-25T01:00' }, asOf).state).toBe('planned')
})

test('続報と終わりは、いま出ているものの上に重なる', () => {
  const entry = previewOf(typed, asOf)
  const update = previewOf({ intent: 'update', message: '迂回しました。' }, asOf, entry)
  expect(update.updates.map(({ message }) => message)).toEqual([
    '迂回しました。',
    '原因を調べています。',
  ])
  const closed = previewOf({ intent: 'close', message: '直りました。' }, asOf, entry)
  expect([closed.state, closed.to]).toEqual(['resolved', asOf])
})
