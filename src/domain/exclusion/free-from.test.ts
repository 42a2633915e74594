import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineKinds } from '#vocabulary/line.ts'
import type { Operation } from '#vocabulary/operation.ts'
import { suspensionReasons } from '#vocabulary/suspension.ts'
import { planCodes } from '../catalogue/plan.ts'
import { lineStates } from '../line/line-states.ts'
import { portOutStates } from '../port-out/port-out-states.ts'
import { simOrderStates } from '../sim/order-states.ts'
import {
  addDays,
  addMonths,
  atHour,
  endOfDay,
  endOfMonth,
  formatRfc3339,
  instant,
  startOfDay,
  startOfMonth,
  toTokyoDate,
  toTokyoMonth,
  tokyoDate,
  type Instant,
} from '../tokyo.ts'
import { allowedOperations, mayBegin } from './allowed-operations.ts'
import type { ContractFacts, LineFacts, SimOrderFact } from './facts.ts'
import { passingReasons } from './reason.ts'
import {
  blocked,
  quietContract,
  quietLine,
  sampleNow,
  withFirstLine,
} from '#tests/facts/sample-facts.ts'

const today = toTokyoDate(sampleNow)
const ask = (operation: Operation, facts: ContractFacts, lineId?: string) => {
  const may = mayBegin(operation, facts, sampleNow, lineId)
  if (may.ok) return []
  const { code, freeFrom, queueable = false } = may
  return [code, freeFrom && formatRfc3339(freeFrom), queueable]
}

describe('続く理由を先に伝え、日付は受け付けられるときにだけ添える', () => {
  test('シェアできない3GBの契約は、SIMの手続き中でも「シェアできない」が理由で、順番待ちにもできない', () => {
    const facts = { ...blocked.simOrderOpen, planCode: 13 as const }
    const addOpen: ContractFacts = {
      ...facts,
      addOrders: [{ orderNo: 'A1', kind: 'add', state: 'preparing', expectedOn: today }],
    }
    expect(ask('simAdd', facts)).toEqual(['PLAN_NOT_SHAREABLE', undefined, false])
    expect(ask('simAdd', addOpen)).toEqual(['PLAN_NOT_SHAREABLE', undefined, false])
  })

  test('準備中の回線を二重に数えない。2回線めの準備中は3回線めを待てば申し込める', () => {
    const adding: SimOrderFact = {
      orderNo: 'A1',
      kind: 'add',
      state: 'preparing',
      expectedOn: tokyoDate('2026-11-25'),
    }
    const second = quietLine('L2', { state: 'preparing' })
    const facts = { ...quietContract, lines: [quietLine('L1'), second], addOrders: [adding] }
    expect(ask('simAdd', facts)).toEqual(['SIM_ORDER_OPEN', '2026-11-25T00:00:00+09:00', true])
    const third = quietLine('L3', { state: 'preparing' })
    const full = { ...facts, lines: [quietLine('L1'), quietLine('L2'), third] }
    expect(ask('simAdd', full)).toEqual(['LINE_LIMIT_REACHED', undefined, false])
  })

  test('いくつも進んでいるときは、最後に終わるものの日付を添える', () => {
    const number = (orderNo: string, issuedOn: string) =>
      ({ orderNo, state: 'issued', issuedOn: tokyoDate(issuedOn) }) as const
    const facts: ContractFacts = {
      ...quietContract,
      lines: [
        quietLine('L1', { mnp: number('P1', '2026-11-10') }),
        quietLine('L2', { mnp: number('P2', '2026-11-18') }),
      ],
    }
    expect(mayBegin('planSizeChange', facts, sampleNow)).toMatchObject({
      freeFrom: instant('2026-12-03T00:00:00+09:00'),
      blockedBy: 'P2',
    })
  })

  test('予定の日を過ぎても終わらない手続きには、日付を約束しない', () => {
    const facts = withFirstLine({
      simOrders: [{ orderNo: 'S1', kind: 'reissue', state: 'shipped', expectedOn: today }],
    })
    expect(ask('simKindChange', facts, 'L1')).toEqual(['SIM_ORDER_OPEN', undefined, true])
  })

  test('データSIMへの種別変更が終わっても転出はできないので、日付を添えず、順番待ちにもしない', () => {
    const open = (toKind: 'data' | 'voice') =>
      withFirstLine({
        simOrders: [
          {
            orderNo: 'S1',
            kind: 'kindChange',
            state: 'shipped',
            expectedOn: tokyoDate('2026-11-25'),
            toKind,
          },
        ],
      })
    expect(ask('portOut', open('data'), 'L1')).toEqual(['KIND_CHANGE_OPEN', undefined, false])
    expect(ask('portOut', open('voice'), 'L1')).toEqual([
      'KIND_CHANGE_OPEN',
      '2026-11-25T00:00:00+09:00',
      true,
    ])
  })

  test('空く日より前に解約の最終利用日が来るなら、日付を添えない', () => {
    const facts: ContractFacts = {
      ...blocked.cancellationBooked,
      lines: [
        quietLine('L1', {
          state: 'ending',
          mnp: { orderNo: 'P1', state: 'issued', issuedOn: tokyoDate('2026-11-18') },
        }),
      ],
    }
    expect(ask('portOut', facts, 'L1')).toEqual(['MNP_NUMBER_LIVE', undefined, false])
  })
})

const day = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((days) => addDays(today, days))
const lastDay = fc
  .integer({ min: 0, max: 2 })
  .map((n) => endOfMonth(addMonths(toTokyoMonth(sampleNow), n)))
const cancellation = fc.oneof(
  fc.record({ orderNo: fc.constant('C'), state: fc.constant('reserved' as const), lastDay }),
  fc.record({ orderNo: fc.constant('C'), state: fc.constant('queued' as const), lastDay }),
)
const simOrder = fc.record({
  orderNo: fc.constant('S'),
  kind: fc.constantFrom('reissue' as const, 'kindChange' as const),
  state: fc.constantFrom(...simOrderStates.states),
  expectedOn: fc.option(day(-3, 30), { nil: undefined }),
  toKind: fc.constantFrom(...lineKinds),
})
const line = (lineId: string): fc.Arbitrary<LineFacts> =>
  fc.record({
    lineId: fc.constant(lineId),
    kind: fc.constantFrom(...lineKinds),
    state: fc.constantFrom(...lineStates.states),
    suspension: fc.constantFrom(...suspensionReasons),
    simOrders: fc.array(simOrder, { maxLength: 2 }),
    mnp: fc.option(
      fc.record({
        orderNo: fc.constant('P'),
        state: fc.constantFrom(...portOutStates.states),
        issuedOn: fc.option(day(-20, 0), { nil: undefined }),
      }),
      { nil: undefined },
    ),
    cancellation: fc.option(cancellation, { nil: undefined, freq: 3 }),
    highSpeedChangedAt: fc.option(
      fc.integer({ min: 0, max: 120 }).map((seconds) => sampleNow.subtract({ seconds })),
      { nil: undefined },
    ),
  })
const contract: fc.Arbitrary<ContractFacts> = fc.record({
  state: fc.constantFrom('active', 'suspended', 'cancel_reserved'),
  suspension: fc.constantFrom(...suspensionReasons),
  planCode: fc.constantFrom(...planCodes),
  unpaid: fc.boolean(),
  lines: fc.tuple(line('L1'), line('L2')),
  addOrders: fc.array(
    fc.record({
      orderNo: fc.constant('A'),
      kind: fc.constant('add' as const),
      state: fc.constantFrom(...simOrderStates.states),
      expectedOn: fc.option(day(-3, 30), { nil: undefined }),
    }),
    { maxLength: 1 },
  ),
  cancellation: fc.option(cancellation, { nil: undefined, freq: 3 }),
  planSize: fc.option(
    fc.record({
      orderNo: fc.constant('B'),
      state: fc.constant('reserved' as const),
      planCode: fc.constantFrom(...planCodes),
      effectiveOn: fc.constant(startOfMonth(addMonths(toTokyoMonth(sampleNow), 1))),
      undoUntil: fc.constant(atHour(tokyoDate('2026-11-29'), 12)),
    }),
    { nil: undefined },
  ),
  paper: fc.constant('none' as const),
})

/** The contract at a later moment, when everything has ended on the day it was expected. */
function later(facts: ContractFacts, at: Instant): ContractFacts {
  const isGone = (one: ContractFacts['cancellation']) =>
    one?.lastDay !== undefined && Temporal.Instant.compare(endOfDay(one.lastDay), at) <= 0
  const before = (one: Instant) => Temporal.Instant.compare(one, at) <= 0
  const over = (one: SimOrderFact) =>
    one.expectedOn !== undefined && before(startOfDay(one.expectedOn))
  return {
    ...facts,
    state: isGone(facts.cancellation) ? 'terminated' : facts.state,
    planCode:
      facts.planSize !== undefined && before(startOfDay(facts.planSize.effectiveOn))
        ? facts.planSize.planCode
        : facts.planCode,
    addOrders: facts.addOrders.filter((one) => !over(one)),
    lines: facts.lines.map((one) => ({
      ...one,
      state: isGone(one.cancellation) ? ('ended' as const) : one.state,
      kind:
        one.simOrders.find(
          (order) =>
            order.kind === 'kindChange' &&
            over(order) &&
            order.state !== 'quoted' &&
            !simOrderStates.isTerminal(order.state),
        )?.toKind ?? one.kind,
      simOrders: one.simOrders.filter((order) => !over(order)),
    })),
  }
}

test('添えた日が来れば、その手続きは受け付けられる', () => {
  let dated = 0
  fc.assert(
    fc.property(contract, (facts) => {
      for (const { operation, lineId, may } of allowedOperations(facts, sampleNow)) {
        if (may.ok) continue
        const { freeFrom, code, queueable } = may
        if (freeFrom === undefined && !queueable) continue
        expect(passingReasons.includes(code)).toBe(true)
        if (freeFrom === undefined) continue
        dated += 1
        expect(Temporal.Instant.compare(freeFrom, sampleNow)).toBe(1)
        const then = mayBegin(operation, later(facts, freeFrom), freeFrom, lineId)
        expect(
          then.ok,
          `${operation} ${lineId} at ${formatRfc3339(freeFrom)}: ${then.ok ? '' : then.code}`,
        ).toBe(true)
      }
    }),
    { numRuns: 2000 },
  )
  expect(dated).toBeGreaterThan(500)
})
