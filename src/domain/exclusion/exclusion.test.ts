import { suspensionReasons } from '#vocabulary/suspension.ts'
import { operations, type Operation } from '#vocabulary/operation.ts'
import { describe, expect, test } from 'vitest'
import { contractStates } from '../contract/contract-states.ts'
import { lineStates } from '../line/line-states.ts'
import { actors } from '../machine.ts'
import { portOutStates } from '../port-out/port-out-states.ts'
import { simOrderStates } from '../sim/order-states.ts'
import { formatRfc3339, tokyoDate } from '../tokyo.ts'
import { allowedOperations, mayBegin } from './allowed-operations.ts'
import type { ContractFacts } from './facts.ts'
import { blockers, type Blocker } from './matrix.ts'
import { operationRules } from './operation-rules.ts'
import { blockerReasons } from './reason.ts'
import { blocked, quietContract, sampleNow, withFirstLine } from '#tests/facts/sample-facts.ts'

const ask = (operation: Operation, facts: ContractFacts, at = sampleNow) =>
  mayBegin(operation, facts, at, operationRules[operation].on === 'line' ? 'L1' : undefined)
const codeOf = (may: ReturnType<typeof ask>) => (may.ok ? undefined : may.code)
const effectOf = (may: ReturnType<typeof ask>) => (may.ok ? may.value.effect : undefined)
const code = (...asked: Parameters<typeof ask>) => codeOf(ask(...asked))

/** The table of the rules, typed a second time: R refused, Q queued, P replaces, dot allowed. */
const expected: Record<Blocker, string> = {
  //                 size add reissue kind move cancel port handover option
  kindChangeOpen: /**/ '. R R R R Q R R .',
  simOrderOpen: /*  */ '. R R R R Q R R .',
  mnpNumberLive: /* */ 'R R R R R . R R R',
  handoverOpen: /*  */ '. . R R R . R R .',
  cancellationBooked: 'R R R R R R P R R',
  unpaid: /*        */ '. R R R R . R R R',
  suspended: /*     */ 'R R R R R . R R R',
}
const letters = { ok: '.', refused: 'R', queued: 'Q', replaces: 'P' }
const requests = [
  'planSizeChange',
  'simAdd',
  'simReissue',
  'simKindChange',
  'phoneMove',
  'lineCancel',
  'portOut',
  'lineHandover',
  'optionJoin',
] as const
const verdictOf = (blocker: Blocker, request: Operation) =>
  operationRules[request].blockedBy?.[blocker].verdict ?? 'ok'

describe('何が何を止めるか', () => {
  test.each(blockers)('%s：表は規則と同じことを言う', (blocker) => {
    expect(requests.map((request) => letters[verdictOf(blocker, request)]).join(' ')).toBe(
      expected[blocker],
    )
  })

  test.each(blockers)('%s：どのます目も、理由を付けてそのとおり答える', (blocker) => {
    for (const request of requests) {
      const may = ask(request, blocked[blocker])
      const verdict = verdictOf(blocker, request)
      expect(may.ok, request).toBe(verdict !== 'refused')
      expect(codeOf(may), request).toBe(verdict === 'refused' ? blockerReasons[blocker] : undefined)
      expect(effectOf(may), request).toBe(verdict === 'refused' ? undefined : verdict)
    }
  })

  test('何も進んでいなければ、表のすべてができる', () => {
    for (const request of requests)
      expect(ask(request, quietContract)).toMatchObject({ ok: true, value: { effect: 'ok' } })
  })

  test('いちばん重い理由を伝える', () => {
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

  test('紛失による停止中でも、SIMの再発行と新しいスマホへの移行と転出はできる', () => {
    for (const reason of suspensionReasons) {
      const facts: ContractFacts = { ...quietContract, state: 'suspended', suspension: reason }
      const line = withFirstLine({ state: 'suspended', suspension: reason })
      for (const operation of ['simReissue', 'phoneMove', 'portOut'] as const) {
        expect(ask(operation, facts).ok, `${reason} ${operation}`).toBe(reason === 'lost')
        expect(ask(operation, line).ok, `${reason} ${operation}`).toBe(reason === 'lost')
      }
      expect(ask('lineCancel', facts).ok).toBe(true)
    }
  })

  test('1つの回線の解約や停止は、契約のほかを止めない', () => {
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

  test('断りには、いつ空くか、何が止めているか、順番待ちにできるかがある', () => {
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

describe('すべての状態×操作×行う人', () => {
  test('会員と担当者は操作の許す状態で行え、システムと回線網は行えない', () => {
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

  test('すべての状態の回線でのすべての操作', () => {
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

  test('SIMの注文は、どの種類でも、注文から終わりまでほかを止める', () => {
    for (const state of simOrderStates.states) {
      const open = state !== 'quoted' && !simOrderStates.isTerminal(state)
      const facts = withFirstLine({ simOrders: [{ orderNo: 'S1', kind: 'reissue', state }] })
      expect(code('simReissue', facts), state).toBe(open ? 'SIM_ORDER_OPEN' : undefined)
    }
  })

  test('番号は、依頼から期限切れまでほかを止める', () => {
    for (const state of portOutStates.states) {
      const live = state === 'requested' || state === 'issuing' || state === 'issued'
      expect(code('simReissue', withFirstLine({ mnp: { orderNo: 'P1', state } })), state).toBe(
        live ? 'MNP_NUMBER_LIVE' : undefined,
      )
    }
  })

  test('一覧は、操作を契約で1回、または回線ごとに1回挙げる', () => {
    const perLine = operations.filter((one) => operationRules[one].on === 'line').length
    expect(allowedOperations(quietContract, sampleNow)).toHaveLength(operations.length + perLine)
  })
})
