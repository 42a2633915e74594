import { expect, test } from 'vitest'
import { peopleOf } from './people.ts'

const line = (position: number, status: 'active' | 'ended', usedThisMonthBytes: number) => ({
  usedThisMonthBytes,
  line: {
    lineId: `line_${position}`,
    nickname: '',
    number: `0700000000${position}`,
    position,
    simKind: 'voice' as const,
    simSize: 'nano' as const,
    status,
    statusLabel: status === 'ended' ? '解約済み' : 'ご利用中',
  },
})
const tonesOf = (lines: ReturnType<typeof line>[]) =>
  peopleOf({ lines }, []).map(({ id, tone }) => [id, tone])

test('ほかの回線が終わっても、回線の色は変わらない', () => {
  const third = ['line_3', 2]
  expect(tonesOf([line(1, 'active', 5), line(2, 'active', 5), line(3, 'active', 5)])).toEqual([
    ['line_1', 0],
    ['line_2', 1],
    third,
  ])
  expect(tonesOf([line(1, 'active', 5), line(2, 'ended', 5), line(3, 'active', 5)])).toContainEqual(
    third,
  )
  expect(tonesOf([line(1, 'active', 5), line(2, 'ended', 0), line(3, 'active', 5)])).toEqual([
    ['line_1', 0],
    third,
  ])
})
