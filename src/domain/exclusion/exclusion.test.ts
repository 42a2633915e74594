import { suspensionReasons } from '#vocabulary/suspension.ts'
import { operations, type Operation } from '#vocabulary/operation.ts'
import { describe, expect, test } from 'vitest'
import { contractStates } from '../contract/contract-states.ts'
import { lineStates } from '../line/line-states.ts'
import { actors } from '../machine.ts'
import { portOutStates } from '../port-out/port-out-states.ts'
import { simOrderStates } from '../sim/order-states.ts'
import { formatRfc3339, instant, tokyoDate } from '../tokyo.ts'
import { allowedOperations, mayBegin } from './allowed-operations.ts'
import type { ContractFacts } from './facts.ts'
import { blockers, type Blocker } from './matrix.ts'
import { operationRules } from './operation-rules.ts'
import { blockerReasons } from './reason.ts'
import {
  blocked,
  mnpIssued,
  quietContract,
  quietLine,
  sampleNow,
  withFirstLine,
} from '../../../tests/facts/sample-facts.ts'

const ask = (operation: Operation, facts: ContractFacts, at = sampleNow) =>
  mayBegin(operation, facts, at, operationRules[operation].on === 'line' ? 'L1' : undefined)
const codeOf = (may: ReturnType<typeof ask>) => (may.ok ? undefined : may.code)
const effectOf = (may: ReturnType<typeof ask>) => (may.ok ? may.value.effect : undefined)
const code = (...asked: Parameters<typeof ask>) => codeOf(ask(...asked))

/** The table of the rules, typed a second time: R refused, Q queued, P replaces, dot allowed. */
const expected: Record<Blocker, string> = {
  //                 size add reissue kind cancel port option
  kindChangeOpen: /**/ '. R R R Q R .',
  simOrderOpen: /*  */ '. R R R Q R .',
  mnpNumberLive: /* */ 'R R R R . R R',
  cancellationBooked: 'R R R R R P R',
  unpaid: /*        */ '. R R R . R R',
  suspended: /*     */ 'R R R R . R R',
}
const letters = { ok: '.', refused: 'R', queued: 'Q', replaces: 'P' }
const wishes = [
  'planSizeChange',
  'simAdd',
  'simReissue',
  'simKindChange',
  'lineCancel',
  'portOut',
  'optionJoin',
] as const
const verdictOf = (blocker: Blocker, wish: Operation) =>
  operationRules[wish].blockedBy?.[blocker].verdict ?? 'ok'

describe('what blocks what', () => {
  test.each(blockers)('%s: the matrix says what the rules say', (blocker) => {
    expect(wishes.map((wish) => letters[verdictOf(blocker, wish)]).join(' ')).toBe(
      expected[blocker],
    )
  })

  test.each(blockers)('%s: every cell is answered so, with its reason', (blocker) => {
    for (const wish of wishes) {
      const may = ask(wish, blocked[blocker])
      const verdict = verdictOf(blocker, wish)
      expect(may.ok, wish).toBe(verdict !== 'refused')
      expect(codeOf(may), wish).toBe(verdict === 'refused' ? blockerReasons[blocker] : undefined)
      expect(effectOf(may), wish).toBe(verdict === 'refused' ? undefined : verdict)
    }
  })

  test('when nothing is in progress, everything of the matrix is allowed', () => {
    for (const wish of wishes)
      expect(ask(wish, quietContract)).toMatchObject({ ok: true, value: { effect: 'ok' } })
  })

  test('the weightiest reason is the one that is told', () => {
    expect(code('simAdd', { ...blocked.suspended, unpaid: true })).toBe('SUSPENDED')
    expect(code('simReissue', { ...blocked.simOrderOpen, unpaid: true })).toBe('UNPAID')
  })

  test('種別変更中は、シェアのほかの回線でもSIMの再発行ができない。転出はその回線だけ', () => {
    const other = (operation: Operation) =>
      mayBegin(operation, blocked.kindChangeOpen, sampleNow, 'L2')
    expect(codeOf(other('simReissue'))).toBe('KIND_CHANGE_OPEN')
    expect(other('portOut').ok).toBe(true)
    expect(effectOf(other('lineCancel'))).toBe('ok')
    expect(ask('contractCancel', blocked.kindChangeOpen)).toMatchObject({
      value: { effect: 'queued', behind: 'S1' },
    })
  })

  test('紛失による停止中でも、SIMの再発行と転出はできる', () => {
    for (const reason of suspensionReasons) {
      const facts: ContractFacts = { ...quietContract, state: 'suspended', suspension: reason }
      const line = withFirstLine({ state: 'suspended', suspension: reason })
      for (const operation of ['simReissue', 'portOut'] as const) {
        expect(ask(operation, facts).ok, `${reason} ${operation}`).toBe(reason === 'lost')
        expect(ask(operation, line).ok, `${reason} ${operation}`).toBe(reason === 'lost')
      }
      expect(ask('lineCancel', facts).ok).toBe(true)
    }
  })

  test('one line leaving or suspended does not hold up the rest of the contract', () => {
    const leaving = withFirstLine({
      state: 'ending',
      cancellation: { orderNo: 'C2', state: 'reserved', lastDay: tokyoDate('2026-11-30') },
    })
    expect(ask('planSizeChange', leaving).ok).toBe(true)
    expect(code('simReissue', leaving)).toBe('CANCELLATION_BOOKED')
    expect(mayBegin('simReissue', leaving, sampleNow, 'L2').ok).toBe(true)
    expect(ask('optionJoin', withFirstLine({ state: 'suspended', suspension: 'lost' })).ok).toBe(
      true,
    )
  })

  test('a refusal tells when it frees up, what stands in the way, and whether it can be queued', () => {
    const shown = (operation: Operation, facts: ContractFacts) => {
      const may = ask(operation, facts)
      if (may.ok) return []
      const { freeFrom, blockedBy, queueable = false } = may
      return [freeFrom && formatRfc3339(freeFrom), blockedBy, queueable]
    }
    expect(shown('planSizeChange', blocked.mnpNumberLive)).toEqual([
      '2026-12-03T00:00:00+09:00',
      'P1',
      true,
    ])
    // A second number: two days after the last day of the first.
    expect(shown('portOut', blocked.mnpNumberLive)[0]).toBe('2026-12-04T00:00:00+09:00')
    expect(shown('simKindChange', blocked.simOrderOpen)).toEqual([
      '2026-11-25T00:00:00+09:00',
      'S2',
      true,
    ])
    expect(shown('simAdd', blocked.unpaid)).toEqual([undefined, undefined, false])
  })
})

describe('every state × operation × actor', () => {
  test('a member or staff may act in the states of the operation, the system and the carrier never', () => {
    for (const state of contractStates.states)
      for (const operation of operations)
        for (const actor of actors) {
          const rule = operationRules[operation]
          const lineId = rule.on === 'line' ? 'L1' : undefined
          const reasonCode = codeOf(
            mayBegin(operation, { ...quietContract, state }, sampleNow, lineId, actor),
          )
          const cell = `${state} ${operation} ${actor}`
          if (!rule.actors.includes(actor)) expect(reasonCode, cell).toBe('ACCESS_DENIED')
          else {
            const stateRefusals = [
              'CONTRACT_NOT_ACTIVE',
              'CONTRACT_ENDED',
              'DOCUMENT_NOT_READY',
              'INITIAL_CANCEL_NOT_APPLICABLE',
            ]
            expect(stateRefusals.includes(reasonCode ?? ''), cell).toBe(
              !rule.states.includes(state),
            )
          }
        }
  })

  test('every operation on a line of every state', () => {
    for (const state of lineStates.states)
      for (const operation of operations.filter((one) => operationRules[one].on === 'line')) {
        const live = state === 'active' || state === 'suspended' || state === 'ending'
        expect(
          code(operation, withFirstLine({ state })) === 'LINE_NOT_ACTIVE',
          `${state} ${operation}`,
        ).toBe(!live)
      }
    expect(codeOf(mayBegin('simReissue', quietContract, sampleNow, 'unknown'))).toBe(
      'LINE_NOT_ACTIVE',
    )
  })

  test('a SIM order blocks from its order to its end, whatever its kind', () => {
    for (const state of simOrderStates.states) {
      const open = state !== 'quoted' && !simOrderStates.isTerminal(state)
      const facts = withFirstLine({ simOrders: [{ orderNo: 'S1', kind: 'reissue', state }] })
      expect(code('simReissue', facts), state).toBe(open ? 'SIM_ORDER_OPEN' : undefined)
    }
  })

  test('a number blocks from its request until it expires', () => {
    for (const state of portOutStates.states) {
      const live = state === 'requested' || state === 'issuing' || state === 'issued'
      expect(code('simReissue', withFirstLine({ mnp: { orderNo: 'P1', state } })), state).toBe(
        live ? 'MNP_NUMBER_LIVE' : undefined,
      )
    }
  })

  test('the list names each operation once for the contract or once for each line', () => {
    const perLine = operations.filter((one) => operationRules[one].on === 'line').length
    expect(allowedOperations(quietContract, sampleNow)).toHaveLength(operations.length + perLine)
  })
})

describe('what each operation asks for itself', () => {
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
    const booked = (state: 'reserved' | 'cancelled', planCode: 15 | 18): ContractFacts => ({
      ...quietContract,
      planSize: {
        orderNo: 'B1',
        state,
        planCode,
        effectiveOn: tokyoDate('2026-12-01'),
        undoUntil: instant('2026-11-29T12:00:00+09:00'),
      },
    })
    expect(ask('simAdd', booked('reserved', 15))).toMatchObject({
      code: 'BOOKED_PLAN_NOT_SHAREABLE',
      blockedBy: 'B1',
    })
    expect(code('simAdd', booked('reserved', 18))).toBeUndefined()
    expect(code('simAdd', booked('cancelled', 15))).toBeUndefined()
  })

  test('an open order for a further line blocks another one, and leaves the other lines free', () => {
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

  test('a paper copy under way cannot be ordered again, top-ups are not sold on credit', () => {
    expect(code('paperCopy', { ...quietContract, paper: 'shipped' })).toBe('PAPER_ALREADY_ORDERED')
    expect(code('paperCopy', { ...quietContract, paper: 'delivered' })).toBeUndefined()
    expect(code('topUp', blocked.unpaid)).toBe('UNPAID')
    expect(code('topUp', blocked.cancellationBooked)).toBeUndefined()
  })
})
