import { expect, test } from 'vitest'
import { bytes } from '#protocol/primitives.ts'
import { groupsOf, stateOf } from './ring-of.ts'

const bucket = (
  kind: 'base' | 'carry' | 'topup' | 'gift',
  remainingBytes: number,
  expiresAt: string,
) => ({
  bucketId: `${kind}-${expiresAt}`,
  kind,
  label: kind,
  grantedBytes: 1_000_000_000,
  remainingBytes,
  grantedAt: '2026-11-01T00:00:00+09:00',
  expiresAt,
})

test('残量の輪は、期限の遠い量から近い量へ、種類ごとにまとめて描く。10日以内に切れる量は点線にする', () => {
  const residual = {
    asOf: '2026-11-22T12:00:00+09:00',
    buckets: [
      bucket('carry', 200, '2026-12-01T00:00:00+09:00'),
      bucket('base', 3000, '2027-01-01T00:00:00+09:00'),
      bucket('topup', 0, '2027-01-01T00:00:00+09:00'),
      bucket('topup', 500, '2027-03-01T00:00:00+09:00'),
      bucket('gift', 100, '2027-02-01T00:00:00+09:00'),
    ],
  }
  expect(groupsOf(residual)).toEqual([
    { kind: 'add', bytes: 600, firstExpiry: '2027-02-01T00:00:00+09:00', expiring: false },
    { kind: 'base', bytes: 3000, firstExpiry: '2027-01-01T00:00:00+09:00', expiring: false },
    { kind: 'carry', bytes: 200, firstExpiry: '2026-12-01T00:00:00+09:00', expiring: true },
  ])
})

test('どの回線も止まっているときの輪は、オンにすれば高速に戻る低速の輪ではない', () => {
  const residual = { totalBytes: bytes.parse(2_000), usedThisMonthBytes: bytes.parse(3_000) }
  const known = { residual, forecast: undefined, isStopped: false, isLight: false }
  const off = { on: false, speedReason: 'switchedOff' } as const
  const stopped = { on: false, speedReason: 'suspended' } as const
  expect(stateOf({ ...known, lines: [off] })).toBe('low')
  expect(stateOf({ ...known, lines: [stopped] })).toBe('stopped')
  // One of several still runs.
  expect(stateOf({ ...known, lines: [off, stopped] })).toBe('low')
})
