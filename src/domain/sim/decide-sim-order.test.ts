import type { SimSize } from '#vocabulary/line.ts'
import { describe, expect, test } from 'vitest'
import { blocked, quietContract, quietLine, sampleNow } from '#tests/facts/sample-facts.ts'
import type { IdentityState } from '../identity/identity-states.ts'
import { actors } from '../machine.ts'
import { formatRfc3339, instant, tokyoDate } from '../tokyo.ts'
import {
  autoSwitchAt,
  decideOrderCancellation,
  decideSimOrder,
  decideSwitchOver,
  switchHours,
  type SimOrderRequest,
} from './decide-sim-order.ts'
import { simOrderStates } from './order-states.ts'
import type { SimOrderKind } from '../exclusion/facts.ts'
import { publishedPrices } from '../catalogue/price-book.ts'
import { simOrderCosts } from './sim-order-costs.ts'

const eid = '89049032000000000000000000260123'
const add: SimOrderRequest = { order: 'add', kind: 'data', simSize: 'nano' }
const decide = (
  ordered: SimOrderRequest,
  facts = quietContract,
  identity: IdentityState = 'not_required',
) => decideSimOrder(ordered, facts, identity, sampleNow)

describe('SIMの注文', () => {
  test('データSIMのSIMの追加はすぐに準備が始まり、音声通話SIMの回線は本人確認から', () => {
    expect(decide(add)).toMatchObject({
      value: [{ type: 'ordered', nextEvent: 'preparation_started', numberChanges: false }],
    })
    expect(decide({ ...add, kind: 'voice' })).toMatchObject({
      value: [{ nextEvent: 'identity_requested' }],
    })
    expect(decide({ ...add, kind: 'voice' }, quietContract, 'matched')).toMatchObject({
      value: [{ nextEvent: 'preparation_started' }],
    })
  })

  test('4回線目や、シェアできない容量では追加できない', () => {
    const three = { ...quietContract, lines: ['L1', 'L2', 'L3'].map((id) => quietLine(id)) }
    expect(decide(add, three)).toMatchObject({ code: 'LINE_LIMIT_REACHED' })
    expect(decide(add, { ...quietContract, planCode: 13 })).toMatchObject({
      code: 'PLAN_NOT_SHAREABLE',
    })
  })

  test('種別の変更では番号が変わる。同じ種別は選べない', () => {
    const ordered: SimOrderRequest = {
      order: 'kindChange',
      lineId: 'L1',
      kind: 'data',
      simSize: 'nano',
    }
    expect(decide(ordered)).toMatchObject({
      value: [{ numberChanges: true, nextEvent: 'preparation_started' }],
    })
    expect(decide({ ...ordered, kind: 'voice' })).toMatchObject({ code: 'KIND_UNCHANGED' })
  })

  test('音声通話SIMの回線の再発行に本人確認はいらない。eSIMには32桁のEIDがいる', () => {
    const ordered: SimOrderRequest = {
      order: 'reissue',
      lineId: 'L1',
      kind: 'voice',
      simSize: 'esim',
    }
    expect(decide({ ...ordered, eid })).toMatchObject({
      value: [{ nextEvent: 'preparation_started', numberChanges: false }],
    })
    for (const wrong of [
      undefined,
      '',
      eid.slice(1),
      `${eid}0`,
      eid.replace('8', 'x'),
      eid.replace('26', '27'),
    ])
      expect(decide({ ...ordered, eid: wrong })).toMatchObject({ code: 'EID_REQUIRED' })
    expect(decide({ ...ordered, eid }, blocked.simOrderOpen)).toMatchObject({
      code: 'SIM_ORDER_OPEN',
    })
  })

  test('費用は手続きごとに決まり、eSIMの再発行は200円（税抜）', () => {
    const costs = (kind: SimOrderKind, size: SimSize) =>
      simOrderCosts(kind, size, tokyoDate('2026-11-20'), publishedPrices).map((one) => [
        one.row?.key,
        one.amountTenthsYen / 10,
      ])
    expect(costs('add', 'esim')).toEqual([
      ['oneOff.simIssue', 3000],
      ['oneOff.simPreparation', 394],
    ])
    expect(costs('reissue', 'nano')).toEqual([
      ['oneOff.simChange', 3000],
      ['oneOff.simChangePreparation', 394],
    ])
    expect(costs('reissue', 'esim')).toEqual([['oneOff.esimReissue', 200]])
    expect(costs('kindChange', 'esim').map(([key]) => key)).toEqual([
      'oneOff.kindChange',
      'oneOff.kindChangePreparation',
    ])
  })
})

describe('切り替え', () => {
  const readyAt = instant('2026-11-20T09:30:00+09:00')

  test('9時から20時までの毎正時を、自動で切り替わる前まで選べる', () => {
    const hours = switchHours(readyAt, sampleNow).map((one) => formatRfc3339(one))
    expect(hours[0]).toBe('2026-11-20T11:00:00+09:00')
    expect(hours.at(-1)).toBe('2026-11-27T20:00:00+09:00')
    expect(hours).toHaveLength(10 + 7 * 12)
    expect(formatRfc3339(autoSwitchAt(readyAt))).toBe('2026-11-28T00:00:00+09:00')
  })

  test('選べる日時だけを、切り替え待ちのときだけ受け付ける', () => {
    const hour = (text: string) => instant(`2026-11-${text}:00+09:00`)
    const at = (text: string, state: (typeof simOrderStates.states)[number] = 'switch_ready') =>
      decideSwitchOver(state, readyAt, hour(text), sampleNow)
    expect(at('21T09:00')).toMatchObject({ ok: true, value: { type: 'switch_booked' } })
    for (const text of ['20T10:00', '21T09:30', '21T08:00', '28T09:00'])
      expect(at(text), text).toMatchObject({ code: 'SWITCH_HOUR_NOT_OFFERED' })
    for (const state of simOrderStates.states.filter((one) => one !== 'switch_ready'))
      expect(at('21T09:00', state), state).toMatchObject({ code: 'ORDER_NOT_SWITCHABLE' })
  })

  test('注文は、送るまで会員か担当者が取り消せる', () => {
    for (const state of simOrderStates.states)
      for (const actor of actors) {
        const early = ['ordered', 'id_check', 'preparing'].includes(state)
        const person = actor === 'member' || actor === 'staff'
        expect(decideOrderCancellation(state, actor).ok, `${state} ${actor}`).toBe(early && person)
      }
  })
})
