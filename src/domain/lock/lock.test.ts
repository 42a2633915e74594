import { describe, expect, test } from 'vitest'
import { mayBegin } from '../exclusion/allowed-operations.ts'
import { formatRfc3339, instant } from '../tokyo.ts'
import { quietContract } from '#tests/facts/sample-facts.ts'
import { decideLock, lockAt, unlocked, weakens, type Lock, type LockCommand } from './lock.ts'

const now = instant('2026-11-20T10:00:00+09:00')
const later = (hours: number) => now.add({ hours })
const on: Lock = { kind: 'numberTransfer', state: 'on', waitHours: 24 }
const lifting: Lock = { ...on, state: 'lifting', liftsAt: later(24) }

function decided(lock: Lock, command: LockCommand, at = now) {
  const answer = decideLock(lock, command, at)
  return answer.ok ? answer.value : answer.code
}

describe('ロックの設定と解除', () => {
  test('設定はすぐに効き、選んだ待ち時間とともに残る', () => {
    expect(decided(unlocked('numberTransfer'), { type: 'set', waitHours: 72 })).toEqual({
      event: 'set',
      lock: { kind: 'numberTransfer', state: 'on', waitHours: 72 },
    })
    expect(decided(unlocked('topUp'), { type: 'set', waitHours: 72 })).toMatchObject({
      lock: { waitHours: 0 },
    })
  })

  test('解除は待ち時間のあとに効き、2度目の申し出は時間を延ばさない', () => {
    expect(decided(on, { type: 'lift' })).toMatchObject({
      event: 'lift_asked',
      lock: { state: 'lifting', liftsAt: later(24) },
    })
    expect(decided(lifting, { type: 'lift' }, later(1))).toBeUndefined()
    expect(decided({ ...on, waitHours: 0 }, { type: 'lift' })).toMatchObject({
      event: 'lifted',
      lock: { state: 'off' },
    })
    expect(decided(unlocked('numberTransfer'), { type: 'lift' })).toBe('LOCK_NOT_SET')
  })

  test('待ち時間のあいだは取り消せ、過ぎると外れている', () => {
    expect(decided(lifting, { type: 'stop' }, later(23))).toMatchObject({
      event: 'lift_stopped',
      lock: { state: 'on', waitHours: 24 },
    })
    expect(lockAt(lifting, later(24).subtract({ nanoseconds: 1 })).state).toBe('lifting')
    expect(lockAt(lifting, later(24)).state).toBe('off')
    expect(decided(lifting, { type: 'stop' }, later(24))).toBe('LOCK_NOT_SET')
  })

  test('待ち時間を長くするのはすぐに、短くするのは、いまの待ち時間のあとに効く', () => {
    expect(decided(on, { type: 'wait', waitHours: 72 })).toMatchObject({ lock: { waitHours: 72 } })
    const answer = decideLock(on, { type: 'wait', waitHours: 0 }, now)
    const shortened = answer.ok && answer.value ? answer.value.lock : on
    expect(shortened).toMatchObject({
      waitHours: 24,
      shorter: { waitHours: 0, from: later(24) },
    })
    // The stranger who shortened it waits the old time all the same.
    expect(decided(shortened, { type: 'lift' }, later(1))).toMatchObject({
      lock: { state: 'lifting', liftsAt: later(25) },
    })
    expect(decided(shortened, { type: 'lift' }, later(24))).toMatchObject({ event: 'lifted' })
    expect(decided(lifting, { type: 'wait', waitHours: 0 })).toBe('LOCK_LIFTING')
  })

  test('守りを弱めることだけに、2段階目の確認がいる', () => {
    expect(weakens(on, { type: 'lift' }, now)).toBe(true)
    expect(weakens(on, { type: 'wait', waitHours: 0 }, now)).toBe(true)
    expect(weakens(on, { type: 'wait', waitHours: 72 }, now)).toBe(false)
    expect(weakens(lifting, { type: 'stop' }, now)).toBe(false)
    expect(weakens(unlocked('numberTransfer'), { type: 'set', waitHours: 0 }, now)).toBe(false)
  })
})

describe('ロックは、始めることだけを断る', () => {
  const ask = (locks: readonly Lock[], operation: Parameters<typeof mayBegin>[0], at = now) => {
    const may = mayBegin(operation, { ...quietContract, locks }, at, 'L1')
    return may.ok ? 'ok' : [may.code, may.freeFrom && formatRfc3339(may.freeFrom)]
  }

  test.each([
    ['numberTransfer', 'portOut', 'PORT_OUT_LOCKED'],
    ['simChange', 'simAdd', 'SIM_CHANGE_LOCKED'],
    ['simChange', 'simReissue', 'SIM_CHANGE_LOCKED'],
    ['simChange', 'simKindChange', 'SIM_CHANGE_LOCKED'],
    ['topUp', 'topUp', 'TOP_UP_LOCKED'],
  ] as const)('%s のロックは %s を断る', (kind, operation, code) => {
    const lock: Lock = { kind, state: 'on', waitHours: 0 }
    expect(ask([lock], operation)).toEqual([code, undefined])
    expect(ask([unlocked(kind)], operation)).toBe('ok')
  })

  test('解除を待つあいだは、外れる時刻を添えて断り、その時刻から受け付ける', () => {
    expect(ask([lifting], 'portOut')).toEqual(['LOCK_LIFTING', '2026-11-21T10:00:00+09:00'])
    expect(ask([lifting], 'portOut', later(24))).toBe('ok')
  })

  test('解約、利用停止、ほかの手続きは、ロックに妨げられない', () => {
    const all: Lock[] = [on, { ...on, kind: 'simChange' }, { ...on, kind: 'topUp' }]
    for (const operation of ['contractCancel', 'lineCancel', 'lineSuspend', 'optionJoin'] as const)
      expect(ask(all, operation), operation).toBe('ok')
  })
})
