import { expect, test } from 'vitest'
import { lockOf, verdictOf } from './verdict.ts'

const phone = { data: 'yes', sms: 'yes', voice: 'yes', volte: 'yes', tethering: 'yes' } as const

test.each([
  [{}, 'yes', '使えます', 'データ、SMS、音声、テザリングのすべてに対応しています。'],
  [
    { tethering: 'unknown' },
    'yes',
    '使えます',
    'データ、SMS、音声に対応しています。テザリングは不明です。',
  ],
  [
    { tethering: 'with-condition' },
    'part',
    '条件つきで使えます',
    'データ、SMS、音声に対応しています。テザリングは条件ありです。',
  ],
  [
    { voice: 'no', volte: 'no', sms: 'unknown' },
    'part',
    'データだけ使えます',
    'VoLTEに対応していないため、音声通話はできません。SMSは不明です。',
  ],
  [{ data: 'no' }, 'no', '使えません', 'この回線のデータ通信に対応していません。'],
] as const)('%o: %s', (marks, kind, title, reason) => {
  expect(verdictOf({ ...phone, ...marks })).toEqual({ kind, title, reason })
})

test('SIMロックは、2021年10月より前に売られた端末で聞く', () => {
  expect(lockOf({ releasedOn: '2021-10-01' }).title).toBe('原則としてありません')
  expect(lockOf({ releasedOn: '2021-09-24' }).title).toBe('確かめてください')
})
