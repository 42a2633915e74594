import { describe, expect, test } from 'vitest'
import type { ContractFacts } from '../exclusion/facts.ts'
import { blocked, quietContract, sampleNow, withFirstLine } from '#tests/facts/sample-facts.ts'
import { instant, tokyoDate } from '../tokyo.ts'
import { decideCancellation, type CancellationCommand } from './decide-cancellation.ts'
import { decideInitialCancellation } from './decide-initial-cancellation.ts'

const decide = (
  type: CancellationCommand['type'],
  facts: ContractFacts,
  at?: string,
  lineId?: string,
) =>
  decideCancellation({ type, lineId }, facts, at === undefined ? sampleNow : instant(`${at}+09:00`))

describe('解約', () => {
  test('月末で終わり、締め切り後は翌月末になる。断られることはない', () => {
    expect(decide('book', quietContract)).toMatchObject({
      value: [{ type: 'booked', lastDay: '2026-11-30' }],
    })
    expect(decide('book', quietContract, '2026-11-29T12:00:00')).toMatchObject({
      value: [{ type: 'booked', lastDay: '2026-12-31' }],
    })
    for (const facts of [blocked.unpaid, blocked.suspended])
      expect(decide('book', facts).ok).toBe(true)
  })

  test('SIMの手続き中は順番待ちになり、最終利用日は申し出た時から数える', () => {
    expect(decide('book', blocked.simOrderOpen)).toMatchObject({
      ok: true,
      value: [{ type: 'queued', behindOrderNo: 'S2', lastDay: '2026-11-30' }],
    })
    const lastDay = tokyoDate('2026-11-30')
    const queued = { orderNo: 'C1', state: 'queued', lastDay } as const
    expect(decide('release', { ...blocked.simOrderOpen, cancellation: queued })).toMatchObject({
      code: 'SIM_ORDER_OPEN',
    })
    expect(decide('release', { ...blocked.kindChangeOpen, cancellation: queued })).toMatchObject({
      code: 'KIND_CHANGE_OPEN',
    })
    expect(
      decide('release', { ...quietContract, cancellation: queued }, '2026-11-29T18:00:00'),
    ).toMatchObject({
      value: [{ type: 'booked', lastDay: '2026-11-30' }],
    })
    expect(decide('undo', { ...quietContract, cancellation: queued }).ok).toBe(true)
    const waiting = { ...blocked.simOrderOpen, cancellation: queued }
    expect(decide('execute', waiting, '2026-11-30T23:59:59')).toMatchObject({ code: 'NOT_DUE' })
    expect(decide('execute', waiting, '2026-12-01T00:00:00').ok).toBe(true)
  })

  test('ある回線は、その回線の手続きだけを待つ', () => {
    expect(decide('book', blocked.simOrderOpen, undefined, 'L2')).toMatchObject({
      value: [{ type: 'booked' }],
    })
    expect(decide('book', blocked.simOrderOpen, undefined, 'L1')).toMatchObject({
      value: [{ type: 'queued' }],
    })
  })

  test('取り消しは最終日の前日の24時まで', () => {
    expect(decide('undo', blocked.cancellationBooked, '2026-11-29T23:59:59').ok).toBe(true)
    expect(decide('undo', blocked.cancellationBooked, '2026-11-30T00:00:00')).toMatchObject({
      code: 'UNDO_LIMIT_PASSED',
    })
    expect(decide('undo', quietContract)).toMatchObject({ code: 'NOTHING_BOOKED' })
    expect(
      decideCancellation({ type: 'undo' }, blocked.cancellationBooked, sampleNow, 'system'),
    ).toMatchObject({
      code: 'ACCESS_DENIED',
    })
  })

  test('最終日の途中ではなく終わりに、予約してあるときだけ終わる', () => {
    expect(decide('execute', blocked.cancellationBooked, '2026-11-30T23:59:59')).toMatchObject({
      code: 'NOT_DUE',
    })
    expect(decide('execute', blocked.cancellationBooked, '2026-12-01T00:00:00')).toEqual({
      ok: true,
      value: [{ type: 'last_day_ended', orderNo: 'C1' }],
    })
    expect(decide('execute', quietContract)).toMatchObject({ code: 'NOTHING_BOOKED' })
    expect(decide('release', quietContract)).toMatchObject({ code: 'NOTHING_BOOKED' })
  })

  test('二重に予約できない。MNP予約番号が有効なあいだも予約でき、先に来たほうで終わる', () => {
    expect(decide('book', blocked.cancellationBooked)).toMatchObject({
      code: 'CANCELLATION_BOOKED',
    })
    for (const lineId of [undefined, 'L1', 'L2'])
      expect(decide('book', blocked.mnpNumberLive, undefined, lineId)).toMatchObject({
        value: [{ type: 'booked', lastDay: '2026-11-30' }],
      })
  })
})

describe('初期契約解除', () => {
  const received: ContractFacts = {
    ...withFirstLine({ state: 'ended' }),
    documentReceivedOn: tokyoDate('2026-11-13'),
    serviceStartedOn: tokyoDate('2026-11-13'),
  }

  test('8日目の24時までに送れば、その時に効力が生じる', () => {
    const sentAt = instant('2026-11-20T23:59:59+09:00')
    expect(decideInitialCancellation(received, sentAt)).toEqual({
      ok: true,
      value: [{ type: 'submitted', sentAt, lastDay: '2026-11-20', lineIds: ['L2'] }],
    })
    expect(decideInitialCancellation(received, instant('2026-11-21T00:00:00+09:00'))).toMatchObject(
      {
        code: 'INITIAL_CANCEL_PERIOD_OVER',
      },
    )
  })

  test('MNP予約番号が有効でも、SIMの手続き中でも、利用停止中でも、断られない', () => {
    for (const facts of Object.values(blocked))
      expect(decideInitialCancellation(facts, sampleNow).ok).toBe(true)
  })

  test('書面が届く前でも送れる', () => {
    expect(decideInitialCancellation(quietContract, sampleNow)).toMatchObject({
      value: [{ lastDay: undefined }],
    })
  })
})
