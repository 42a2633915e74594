import { expect, test } from 'vitest'
import { eidFault, groupedEid, plainEid } from './choices.ts'

const eid = '89049032000000000000000000270017'

test.each([
  ['8904 9032 0000 0000 0000 0000 0027 0017'],
  ['８９０４９０３２－００００－００００－００００－００００－００２７－００１７'],
  ['EID: 89049032000000000000000000270017'],
])('EIDは、写したままの形で受け付ける：%s', (typed) => {
  expect(plainEid(typed)).toBe(eid)
})

test('EIDは4桁ずつ区切って見せる', () => {
  expect(groupedEid(eid)).toBe('8904 9032 0000 0000 0000 0000 0027 0017')
})

test('桁が足りないときは、いま何桁かを伝える', () => {
  expect(eidFault('esim', eid)).toBeUndefined()
  expect(eidFault('nano', '')).toBeUndefined()
  expect(eidFault('esim', '')).toContain('EIDが必要です')
  expect(eidFault('esim', eid.slice(1))).toContain('いまは31桁です')
  // 27 and 00 have changed places.
  expect(eidFault('esim', '89049032000000000000000027000017')).toBe(
    'EIDのどこかの数字が違っているようです。端末の画面と見比べて、もう一度入力してください。',
  )
})
