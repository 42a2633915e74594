import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(entry: object): unknown {
  const lines: string[] = []
  createLog('info', { write: (line) => void lines.push(line) }).info(entry, 'request failed')
  return JSON.parse(lines[0] ?? '')
}

describe('ログに残す住所（URL）には、秘密を書かない', () => {
  test.each([
    ['/calendar/Xk3_secret-9.ics', '/calendar/[removed]'],
    ['/calendar/Xk3_secret-9.ics/', '/calendar/[removed]'],
    ['/%63alendar/Xk3_secret-9.ics', '/calendar/[removed]'],
    ['/Calendar/Xk3_secret-9.ics', '/Calendar/[removed]'],
    [
      'https://portal.example/calendar/Xk3_secret-9.ics',
      'https://portal.example/calendar/[removed]',
    ],
    ['/mypage/portout/consent.html?token=secret', '/mypage/portout/consent.html'],
    ['/calendar/order/PC-20261120-0001.ics', '/calendar/order/PC-20261120-0001.ics'],
    ['/%E0%A4%A', '/%E0%A4%A'],
    ['/api/contract', '/api/contract'],
  ])('%s → %s', (address, written) => {
    expect(logged({ path: address, url: address })).toMatchObject({ path: written, url: written })
  })
})

test('日時は、どこに入っていても、読める形で残る', () => {
  const at = Temporal.Instant.from('2026-11-30T21:00:00Z')
  const day = Temporal.PlainDate.from('2026-11-30')
  const entry = { at, ours: { found_at: at, days: [day], note: null }, name: '山田' }
  expect(logged(entry)).toMatchObject({
    at: '2026-11-30T21:00:00Z',
    ours: { found_at: '2026-11-30T21:00:00Z', days: ['2026-11-30'], note: null },
    name: '[removed]',
  })
  expect(logged({ err: new Error('broken') })).toMatchObject({ err: { message: 'broken' } })
})
