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
