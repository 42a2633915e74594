import { expect, test } from 'vitest'
import { lineCapApi } from '#protocol/line-cap.ts'
import { askedCap, isSetAlready } from './asked.ts'

const GB = 1_000_000_000

/** As it comes over the wire. */
const known = (cap?: { readonly dayBytes?: number; readonly monthBytes?: number }) =>
  lineCapApi.lineCapGet.result.parse({
    line: {
      lineId: 'line_1',
      number: '09000001001',
      nickname: '',
      position: 1,
      simKind: 'voice',
      simSize: 'nano',
    },
    change: { allowed: true },
    ...(cap && { cap: { atCap: 'slow', setAt: '2026-11-20T10:00:00+09:00', ...cap } }),
    used: { dayBytes: 0, monthBytes: 0 },
    sum: { monthBytes: 0, baseBytes: 10 * GB },
    reach: { dayBytes: 0, monthBytes: 10 * GB },
    asOf: '2026-11-20T10:00:00+09:00',
  })

test('住所に何もなければ、決めてある上限か、容量の3分の1から始まる', () => {
  const none = new URLSearchParams()
  expect(askedCap(none, known())).toEqual({ over: 'month', dayMb: '300', monthMb: '3500' })
  const both = known({ dayBytes: 0, monthBytes: 5 * GB })
  expect(askedCap(none, both)).toEqual({ over: 'both', dayMb: '0', monthMb: '5000' })
  const typed = new URLSearchParams('over=day&dayMb=百')
  expect(askedCap(typed, both)).toEqual({ over: 'day', dayMb: '百', monthMb: '5000' })
  expect(askedCap(new URLSearchParams('over=week'), both).over).toBe('both')
})

test('決めてある上限と同じなら、保存しても何も変わらない', () => {
  const asked = { over: 'day', dayMb: '300', monthMb: '5000' } as const
  expect(isSetAlready(asked, known({ dayBytes: 300_000_000 }))).toBe(true)
  expect(isSetAlready(asked, known({ dayBytes: 300_000_000, monthBytes: GB }))).toBe(false)
  expect(isSetAlready({ ...asked, over: 'none' }, known())).toBe(true)
})
