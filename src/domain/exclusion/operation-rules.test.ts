import { suspensionReasons } from '#vocabulary/suspension.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { describe, expect, test } from 'vitest'
import { instant, tokyoDate } from '../tokyo.ts'
import { mayBegin } from './allowed-operations.ts'
import type { ContractFacts } from './facts.ts'
import { operationRules } from './operation-rules.ts'
import {
  blocked,
  mnpIssued,
  quietContract,
  quietLine,
  sampleNow,
  withFirstLine,
} from '#tests/facts/sample-facts.ts'

const ask = (operation: Operation, facts: ContractFacts, at = sampleNow) =>
  mayBegin(operation, facts, at, operationRules[operation].on === 'line' ? 'L1' : undefined)
const codeOf = (may: ReturnType<typeof ask>) => (may.ok ? undefined : may.code)
const effectOf = (may: ReturnType<typeof ask>) => (may.ok ? may.value.effect : undefined)
const code = (...asked: Parameters<typeof ask>) => codeOf(ask(...asked))

describe('操作がそれぞれ自分で確かめること', () => {
  test('SIMの追加は3回線まで、シェアできる容量だけ', () => {
    const three = { ...quietContract, lines: [quietLine('L1'), quietLine('L2'), quietLine('L3')] }
    expect(code('simAdd', three)).toBe('LINE_LIMIT_REACHED')
    expect(code('simAdd', { ...quietContract, planCode: 15 })).toBe('PLAN_NOT_SHAREABLE')
    const ended = {
      ...three,
      lines: [quietLine('L1'), quietLine('L2'), quietLine('L3', { state: 'ended' as const })],
    }
    expect(code('simAdd', ended)).toBeUndefined()
  })

  test('シェアできない容量を予約しているあいだは、回線を追加できない。取り消せば追加できる', () => {
    const booking = (state: 'reserved' | 'cancelled', planCode: 15 | 18) => ({
      orderNo: 'B1',
      state,
      planCode,
      effectiveOn: tokyoDate('2026-12-01'),
      undoUntil: instant('2026-11-29T12:00:00+09:00'),
    })
    const booked = (...request: Parameters<typeof booking>): ContractFacts => ({
      ...quietContract,
      planSize: booking(...request),
    })
    expect(ask('simAdd', booked('reserved', 15))).toMatchObject({
      code: 'BOOKED_PLAN_NOT_SHAREABLE',
      blockedBy: 'B1',
    })
    expect(code('simAdd', booked('reserved', 18))).toBeUndefined()
    expect(code('simAdd', booked('cancelled', 15))).toBeUndefined()
    // One that is settled, before a second booking for the month after.
    const second = { ...booking('reserved', 18), orderNo: 'B2' }
    const planSize = { ...second, settled: booking('reserved', 15) }
    expect(ask('simAdd', { ...quietContract, planSize })).toMatchObject({
      code: 'BOOKED_PLAN_NOT_SHAREABLE',
      blockedBy: 'B1',
    })
  })

  test('回線の追加中は次の追加を止め、ほかの回線は止めない', () => {
    const facts: ContractFacts = {
      ...quietContract,
      lines: [quietLine('L1')],
      addOrders: [{ orderNo: 'A1', kind: 'add', state: 'ordered' }],
    }
    expect(code('simAdd', facts)).toBe('SIM_ORDER_OPEN')
    expect(ask('simReissue', facts).ok).toBe(true)
    expect(effectOf(ask('contractCancel', facts))).toBe('queued')
  })

  test('転出できるのは音声通話SIMの回線だけ。期限切れの翌々日から新しい番号を発行できる', () => {
    expect(code('portOut', withFirstLine({ kind: 'sms' }))).toBe('NOT_VOICE_LINE')
    const facts = withFirstLine({ mnp: { ...mnpIssued, state: 'expired' } })
    const at = (text: string) => ask('portOut', facts, instant(`${text}+09:00`))
    expect(at('2026-12-03T00:00:00')).toMatchObject({
      code: 'MNP_NUMBER_COOLDOWN',
      queueable: true,
    })
    expect(at('2026-12-03T23:59:59').ok).toBe(false)
    expect(at('2026-12-04T00:00:00').ok).toBe(true)
  })

  test('有効な番号は期限の24時まで', () => {
    const at = (text: string) =>
      code('planSizeChange', blocked.mnpNumberLive, instant(`${text}+09:00`))
    expect([at('2026-12-02T23:59:59'), at('2026-12-03T00:00:00')]).toEqual([
      'MNP_NUMBER_LIVE',
      undefined,
    ])
  })

  test('解約の取り消しは最終日の前日まで', () => {
    const at = (text: string) =>
      code('cancelUndo', blocked.cancellationBooked, instant(`${text}+09:00`))
    expect([at('2026-11-29T23:59:59'), at('2026-11-30T00:00:00')]).toEqual([
      undefined,
      'UNDO_LIMIT_PASSED',
    ])
    expect(code('cancelUndo', quietContract)).toBe('NOTHING_BOOKED')
    const queued = withFirstLine({ cancellation: { orderNo: 'C1', state: 'queued' } })
    expect(code('cancelUndo', queued)).toBeUndefined()
  })

  test('容量変更の取り消しは締め切りまで', () => {
    const planSize = {
      orderNo: 'B1',
      state: 'reserved',
      planCode: 25,
      effectiveOn: tokyoDate('2026-12-01'),
      undoUntil: instant('2026-11-29T12:00:00+09:00'),
    } as const
    const at = (text: string) =>
      code('planSizeUndo', { ...quietContract, planSize }, instant(`${text}+09:00`))
    expect([at('2026-11-29T11:59:59'), at('2026-11-29T12:00:00')]).toEqual([
      undefined,
      'UNDO_LIMIT_PASSED',
    ])
    expect(code('planSizeUndo', quietContract)).toBe('NOTHING_BOOKED')
  })

  test('初期契約解除は書面を受け取るまでも、受け取ってから8日間もできる', () => {
    const received: ContractFacts = {
      ...quietContract,
      documentReceivedOn: tokyoDate('2026-11-13'),
      serviceStartedOn: tokyoDate('2026-11-12'),
    }
    expect(code('initialCancel', quietContract)).toBeUndefined()
    expect(code('initialCancel', received)).toBeUndefined()
    expect(code('initialCancel', received, instant('2026-11-21T00:00:00+09:00'))).toBe(
      'INITIAL_CANCEL_PERIOD_OVER',
    )
  })

  test('高速通信の切り替えは1分に1回', () => {
    const facts = withFirstLine({ highSpeedChangedAt: instant('2026-11-20T09:59:01+09:00') })
    expect(code('highSpeedSwitch', facts)).toBe('HIGH_SPEED_CHANGED_RECENTLY')
    expect(code('highSpeedSwitch', facts, instant('2026-11-20T10:00:01+09:00'))).toBeUndefined()
    expect(code('highSpeedSwitch', blocked.suspended)).toBe('SUSPENDED')
  })

  test('会員が再開できるのは紛失による停止だけ', () => {
    for (const reason of suspensionReasons) {
      const facts = withFirstLine({ state: 'suspended', suspension: reason })
      expect(ask('lineResume', facts).ok, reason).toBe(reason === 'lost')
      expect(code('lineSuspend', facts)).toBe('ALREADY_SUSPENDED')
    }
    expect(code('lineResume', quietContract)).toBe('NOT_SUSPENDED_AS_LOST')
    const fraud = withFirstLine({ state: 'suspended', suspension: 'fraud' })
    expect(mayBegin('lineResume', fraud, sampleNow, 'L1', 'staff').ok).toBe(true)
  })

  test('送付中の書面は重ねて頼めず、チャージは後払いでは売らない', () => {
    expect(code('paperCopy', { ...quietContract, paper: 'shipped' })).toBe('PAPER_ALREADY_ORDERED')
    expect(code('paperCopy', { ...quietContract, paper: 'delivered' })).toBeUndefined()
    expect(code('topUp', blocked.unpaid)).toBe('UNPAID')
    expect(code('topUp', blocked.cancellationBooked)).toBeUndefined()
  })
})
